import type { EventType, State } from 'js-yaml'
import { rememberKeyOrder } from '../python/containers.ts'
import type { FieldPath } from './types.ts'

/** Where a field begins in the text (offset), and its own fields. */
export interface Place {
  offset: number
  fields: Map<string | number, Place>
}

interface Node extends Place {
  kind: string | null
  result: unknown
  end: number
  children: Node[]
}

const blanks = /(?:[ \t\r\n]|#[^\r\n]*)*/uy

/** js-yaml's parser state as its listener sees it; the published types leave some of it out. */
type ParserState = State & { input: string; position: number; kind: string | null; result: unknown }

/** Listens to js-yaml's parser and keeps where each field stands, which the parser itself forgets. */
export class PlaceListener {
  #open: Node[] = []
  #root: Place = { offset: 0, fields: new Map() }

  readonly listen = (event: EventType, state: State): void => {
    const parser = state as ParserState
    if (event === 'open') this.#enter(parser)
    else this.#leave(parser)
  }

  /** Place of the whole document, once it is parsed. */
  get root(): Place {
    return this.#root
  }

  /** Offset of the node that is being built. */
  get offset(): number {
    return this.#open.at(-1)?.offset ?? 0
  }

  #enter({ input, position }: ParserState): void {
    blanks.lastIndex = position
    blanks.test(input)
    const node: Node = {
      offset: blanks.lastIndex,
      fields: new Map(),
      kind: null,
      result: null,
      end: 0,
      children: [],
    }
    this.#open.push(node)
  }

  #leave(state: ParserState): void {
    const node = this.#open.pop() as Node
    node.kind = state.kind
    node.result = state.result
    node.end = state.position
    // A flow collection is first read as if it were the key of a block mapping: the same value, one level down.
    const same = node.children.find(child => child.fields.size > 0 && child.result === node.result)
    if (same !== undefined) node.fields = same.fields
    else if (node.kind === 'mapping') placeKeys(node, state.input)
    else if (node.kind === 'sequence') placeItems(node)
    node.children = []
    const parent = this.#open.at(-1)
    if (parent === undefined) this.#root = node
    else parent.children.push(node)
  }
}

/** A child followed by a colon is a key, the next one its value; a repeated key keeps its first rank, as in Python. */
function placeKeys(node: Node, input: string): void {
  for (const [index, key] of node.children.entries()) {
    blanks.lastIndex = key.end
    blanks.test(input)
    if (key.kind !== 'scalar' || input[blanks.lastIndex] !== ':') continue
    const fields = node.children[index + 1]?.fields ?? new Map()
    node.fields.set(String(key.result), { offset: key.offset, fields })
  }
  if (typeof node.result === 'object' && node.result !== null) {
    rememberKeyOrder(node.result, [...node.fields.keys()] as string[])
  }
}

function placeItems(node: Node): void {
  if (!Array.isArray(node.result) || node.result.length !== node.children.length) return
  for (const [index, item] of node.children.entries()) node.fields.set(index, item)
}

/** Offset of a field, or of the nearest field around it that has a place. */
export function offsetOf(root: Place, path: FieldPath): number {
  let place = root
  for (const step of path) {
    const next = place.fields.get(step)
    if (next === undefined) break
    place = next
  }
  return place.offset
}

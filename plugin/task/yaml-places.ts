import type { EventType, State } from 'js-yaml'
import { rememberKeyOrder } from '../python/containers.ts'
import type { FieldPath } from './types.ts'
import {
  type ParserState,
  type ReadNode,
  refuseCollectionKey,
  refuseSpecialValue,
  StrictnessError,
  strictScalar,
} from './yaml-strictness.ts'

/** Where a field begins in the text (offset), and its own fields. */
export interface Place {
  offset: number
  fields: Map<string | number, Place>
}

interface Node extends Place, ReadNode {
  children: Node[]
}

/** Nodes that a file may have; far more than any task needs, few enough to read in a moment. */
const mostNodes = 20_000

const blanks = /(?:[ \t\r\n]|#[^\r\n]*)*/uy

/**
 * Listens to js-yaml's parser: keeps where each field stands, which the parser itself forgets, and applies the rules in
 * which PyYAML is stricter.
 */
export class PlaceListener {
  readonly #isCut: boolean
  #open: Node[] = []
  #nodes = 0
  #root: Place = { offset: 0, fields: new Map() }

  /** @param isCut the text's last character is no line break */
  constructor(isCut: boolean) {
    this.#isCut = isCut
  }

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
    const offset = blanks.lastIndex
    if (++this.#nodes > mostNodes)
      throw new StrictnessError(`too large: more than ${mostNodes} values`, offset)
    const node: Node = {
      offset,
      fields: new Map(),
      kind: null,
      tag: null,
      result: null,
      end: 0,
      children: [],
    }
    this.#open.push(node)
  }

  #leave(state: ParserState): void {
    const node = this.#open.pop() as Node
    node.kind = state.kind
    node.tag = state.tag
    node.result = state.result
    node.end = state.position
    if (node.kind === 'scalar') {
      node.result = strictScalar(node, state.input, this.#isCut)
      state.result = node.result as typeof state.result
    }
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
  const { result } = node
  if (typeof result !== 'object' || result === null) return
  for (const [index, key] of node.children.entries()) {
    blanks.lastIndex = key.end
    blanks.test(input)
    const isKey = input[blanks.lastIndex] === ':'
    const isCollection = key.kind === 'mapping' || key.kind === 'sequence'
    if (isCollection && (isKey || (key.kind === 'mapping' && Object.hasOwn(result, '[object Object]')))) {
      refuseCollectionKey(key.offset, input)
    }
    if (key.kind !== 'scalar') continue
    if (!isKey) {
      if (index > 0) refuseSpecialValue(key)
      continue
    }
    const fields = node.children[index + 1]?.fields ?? new Map()
    node.fields.set(String(key.result), { offset: key.offset, fields })
  }
  rememberKeyOrder(result, [...node.fields.keys()] as string[])
}

function placeItems(node: Node): void {
  if (!Array.isArray(node.result) || node.result.length !== node.children.length) return
  for (const [index, item] of node.children.entries()) {
    refuseSpecialValue(item)
    node.fields.set(index, item)
  }
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

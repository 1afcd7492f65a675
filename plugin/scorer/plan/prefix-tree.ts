import type { EncodedRequest } from '../tokens/encode.ts'
import { lengthOf, type Segment } from './segment.ts'

/** What a prefix tree is made of: a piece of a request. */
export type Piece = Pick<EncodedRequest, 'input' | 'targets'>

interface Node extends Segment {
  parent: Node | undefined
  children: Node[]
}

/**
 * Compact prefix tree over the pieces' inputs: what several begin with stands in it once, and every wanted token is at the segment
 * that holds its place. A causal model's answer at a place depends on nothing to the right of it.
 * @returns the segments that begin a sequence
 */
export function prefixTree(pieces: readonly Piece[]): Segment[] {
  const order = pieces
    .map((_, index) => index)
    .sort((a, b) => compare(inputOf(pieces, a), inputOf(pieces, b)))
  const roots: Node[] = []
  const lasts: [piece: number, last: Node][] = []
  let last: Node | undefined
  for (const index of order) {
    const { input } = pieces[index] as Piece
    last = insert(roots, last, input)
    lasts.push([index, last])
  }
  for (const [index, node] of lasts) want(node, pieces[index] as Piece, index)
  sortWanted(roots)
  return roots
}

function inputOf(pieces: readonly Piece[], index: number): readonly number[] {
  return (pieces[index] as Piece).input
}

function compare(left: readonly number[], right: readonly number[]): number {
  const shared = sharedLength(left, right)
  return shared < left.length && shared < right.length
    ? (left[shared] as number) - (right[shared] as number)
    : left.length - right.length
}

function sharedLength(left: readonly number[], right: readonly number[]): number {
  const most = Math.min(left.length, right.length)
  let length = 0
  while (length < most && left[length] === right[length]) length += 1
  return length
}

/** Adds a sequence that sorts behind those that are there, of which `last` ends the previous one; gives back its own end. */
function insert(roots: Node[], last: Node | undefined, tokens: readonly number[]): Node {
  const shared = last === undefined ? 0 : sharedLength(last.tokens, tokens)
  let above = last
  while (above !== undefined && above.start >= shared) above = above.parent
  if (above !== undefined && above.end > shared) above = split(roots, above, shared)
  if (above !== undefined && shared === tokens.length) return above
  const node: Node = { tokens, start: shared, end: tokens.length, wanted: [], children: [], parent: above }
  if (above === undefined) roots.push(node)
  // What goes on from a segment that nothing else goes on from is a part of it.
  else if (above.children.length === 0) return extend(above, tokens)
  else above.children.push(node)
  return node
}

function extend(node: Node, tokens: readonly number[]): Node {
  node.tokens = tokens
  node.end = tokens.length
  return node
}

/** Cuts a segment in two; the upper part is a new one. */
function split(roots: Node[], node: Node, at: number): Node {
  const upper: Node = {
    tokens: node.tokens,
    start: node.start,
    end: at,
    wanted: [],
    children: [node],
    parent: node.parent,
  }
  const siblings = node.parent?.children ?? roots
  // Sequences come in order, so what the last one ended in has no later sibling.
  siblings[siblings.length - 1] = upper
  node.parent = upper
  node.start = at
  return upper
}

function want(last: Node, { input, targets }: Piece, piece: number): void {
  let node: Node = last
  for (let order = targets.length - 1; order >= 0; order--) {
    const place = input.length - targets.length + order
    while (place < node.start) node = node.parent as Node
    node.wanted.push({ place, target: targets[order] as number, piece, order })
  }
}

function sortWanted(nodes: readonly Segment[]): void {
  const open = [...nodes]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    node.wanted.sort((a, b) => a.place - b.place || a.piece - b.piece)
    for (const child of node.children) open.push(child)
  }
}

/** Number of tokens of a tree: the distinct ones. */
export function countTokens(roots: readonly Segment[]): number {
  const open = [...roots]
  let count = 0
  for (let segment = open.pop(); segment !== undefined; segment = open.pop()) {
    count += lengthOf(segment)
    for (const child of segment.children) open.push(child)
  }
  return count
}

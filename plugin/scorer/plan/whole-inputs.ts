import type { Piece } from './prefix-tree.ts'
import type { Segment } from './segment.ts'

/** Each input as a segment of its own, equal ones together: for a model whose answers depend on what else is in the run. */
export function wholeInputs(pieces: readonly Piece[]): Segment[] {
  const segments = new Map<string, Segment>()
  for (const [piece, { input, targets }] of pieces.entries()) {
    const key = input.join(' ')
    const segment = segments.get(key) ?? {
      tokens: input,
      start: 0,
      end: input.length,
      wanted: [],
      children: [],
    }
    segments.set(key, segment)
    const first = input.length - targets.length
    segment.wanted.push(...targets.map((target, order) => ({ place: first + order, target, piece, order })))
  }
  const all = [...segments.values()]
  for (const { wanted } of all) wanted.sort((a, b) => a.place - b.place || a.piece - b.piece)
  return all
}

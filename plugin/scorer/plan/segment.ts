/** A token whose probability is asked for: the one behind `place` of a sequence. */
export interface Wanted {
  /** Place of the last token before it. */
  place: number
  target: number
  /** Who asked: index of the piece, and of the target within it. */
  piece: number
  order: number
}

/** A part of one or more sequences that the model runs over once, after the part before it. */
export interface Segment {
  /** A sequence that it belongs to; its own tokens are those from `start` to before `end`. */
  tokens: readonly number[]
  start: number
  end: number
  /** In the order of their places. */
  wanted: Wanted[]
  /** What goes on from its end. */
  children: Segment[]
}

export const lengthOf = ({ start, end }: Segment): number => end - start

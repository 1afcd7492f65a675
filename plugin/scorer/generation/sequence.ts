/** A sequence being continued, which chooses its tokens itself. */
export interface Sequence {
  /** All tokens so far, at least one. */
  readonly tokens: readonly number[]
  readonly isFinished: boolean
  /** Appends a token, chosen from the logits after the last one. */
  take(logits: ArrayLike<number>): void
}

/** Number of tokens that all sequences begin with; the last token of each is left for its own run. */
export function sharedLength(rows: readonly Sequence[]): number {
  const [first] = rows as [Sequence]
  let length = Math.min(...rows.map(({ tokens }) => tokens.length)) - 1
  for (const { tokens } of rows) {
    let same = 0
    while (same < length && tokens[same] === first.tokens[same]) same += 1
    length = same
  }
  return Math.max(0, length)
}

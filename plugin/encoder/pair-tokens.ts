/** Tokens of a pair as one input. */
export interface PairTokens {
  ids: number[]
  /** 0 for the reference and what surrounds it, 1 for the candidate and the last special token. */
  types: number[]
  truncated: boolean
}

/**
 * [CLS] reference [SEP] candidate [SEP]. Where that is longer than the window, the longer text loses its last tokens, the candidate
 * where both are as long (BLEURT's `encoding.py`).
 */
export function joinPair(
  reference: readonly number[],
  candidate: readonly number[],
  [cls, sep]: readonly [number, number],
  maxLength: number | undefined,
): PairTokens {
  const room = maxLength === undefined ? Number.POSITIVE_INFINITY : Math.max(0, maxLength - 3)
  let [first, second] = [reference.length, candidate.length]
  while (first + second > room) {
    if (first > second) first -= 1
    else second -= 1
  }
  const left = [cls, ...reference.slice(0, first), sep]
  const right = [...candidate.slice(0, second), sep]
  return {
    ids: [...left, ...right],
    types: [...left.map(() => 0), ...right.map(() => 1)],
    truncated: first < reference.length || second < candidate.length,
  }
}

/** Tokens that go into the model, and the tokens that its last rows are scored against. */
export interface RollingWindow {
  input: number[]
  predicted: number[]
}

/**
 * Windows that predict every token of a text exactly once (task-spec.md, 16). The first one starts from `prefix`; each
 * later one predicts up to `maxLength - contextLength + 1` tokens and is filled up on the left to `maxLength` inputs.
 * @param maxLength inputs of a window at most
 * @param contextLength inputs before the first predicted token at least; 1 for what the harness scores
 * @throws RangeError unless 1 <= contextLength <= maxLength
 */
export function rollingWindows(
  tokens: readonly number[],
  prefix: number,
  maxLength: number,
  contextLength: number,
): RollingWindow[] {
  if (contextLength < 1 || contextLength > maxLength) {
    throw new RangeError(
      `A window's context must be between 1 and its length of ${maxLength} tokens, not ${contextLength}.`,
    )
  }
  const first = Math.min(maxLength, tokens.length)
  if (first === 0) return []
  const windows = [{ input: [prefix, ...tokens.slice(0, first - 1)], predicted: tokens.slice(0, first) }]
  const step = maxLength - contextLength + 1
  for (let start = first; start < tokens.length; start += step) {
    const end = Math.min(start + step, tokens.length)
    windows.push({ input: tokens.slice(end - maxLength - 1, end - 1), predicted: tokens.slice(start, end) })
  }
  return windows
}

/** The window as context and continuation: inputs that are predicted too are left out of the context. */
export function disjointWindow({ input, predicted }: RollingWindow): {
  context: number[]
  continuation: number[]
} {
  return { context: input.slice(0, input.length - (predicted.length - 1)), continuation: predicted }
}

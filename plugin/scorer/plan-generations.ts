/** A prompt longer than the next one by at most so many tokens may share its batch. */
const largestGap = 16

/**
 * Groups texts into batches for side-by-side generation, longest prompt first. What a prompt has more than the shortest of its
 * batch goes through the model token by token, so a batch ends where the next prompt is much shorter. Equal lengths keep their
 * order: the same requests always make the same batches.
 * @param rows texts of a batch at most
 */
export function planGenerations<T extends { readonly tokens: readonly number[] }>(
  texts: readonly T[],
  rows: number,
): T[][] {
  const batches: T[][] = []
  let last: T | undefined
  for (const text of texts.toSorted((a, b) => b.tokens.length - a.tokens.length)) {
    const batch = batches.at(-1)
    const fits = last !== undefined && last.tokens.length - text.tokens.length <= largestGap
    if (batch !== undefined && fits && batch.length < rows) batch.push(text)
    else batches.push([text])
    last = text
  }
  return batches
}

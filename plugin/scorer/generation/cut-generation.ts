import { lstrip } from '../../python/index.ts'

/**
 * What counts of a generated text: what follows the last `thinkEndToken`, without white space in front, up to the first
 * occurrence of each stop string, taken in their order. Empty stop strings are ignored and nothing else is trimmed.
 * @param stop one or several; undefined or null: the text is not cut
 * @param thinkEndToken text that ends a model's reasoning; undefined, null or empty: there is none
 */
export function cutGeneration(
  generation: string,
  stop: string | readonly string[] | null | undefined,
  thinkEndToken?: string | null,
): string {
  let text = generation
  if (thinkEndToken) text = lstrip(text.split(thinkEndToken).at(-1) as string)
  for (const ending of typeof stop === 'string' ? [stop] : (stop ?? [])) {
    const end = ending === '' ? -1 : text.indexOf(ending)
    if (end !== -1) text = text.slice(0, end)
  }
  return text
}

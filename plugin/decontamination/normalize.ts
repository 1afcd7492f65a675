/** The 32 punctuation characters of ASCII, which the janitor deletes unless told otherwise. */
export const asciiPunctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/** Makes two texts comparable: gives a text without what two copies of it may differ in. */
export type Normalize = (text: string) => string

/**
 * The janitor's normalisation (metrics-spec.md, 9.1): ASCII letters in lower case, some characters deleted, all else kept, white
 * space too. A character to be deleted is deleted even where it is a letter; its other case is not.
 * @param deleted characters to delete; default: ASCII punctuation
 */
export function normalizer(deleted: string = asciiPunctuation): Normalize {
  const members = new Set(deleted)
  return text => {
    let normalized = ''
    for (const character of text) {
      if (members.has(character)) continue
      normalized += character >= 'A' && character <= 'Z' ? character.toLowerCase() : character
    }
    return normalized
  }
}

/** {@link normalizer} with its default. */
export const normalize: Normalize = normalizer()

/** Python's `str.isspace` for one code point; JavaScript's `\s` differs on U+FEFF, U+0085 and U+001C to U+001F. */
const whitespace = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const startsWithSpace = new RegExp(`^${whitespace}`, 'u')
const endsWithSpace = new RegExp(`${whitespace}$`, 'u')

export interface PromptParts {
  description: string
  question: string
  /** Text the answer begins with; empty: none. */
  genPrefix: string
  /** Put between question and prefix, unless one of them has whitespace there. */
  targetDelimiter: string
}

/**
 * Zero-shot context of a document (task-spec.md, 9): description and question follow each other directly, and no
 * delimiter ends the context; it belongs to the continuation.
 */
export function zeroShotContext({ description, question, genPrefix, targetDelimiter }: PromptParts): string {
  const joined =
    question === '' || genPrefix === '' || endsWithSpace.test(question) || startsWithSpace.test(genPrefix)
  return `${description}${question}${joined ? '' : targetDelimiter}${genPrefix}`
}

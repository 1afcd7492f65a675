import { characterAt, isSpace } from '../python/index.ts'

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
  const delimited = question !== '' && genPrefix !== '' && !spaceAt(question, -1) && !spaceAt(genPrefix, 0)
  return `${description}${question}${delimited ? targetDelimiter : ''}${genPrefix}`
}

function spaceAt(text: string, index: number): boolean {
  return isSpace(characterAt(text, index) ?? '')
}

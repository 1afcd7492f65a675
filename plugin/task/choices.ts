import { codePoints, PyTuple } from '../python/index.ts'
import { describeValue } from './check-fields.ts'

export interface Choices {
  choices: string[]
  /** The harness only complains about choices that are no list, and goes on; so does this. */
  warning: string | undefined
}

/**
 * Choices of a document as texts.
 * @param value what doc_to_choice gave
 * @throws TypeError for no choices at all and for choices that are no text
 */
export function toChoices(value: unknown): Choices {
  const list = typeof value === 'string' ? codePoints(value) : value
  if (!Array.isArray(list))
    throw new TypeError(`the choices are ${describeValue(value)}; they must be a list of strings`)
  if (list.length === 0) throw new TypeError('there are no choices')
  for (const [index, choice] of list.entries()) {
    if (typeof choice !== 'string') {
      throw new TypeError(`choice ${index} is ${describeValue(choice)}; choices must be strings`)
    }
  }
  return { choices: [...list] as string[], warning: notAList(value) }
}

function notAList(value: unknown): string | undefined {
  if (typeof value === 'string')
    return 'the choices are a single string, so that each of its characters is a choice'
  return value instanceof PyTuple ? 'the choices are a tuple, not a list' : undefined
}

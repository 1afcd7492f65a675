import { compileTemplate } from '../../../plugin/task/template/index.ts'
import type { Doc } from '../../../plugin/task/types.ts'
import { compare } from '../runner/compare.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'

const at = { file: 'case.yaml', line: 1, column: 1 }

function rendered(template: unknown, doc: unknown): { text: string } | { error: unknown } {
  try {
    return { text: compileTemplate(template as string, at).render(doc as Doc) }
  } catch (error) {
    return { error }
  }
}

/** A template in the harness's environment; that it is refused counts, not the class of the error. */
export const checkTemplate: CheckCase = ({ template, doc, expected }) => {
  const found = rendered(template, doc)
  if (expected.error !== undefined) {
    return outcomeOf(
      'error' in found ? [] : [{ where: 'error', recorded: expected.error, found: found.text }],
    )
  }
  const text = 'text' in found ? found.text : String(found.error)
  return outcomeOf(compare('text', expected.text, text))
}

/** Rows of the template collection: `expected` is the text itself, or `error` is true. */
export const checkTemplateRow: CheckCase = row => {
  const expected = row.error === true ? { error: row.errtype ?? true } : { text: row.expected }
  return checkTemplate({ ...row, expected })
}

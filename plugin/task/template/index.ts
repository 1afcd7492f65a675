import type { SourcePosition } from '../../errors.ts'
import type { Doc } from '../types.ts'
import { StatementCompiler } from './compile-statement.ts'
import { type TemplateEnvironment, taskEnvironment } from './environment.ts'
import { Fault, SyntaxFault } from './fault.ts'
import type { Rendering } from './frame.ts'
import { parseTemplate } from './parse-template.ts'
import { TemplateError } from './template-error.ts'

export { TemplateError } from './template-error.ts'

export interface Template {
  /**
   * The template's text for a document, whose columns are the template's variables.
   * @throws TemplateError where a column is missing, a value has the wrong type, or the template runs too long.
   */
  render(doc: Doc): string
}

/**
 * Makes a Jinja template ready, with the harness's settings: undefined names are errors, a last line break stays, nothing
 * is escaped, values print as Python's `str`. The template is never turned into code: it can reach the document and
 * Jinja's own filters, tests and functions, nothing else, and it stops after a fixed number of steps.
 * @param at where the template stands in the user's file.
 * @param environment other settings than those of task files
 * @throws TemplateError where the template is malformed.
 */
export function compileTemplate(
  source: string,
  at?: SourcePosition,
  environment: TemplateEnvironment = taskEnvironment,
): Template {
  const render = failingAs('Template is malformed', at, () =>
    new StatementCompiler(environment).template(parseTemplate(source, environment)),
  )
  return {
    render(doc) {
      let rendering: Rendering | undefined
      const started = (running: Rendering) => {
        rendering = running
      }
      try {
        return render(doc, started)
      } catch (error) {
        const fault = asFault(error)
        throw new TemplateError(
          'Template cannot be rendered',
          fault,
          rendering?.line ?? 1,
          at,
          Object.keys(doc),
        )
      }
    },
  }
}

function failingAs<T>(what: string, at: SourcePosition | undefined, run: () => T): T {
  try {
    return run()
  } catch (error) {
    const fault = asFault(error)
    throw new TemplateError(what, fault, fault instanceof SyntaxFault ? fault.line : 1, at)
  }
}

/** Faults are the template's own; running out of stack is its fault, too. Anything else is a defect of ours. */
function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (error instanceof RangeError) return new Fault(`it is too large or nested too deep (${error.message})`)
  throw error
}

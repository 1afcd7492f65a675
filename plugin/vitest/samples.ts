import { LmEvalError } from '../errors.ts'
import { nameHint } from '../task/select/nearest-names.ts'

/**
 * Holds the option `samples` against the tasks of the run: the harness ignores a name that it does not run.
 * @throws LmEvalError OPTION for such a name
 */
export function checkSamples(
  samples: Readonly<Record<string, readonly number[]>> | undefined,
  tasks: readonly string[],
  onWarning: (message: string) => void,
): void {
  for (const [name, positions] of Object.entries(samples ?? {})) {
    if (!tasks.includes(name)) {
      throw new LmEvalError(
        `Option samples of lmEval() names ${name}, which is no task of this run. ${nameHint(name, tasks)}`,
        { code: 'OPTION' },
      )
    }
    if (positions.length === 0)
      onWarning(`samples of ${name} is an empty list, so all of its documents are evaluated.`)
  }
}

import { readFileSync } from 'node:fs'
import { LmEvalError } from '../errors.ts'
import type { Output } from './output.ts'
import type { OptionRules, ParsedLine } from './parse-line.ts'
import { UsageError } from './usage-error.ts'

export const schemaOptions: OptionRules = {}

/** `vitest-lm-eval schema`: prints the JSON Schema of task files, which the build leaves beside the code. */
export async function schemaCommand(line: ParsedLine, output: Output): Promise<void> {
  if (line.positionals.length > 0) throw new UsageError('schema takes no arguments.')
  try {
    output.write(readFileSync(new URL('../../dist/task.schema.json', import.meta.url), 'utf8'))
  } catch (cause) {
    throw new LmEvalError(
      'The package has no dist/task.schema.json: install it again, or run npm run build.',
      {
        code: 'OPTION',
        cause,
      },
    )
  }
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dictGet, dictKeys, type PyDict } from '../../plugin/python/index.ts'
import { modelNameOf } from '../../plugin/results/file-names.ts'
import type { SampleRecord } from '../../plugin/results/sample-record.ts'
import { writeResults } from '../../plugin/results/write-results.ts'
import { checkValue, scoringCase } from '../conformance/kinds/scoring-case.ts'
import { inCaseFolder } from '../conformance/runner/case-folder.ts'
import type { CheckCase } from '../conformance/runner/outcome.ts'

interface Input {
  output_path: string
  model_source: string
  model_args: unknown
  results: PyDict
  samples: PyDict | null
  /** Local time, with microseconds, which a date here has none of. */
  now: string
  system_instruction?: string | null
  chat_template?: string | null
  fewshot_as_multiturn?: boolean | null
}

/** The files of an evaluation, their names and texts; the wall time is masked. */
export const checkTrackerFiles: CheckCase = row => {
  const recorded = scoringCase<Input>(row)
  const { input } = recorded
  return inCaseFolder({}, folder =>
    checkValue(recorded, async () => {
      const { samples, now } = input
      await writeResults({
        outputPath: join(folder, input.output_path),
        results: input.results,
        samples:
          samples === null
            ? undefined
            : new Map(
                (dictKeys(samples) as string[]).map(task => [task, dictGet(samples, task) as SampleRecord[]]),
              ),
        run: {
          modelSource: input.model_source,
          modelName: modelNameOf(input.model_args) as string,
          systemInstruction: input.system_instruction,
          chatTemplate: input.chat_template,
          fewshotAsMultiturn: input.fewshot_as_multiturn,
          seconds: 0.5,
        },
        date: now.replaceAll(':', '-'),
      })
      return tree(folder)
    }),
  )
}

function tree(folder: string): Record<string, string> {
  const paths = (readdirSync(folder, { recursive: true, encoding: 'utf8' }) as string[]).sort()
  return Object.fromEntries(
    paths
      .filter(path => statSync(join(folder, path)).isFile())
      .map(path => [
        path,
        readFileSync(join(folder, path), 'utf8').replace(
          /("total_evaluation_time_seconds": ")[^"]*"/,
          '$1<TIME>"',
        ),
      ]),
  )
}

import { readFileSync } from 'node:fs'
import { LmEvalError } from '../errors.ts'
import { encoderSpecs } from '../evaluation/encoder-specs.ts'
import { modelSpec } from '../evaluation/model-spec.ts'
import { TaskEvaluation } from '../evaluation/task-evaluation.ts'
import type { EvaluationResult } from '../evaluation/types.ts'
import { jsonDumps } from '../python/index.ts'
import { toResults } from '../report/results.ts'
import { renderReport } from '../report/run-report.ts'
import { docHash, savedDocuments, savedScorer } from '../results/index.ts'
import { chatOf } from '../vitest/chat.ts'
import { encodersFor } from '../vitest/encoders.ts'
import { packageVersion } from '../vitest/package-version.ts'
import { runContext } from '../vitest/run-context.ts'
import { moduleImporter } from './module-importer.ts'
import { namedTask, type Place, readPlace } from './named-task.ts'
import { mergeOptions, placeOptions, promptOptions } from './options.ts'
import { type Output, warningWriter } from './output.ts'
import { lastValue, type OptionRules, type ParsedLine } from './parse-line.ts'
import { readInteger } from './read-value.ts'
import { findSamplesFiles, type SamplesFile } from './samples-files.ts'
import { optionsOfRun } from './saved-run.ts'
import { UsageError } from './usage-error.ts'

const { limit: _limit, samples: _samples, 'max-length': _maxLength, ...shownOptions } = promptOptions

export const metricsOptions: OptionRules = {
  json: { about: "prints the harness's results object" },
  'bootstrap-iters': { value: 'N', about: 'replicates of bootstrapped standard errors (default: 100000)' },
  ...shownOptions,
  ...placeOptions,
}

/**
 * `vitest-lm-eval metrics PATH...`: figures again from saved samples, ours or the harness's, without a model. Filters, metrics
 * and targets may have changed since, prompts and documents may not.
 * @throws UsageError without a path; LmEvalError for samples that do not fit the task as it is
 */
export async function metricsCommand(line: ParsedLine, output: Output): Promise<void> {
  if (line.positionals.length === 0)
    throw new UsageError('metrics takes samples files, or folders with them.')
  const warn = warningWriter(output)
  const files = findSamplesFiles(line.positionals, output.cwd, message =>
    warn({ code: 'older_samples', message }),
  )
  const place = await readPlace(line, output)
  const results: EvaluationResult[] = []
  for (const file of files) results.push(await evaluateSaved(file, line, place, output))
  const text = line.options.has('json')
    ? `${jsonDumps(toResults(results), { indent: 2 })}\n`
    : renderReport(results)
  output.write(text)
}

async function evaluateSaved(
  { file, task, run }: SamplesFile,
  line: ParsedLine,
  place: Place,
  output: Output,
): Promise<EvaluationResult> {
  const { root, given } = place
  const { spec, configured } = namedTask(task, place, warningWriter(output))
  const bootstrap = lastValue(line, 'bootstrap-iters')
  const { samples: _, limit: __, decontamination: ___, ...kept } = configured
  const options = mergeOptions(
    { ...kept, ...optionsOfRun(run, task) },
    {
      ...given,
      ...(bootstrap === undefined ? {} : { bootstrapIters: readInteger('bootstrap-iters', bootstrap) }),
    },
  )
  const { chat } = chatOf(options, options.model === undefined ? undefined : modelSpec(options, root))
  const evaluation = await TaskEvaluation.load(spec, {
    ...runContext(options, root),
    root,
    packageVersion: packageVersion(),
    importModule: moduleImporter(root),
    chat,
    encoders: encodersFor(encoderSpecs(options, root), undefined),
  })
  const text = readFileSync(file, 'utf8')
  const ids = checkDocuments(evaluation, { file, text })
  const scorer = savedScorer(
    [{ file, text }],
    typeof run.model_name === 'string' ? run.model_name : 'saved samples',
  )
  await evaluation.score(scorer, ids, new AbortController().signal)
  const [failed] = evaluation.failures
  if (failed === undefined) return evaluation.result(scorer, ids.length)
  const [docId, error] = failed
  throw new LmEvalError(
    `${file}: ${evaluation.failures.size} of ${ids.length} documents of task ${task} cannot be judged, the first is document ${docId}: ${error.message}`,
    { code: 'DOCUMENT', at: error instanceof LmEvalError ? error.at : [], cause: error },
  )
}

/** Ids of the saved documents. @throws LmEvalError DATASET for one that the task does not have, or has otherwise */
function checkDocuments(evaluation: TaskEvaluation, saved: { file: string; text: string }): number[] {
  const { docs } = evaluation.documents
  return savedDocuments(saved).map(({ docId, hash, at }) => {
    const doc = docs[docId]
    const fail = (problem: string): LmEvalError =>
      new LmEvalError(`${saved.file}:${at.line}: document ${docId} ${problem}; evaluate the task again.`, {
        code: 'DATASET',
        at,
      })
    if (doc === undefined) throw fail(`is not in task ${evaluation.task.name}, which has ${docs.length}`)
    if (hash !== docHash(doc)) throw fail('has changed since the samples were saved')
    return docId
  })
}

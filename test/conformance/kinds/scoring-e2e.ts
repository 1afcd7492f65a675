import type { TaskEvaluation } from '../../../plugin/evaluation/task-evaluation.ts'
import type { EvaluationResult } from '../../../plugin/evaluation/types.ts'
import type { Results } from '../../../plugin/metric/types.ts'
import { dictKeys } from '../../../plugin/python/index.ts'
import { toResults } from '../../../plugin/report/results.ts'
import { renderTable } from '../../../plugin/report/table.ts'
import { resultsObject } from '../../../plugin/results/results-object.ts'
import type { Response } from '../../../plugin/scorer/types.ts'
import type { DocumentRequests } from '../../../plugin/task/types.ts'
import { inCaseFolder } from '../runner/case-folder.ts'
import { compare } from '../runner/compare.ts'
import { type CaseOptions, openCase } from '../runner/open-case.ts'
import { type CaseRow, type CheckCase, type Difference, outcomeOf } from '../runner/outcome.ts'
import { PythonModules } from '../runner/python-modules.ts'
import { type Recorded, type ScoringCase, scoringCase } from './scoring-case.ts'
import { compareConfig } from './scoring-e2e-config.ts'
import { RecordedModel, type RecordedRequest } from './scoring-e2e-model.ts'
import { compareSamples } from './scoring-e2e-samples.ts'

interface Input {
  files: Record<string, string>
  tasks: string[]
  options: CaseOptions & { bootstrap_iters?: number }
  requests: RecordedRequest[]
}

/** A document with its answers. */
export interface AnsweredDocument {
  requests: DocumentRequests
  responses: Response[]
}

interface Run {
  evaluations: { evaluation: TaskEvaluation; documents: Map<number, AnsweredDocument> }[]
  results: Results
  model: RecordedModel
  folder: string
}

/** A whole run of the harness over task files, with a model that answers what was recorded. */
export const checkSimpleEvaluate: CheckCase = row => {
  const recorded = scoringCase<Input>(row)
  const { files, options, tasks } = recorded.input
  const run = { ...row, files, needs: 'functions', options: { ...options, include_path: ['.'], tasks } }
  const untranslated = PythonModules.untranslated(run)
  if (untranslated !== undefined) return { status: 'not run', reason: `Python functions of ${untranslated}` }
  return inCaseFolder({ files }, async folder => {
    let done: Run
    try {
      done = await runCase(run, recorded.input, folder)
    } catch (error) {
      if (recorded.expect.error !== undefined) return { status: 'passed' }
      return outcomeOf([{ where: 'run', recorded: 'no error', found: String(error) }])
    }
    if (recorded.expect.error !== undefined) {
      return outcomeOf([{ where: 'error', recorded: recorded.expect.error, found: 'no error' }])
    }
    return outcomeOf(compareRun(recorded, done))
  })
}

async function runCase(row: CaseRow, { options, requests }: Input, folder: string): Promise<Run> {
  const { bootstrap_iters = 100_000 } = options
  const opened = await openCase(row, folder, { bootstrapIters: Number(bootstrap_iters) })
  const model = new RecordedModel(requests)
  const evaluations: Run['evaluations'] = []
  const results: EvaluationResult[] = []
  for (const evaluation of opened.evaluations) {
    const documents = new Map<number, AnsweredDocument>()
    await evaluation.score(model, evaluation.order, new AbortController().signal, {
      onSample: (asked, _first, _sample, responses) =>
        documents.set(asked.docId, { requests: asked, responses: [...responses] }),
    })
    for (const error of evaluation.failures.values()) throw error
    results.push(await evaluation.result(model, evaluation.size))
    evaluations.push({ evaluation, documents })
  }
  return { evaluations, results: toResults(results, opened.groups), model, folder }
}

const parts = ['results', 'groups', 'versions', 'n-shot', 'higher_is_better', 'n-samples'] as const

function compareRun({ input, expect, options }: ScoringCase<Input>, run: Run): Difference[] {
  const recorded = expect.value as Recorded
  const { results } = run
  const second = results.groups === undefined ? undefined : renderTable(results, 'groups')
  return [
    ...parts.flatMap(part => compare(part, recorded[part], results[part], options)),
    ...run.evaluations.flatMap(({ evaluation: { task } }) =>
      compareConfig((recorded.configs as Recorded)[task.name], task, run.folder),
    ),
    ...compare('group_subtasks', recorded.group_subtasks, results.group_subtasks ?? {}),
    ...compare('key_order', recorded.key_order, keyOrder(results)),
    ...compare('result_keys', withoutSamples(recorded.result_keys), resultKeys(results)),
    ...run.evaluations.flatMap(({ evaluation, documents }) => {
      const { name } = evaluation.task
      const samples = (recorded.samples as Record<string, Recorded[]> | undefined)?.[name]
      if (samples === undefined) return []
      const ids = input.options.samples?.[name]
      return compareSamples(`samples.${name}`, samples, { evaluation, documents, ids }, options)
    }),
    ...run.model.differences(),
    ...compare('table', recorded.table, renderTable(results)),
    ...compare('groups_table', recorded.groups_table, second),
  ]
}

/** Samples stand in a file of their own. */
function withoutSamples(keys: unknown): unknown[] {
  return (keys as unknown[]).filter(key => key !== 'samples')
}

function resultKeys(results: Results): unknown[] {
  const settings = { config: {}, gitHash: null, date: 0, environment: '', version: '' }
  return dictKeys(resultsObject(results, {}, settings))
}

/** `results`: names in order; each name: its keys in order. */
function keyOrder({ results }: Results): Recorded {
  const entries = Object.entries(results).map(([name, entry]) => [name, Object.keys(entry)])
  return { results: Object.keys(results), ...Object.fromEntries(entries) }
}

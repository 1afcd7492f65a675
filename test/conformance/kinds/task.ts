import type { TaskEvaluation } from '../../../plugin/evaluation/task-evaluation.ts'
import type { EvaluationResult } from '../../../plugin/evaluation/types.ts'
import type { DocumentRequests } from '../../../plugin/task/types.ts'
import { inCaseFolder } from '../runner/case-folder.ts'
import { compare } from '../runner/compare.ts'
import { type CaseOptions, type OpenedCase, openCase } from '../runner/open-case.ts'
import { type CaseRow, type CheckCase, type Difference, type Outcome, outcomeOf } from '../runner/outcome.ts'
import { PythonModules } from '../runner/python-modules.ts'
import { recorder } from '../runner/recorder.ts'
import { specifiedCodes } from '../runner/specified-codes.ts'
import { compareDocuments } from './task-documents.ts'
import { compareGroups, compareOrder } from './task-groups.ts'
import { compareResults } from './task-results.ts'

/** Where a run of the harness can fail, in order. */
const stages = ['load', 'setup', 'build', 'score'] as const
type Stage = (typeof stages)[number]

/** A task that was evaluated as far as it goes. */
export interface EvaluatedTask {
  evaluation: TaskEvaluation
  /** In order; shorter than the selection where building failed. */
  documents: DocumentRequests[]
  result: EvaluationResult | undefined
}

interface Run {
  opened: OpenedCase | undefined
  tasks: EvaluatedTask[]
  failure: { stage: Stage; error: unknown } | undefined
}

/** A whole evaluation: loading, prompts, requests, answers of the recorder, figures, groups, table. */
export const checkTask: CheckCase = async row => {
  const untranslated = PythonModules.untranslated(row)
  if (untranslated !== undefined) return { status: 'not run', reason: `Python functions of ${untranslated}` }
  return inCaseFolder(
    row as { files?: Record<string, string>; data?: Record<string, unknown[]> },
    async folder => judgeRun(row, folder, await run(row, folder)),
  )
}

async function run(row: CaseRow, folder: string): Promise<Run> {
  const tasks: EvaluatedTask[] = []
  let stage: Stage = 'load'
  let opened: OpenedCase | undefined
  try {
    opened = await openCase(row, folder)
    stage = 'build'
    for (const evaluation of opened.evaluations) {
      const task: EvaluatedTask = { evaluation, documents: [], result: undefined }
      tasks.push(task)
      for (const docId of evaluation.order) task.documents.push(evaluation.requests(docId))
    }
    if ((row.options as CaseOptions | undefined)?.predict_only === true)
      return { opened, tasks, failure: undefined }
    stage = 'score'
    for (const task of tasks) task.result = await score(task.evaluation)
    return { opened, tasks, failure: undefined }
  } catch (error) {
    return { opened, tasks, failure: { stage, error } }
  }
}

async function score(evaluation: TaskEvaluation): Promise<EvaluationResult> {
  await evaluation.score(recorder, evaluation.order, new AbortController().signal)
  for (const error of evaluation.failures.values()) throw error
  return evaluation.result(recorder, evaluation.size)
}

async function judgeRun(row: CaseRow, folder: string, { opened, tasks, failure }: Run): Promise<Outcome> {
  const { expected } = row
  const error = expected.error as { stage: Stage; type: string } | undefined
  if (failure !== undefined || error !== undefined) {
    // What the harness notices later may be refused earlier, never the other way round.
    const refused =
      failure !== undefined &&
      error !== undefined &&
      stages.indexOf(failure.stage) <= stages.indexOf(error.stage)
    if (refused) return { status: 'passed' }
    const found = failure === undefined ? 'no error' : `${failure.stage}: ${describe(failure.error)}`
    return outcomeOf([{ where: 'error', recorded: error, found }])
  }
  const differences: Difference[] = []
  const recorded = (expected.tasks ?? {}) as Record<string, Record<string, unknown>>
  const names = tasks.map(({ evaluation }) => evaluation.task.name)
  differences.push(...compare('tasks', Object.keys(recorded), names))
  const context = { row, folder }
  for (const task of tasks) {
    const own = recorded[task.evaluation.task.name]
    if (own === undefined) continue
    const where = `tasks.${task.evaluation.task.name}`
    differences.push(
      ...compareTask(where, own, task),
      ...compareDocuments(where, own, task, context),
      ...compareResults(where, own, task, context),
    )
  }
  const groups = compareGroups(row, opened as OpenedCase, tasks)
  differences.push(...groups.differences, ...compareOrder(row, tasks))
  differences.push(...compareWarnings(row, [...warningsOf(opened as OpenedCase, tasks), ...groups.warnings]))
  return outcomeOf(differences)
}

function compareTask(
  where: string,
  recorded: Record<string, unknown>,
  { evaluation }: EvaluatedTask,
): Difference[] {
  const { task, shape } = evaluation
  const found: Record<string, unknown> = {
    output_type: task.outputType,
    num_fewshot: task.numFewshot,
    version: task.version === undefined ? 'Yaml' : task.version,
    multiple_input: shape.multipleInput,
    multiple_target: shape.multipleTarget,
    repeats: task.repeats,
    generation_kwargs: task.generationKwargs,
  }
  return Object.keys(found).flatMap(key =>
    key in recorded || found[key] !== undefined ? compare(`${where}.${key}`, recorded[key], found[key]) : [],
  )
}

/** One of each code is enough where the harness repeats itself at every rendering. */
const repeated = ['chat_system_removed']

function warningsOf({ warnings }: OpenedCase, tasks: readonly EvaluatedTask[]): { code: string }[] {
  const own = tasks.flatMap(({ evaluation, documents }) => {
    const perFilter = evaluation.task.filters
    return [
      ...evaluation.task.warnings,
      ...evaluation.promptWarnings,
      ...evaluation.metricWarnings,
      ...documents.flatMap(document =>
        document.warnings.flatMap(warning =>
          warning.code === 'gold_out_of_range' ? perFilter.map(() => warning) : [warning],
        ),
      ),
    ]
  })
  return [...warnings, ...own]
}

function compareWarnings({ expected }: CaseRow, warnings: { code: string }[]): Difference[] {
  const recorded = tidy((expected.warnings ?? []) as string[])
  return compare('warnings', recorded, tidy(specifiedCodes(warnings)))
}

function tidy(codes: readonly string[]): string[] {
  return codes.filter((code, index) => !repeated.includes(code) || codes.indexOf(code) === index).sort()
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

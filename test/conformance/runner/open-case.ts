import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { resolveRunSettings } from '../../../plugin/evaluation/run-settings.ts'
import { TaskEvaluation } from '../../../plugin/evaluation/task-evaluation.ts'
import type { Group } from '../../../plugin/metric/types.ts'
import { parseArgumentString } from '../../../plugin/task/argument-string.ts'
import type { ChatOptions } from '../../../plugin/task/context-builder.ts'
import { matchTasks, type TaskEntry } from '../../../plugin/task/select/match-tasks.ts'
import { selectTasks } from '../../../plugin/task/select/select-tasks.ts'
import { indexTasks, type TaskIndex } from '../../../plugin/task/task-registry.ts'
import { caseChat } from './case-chat.ts'
import type { CaseRow } from './outcome.ts'
import { PythonModules } from './python-modules.ts'

export interface CaseOptions {
  num_fewshot?: number
  limit?: number
  samples?: Record<string, number[]>
  fewshot_seed?: number
  system_instruction?: string
  chat_template?: string
  fewshot_as_multiturn?: boolean
  gen_kwargs?: Record<string, unknown> | string
  predict_only?: boolean
  include_path?: string[]
  tasks?: string[]
  table?: boolean
}

/** A case's tasks, loaded. */
export interface OpenedCase {
  evaluations: TaskEvaluation[]
  groups: Group[]
  /** Warnings of lookup and groups. */
  warnings: { code: string }[]
}

/** Finds and loads a case's tasks as the product does for a run. */
export async function openCase(
  row: CaseRow,
  folder: string,
  { part, bootstrapIters = 0 }: { part?: { index: number; of: number }; bootstrapIters?: number } = {},
): Promise<OpenedCase> {
  const options = (row.options ?? {}) as CaseOptions
  const warnings: { code: string }[] = []
  const settings = resolveRunSettings({ limit: options.limit ?? null, samples: options.samples ?? null })
  const index = indexTasks(
    (options.include_path ?? []).map(path => resolve(folder, path)),
    warning => warnings.push(warning),
  )
  const main = resolve(folder, (row.main ?? 'task.yaml') as string)
  const entries: TaskEntry[] =
    options.tasks?.flatMap(name => entriesOf(name, index, folder)) ??
    matchTasks([main], index, { cwd: folder })
  const selection = selectTasks(entries, index)
  warnings.push(...selection.warnings)
  const { importModule } = new PythonModules(row, folder)
  const evaluations: TaskEvaluation[] = []
  for (const { spec } of selection.tasks) {
    evaluations.push(
      await TaskEvaluation.load(spec, {
        root: folder,
        datasets: {},
        limit: settings.limit ?? undefined,
        samples: settings.samples ?? undefined,
        part,
        numFewshot: options.num_fewshot,
        fewshotSeed: options.fewshot_seed,
        genKwargs:
          typeof options.gen_kwargs === 'string'
            ? parseArgumentString(options.gen_kwargs)
            : options.gen_kwargs,
        systemInstruction: options.system_instruction,
        chat: chatOf(options),
        predictOnly: options.predict_only,
        bootstrapIters,
        packageVersion: '0',
        importModule,
      }),
    )
  }
  return { evaluations, groups: selection.groups, warnings }
}

/** A name that is not registered may be a file. */
function entriesOf(name: string, index: TaskIndex, folder: string): TaskEntry[] {
  const isFile = !index.entries.has(name) && existsSync(resolve(folder, name))
  return isFile ? matchTasks([name], index, { cwd: folder }) : [{ kind: 'name', name }]
}

function chatOf({
  chat_template: source,
  fewshot_as_multiturn: multiturn,
}: CaseOptions): ChatOptions | undefined {
  return source === undefined ? undefined : caseChat(source, multiturn ?? false)
}

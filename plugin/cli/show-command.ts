import { resolve } from 'node:path'
import { LmEvalError } from '../errors.ts'
import { modelSpec } from '../evaluation/model-spec.ts'
import { TaskEvaluation } from '../evaluation/task-evaluation.ts'
import { findSelection } from '../task/find-tasks.ts'
import type { OnSelectionWarning } from '../task/task-registry.ts'
import type { TaskSpec } from '../task/types.ts'
import { chatOf } from '../vitest/chat.ts'
import type { LmEvalOptions } from '../vitest/options.ts'
import { packageVersion } from '../vitest/package-version.ts'
import { runContext } from '../vitest/run-context.ts'
import { readConfigOptions } from './config-options.ts'
import { documentJson } from './document-json.ts'
import { documentText } from './document-text.ts'
import { viewDocument } from './document-view.ts'
import { moduleImporter } from './module-importer.ts'
import { mergeOptions, optionsOf, placeOptions, promptOptions } from './options.ts'
import { type Output, warningWriter } from './output.ts'
import { lastValue, type OptionRules, type ParsedLine } from './parse-line.ts'
import { readInteger } from './read-value.ts'
import { requestTokens } from './request-tokens.ts'
import { calledTask, callNamed, callWith } from './select-call.ts'
import { UsageError } from './usage-error.ts'

export const showOptions: OptionRules = {
  doc: { value: 'N', about: 'position of the document in its split (default: 0)' },
  json: { about: 'prints JSON: every text exactly, all token ids' },
  tokens: { value: 'N', about: 'tokens to show of each part (default: 12)' },
  ...promptOptions,
  ...placeOptions,
}

/**
 * `vitest-lm-eval show TASK --doc N`: what one document becomes. The task's functions run and its data is read; no model is.
 * A task that the config runs is shown as it runs there, with the overrides of its group.
 * @throws UsageError unless one task is named; LmEvalError for everything that a run would fail on
 */
export async function showCommand(line: ParsedLine, output: Output): Promise<void> {
  const [name, ...more] = line.positionals
  if (name === undefined || more.length > 0) throw new UsageError('show takes one task.')
  const docId = readInteger('doc', lastValue(line, 'doc') ?? '0')
  const shown = readInteger('tokens', lastValue(line, 'tokens') ?? '12')
  const given = absolutePaths(optionsOf(line, output.cwd), output.cwd)
  const started = resolve(output.cwd, lastValue(line, 'root') ?? '.')
  const { root, calls } = await readConfigOptions(started, lastValue(line, 'config'))
  const named = callNamed(calls, lastValue(line, 'project'))
  const tasksDir = given.tasksDir ?? (named ?? calls.find(call => call.tasksDir !== undefined))?.tasksDir
  const candidates = named === undefined ? calls : [named]
  const called = given.tasksDir === undefined ? calledTask(candidates, name, root) : undefined
  const spec = called?.spec ?? oneTask(name, { root, tasksDir }, warningWriter(output))
  const options = mergeOptions(called?.call ?? named ?? callWith(calls, spec, root) ?? {}, given)
  const model = options.model === undefined ? undefined : modelSpec(options, root)
  const chats = options.chatTemplate !== undefined && options.chatTemplate !== false
  if (chats && model === undefined) {
    throw new LmEvalError("A chat template is the model's: name its folder with --model.", { code: 'OPTION' })
  }
  const { chat, warnings } = chatOf(options, model)
  const evaluation = await TaskEvaluation.load(spec, {
    ...runContext(options, root),
    root,
    packageVersion: packageVersion(),
    importModule: moduleImporter(root),
    chat,
    promptsOnly: true,
  })
  const encode = model === undefined ? undefined : requestTokens(model.path, model.maxLength)
  const shownDocument = viewDocument(evaluation, docId, encode)
  const view = { ...shownDocument, warnings: [...warnings, ...shownDocument.warnings] }
  const text = line.options.has('json') ? documentJson(view) : documentText(view, Math.max(1, shown))
  output.write(`${text}\n`)
}

function oneTask(
  name: string,
  place: { root: string; tasksDir: string | undefined },
  onProblem: OnSelectionWarning,
): TaskSpec {
  const [group] = name.split('::', 1) as [string]
  const selected = findSelection([group], { ...place, onProblem }).tasks
  const tasks = group === name ? selected : selected.filter(task => task.name === name)
  const [first, ...others] = tasks
  if (first !== undefined && others.length === 0) return first.spec
  const names = (tasks.length === 0 ? selected : tasks).slice(0, 10).map(task => task.name)
  if (tasks.length === 0) {
    throw new LmEvalError(
      `The group ${group} has no task ${name}; it has ${names.join(', ')}${selected.length > 10 ? ', …' : ''}.`,
      { code: 'TASK_NOT_FOUND' },
    )
  }
  throw new LmEvalError(
    `${name} names ${tasks.length} tasks, show takes one at a time: ${names.join(', ')}${tasks.length > 10 ? ', …' : ''}.`,
    { code: 'TASK_NOT_FOUND' },
  )
}

/** Paths on the command line count from where it was typed, those of a config from Vitest's root. */
function absolutePaths(options: LmEvalOptions, cwd: string): LmEvalOptions {
  const { tasksDir, model, datasets } = options
  const absolute = Object.entries(datasets ?? {}).map(([name, path]) => [name, resolve(cwd, path as string)])
  return {
    ...options,
    ...(tasksDir === undefined ? {} : { tasksDir: resolve(cwd, tasksDir) }),
    ...(model === undefined || model === 'dummy' ? {} : { model: resolve(cwd, model) }),
    ...(datasets === undefined ? {} : { datasets: Object.fromEntries(absolute) }),
  }
}

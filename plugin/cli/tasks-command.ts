import { resolve } from 'node:path'
import { jsonDumps } from '../python/index.ts'
import { readConfigOptions } from './config-options.ts'
import { listTasks } from './list-tasks.ts'
import { optionsOf, placeOptions } from './options.ts'
import { type Output, warningWriter } from './output.ts'
import { lastValue, type OptionRules, type ParsedLine } from './parse-line.ts'
import { callNamed } from './select-call.ts'
import { taskTable } from './task-table.ts'

export const tasksOptions: OptionRules = {
  json: { about: 'prints a JSON list with everything that is known' },
  ...placeOptions,
}

/**
 * `vitest-lm-eval tasks [PATTERN...]`: lists tasks, groups and tags.
 * @throws LmEvalError as listTasks
 */
export async function tasksCommand(line: ParsedLine, output: Output): Promise<void> {
  const started = resolve(output.cwd, lastValue(line, 'root') ?? '.')
  const { root, calls } = await readConfigOptions(started, lastValue(line, 'config'))
  const given = optionsOf(line, output.cwd)
  const call = callNamed(calls, lastValue(line, 'project')) ?? calls[0]
  const tasksDir =
    given.tasksDir === undefined ? resolveFrom(root, call?.tasksDir) : resolve(output.cwd, given.tasksDir)
  const tasks = listTasks({
    root,
    tasksDir,
    patterns: line.positionals,
    configured: call?.tasks ?? [],
    onWarning: warningWriter(output),
  })
  const text = line.options.has('json') ? jsonDumps(tasks, { indent: 2 }) : taskTable(tasks).join('\n')
  output.write(`${text}\n`)
}

function resolveFrom(root: string, folder: string | undefined): string | undefined {
  return folder === undefined ? undefined : resolve(root, folder)
}

import { cacheCommand, cacheOptions } from './cache-command.ts'
import { metricsCommand, metricsOptions } from './metrics-command.ts'
import type { Output } from './output.ts'
import type { OptionRules, ParsedLine } from './parse-line.ts'
import { schemaCommand, schemaOptions } from './schema-command.ts'
import { showCommand, showOptions } from './show-command.ts'
import { tasksCommand, tasksOptions } from './tasks-command.ts'

/** One command of the command line. */
export interface Command {
  /** What stands behind its name. */
  takes: string
  about: string
  options: OptionRules
  run: (line: ParsedLine, output: Output) => Promise<void>
}

export const commands: Readonly<Record<string, Command>> = {
  tasks: {
    takes: '[PATTERN...]',
    about: 'lists tasks, groups and tags by name, name pattern, path or folder; all without a pattern',
    options: tasksOptions,
    run: tasksCommand,
  },
  show: {
    takes: 'TASK --doc N',
    about: "shows a document's prompt, requests and target, and with --model its tokens",
    options: showOptions,
    run: showCommand,
  },
  metrics: {
    takes: 'PATH...',
    about:
      'computes metrics again from saved samples (samples_TASK_DATE.jsonl, or a folder of them), without a model',
    options: metricsOptions,
    run: metricsCommand,
  },
  cache: {
    takes: 'info|clear',
    about: "tells about the score cache of the config's lmEval() calls, or removes it",
    options: cacheOptions,
    run: cacheCommand,
  },
  schema: {
    takes: '',
    about: 'prints the JSON Schema of task files, for editors',
    options: schemaOptions,
    run: schemaCommand,
  },
}

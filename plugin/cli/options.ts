import { type LmEvalOptions, resolveOptions } from '../vitest/options.ts'
import { lastValue, type OptionRules, type ParsedLine } from './parse-line.ts'
import {
  readArguments,
  readBoolean,
  readFewshotSeed,
  readInteger,
  readNumber,
  readPair,
  readSamples,
} from './read-value.ts'

/** Options that say where tasks and their settings are found. */
export const placeOptions: OptionRules = {
  root: { value: 'DIR', about: 'folder that paths count from (default: the working directory)' },
  config: {
    value: 'FILE',
    about: 'Vitest config whose lmEval() options count (default: the one in the root; none: no config)',
  },
  project: {
    value: 'NAME',
    about: 'which lmEval() of the config, by its name (default: the one that has the task, else the first)',
  },
  'tasks-dir': { value: 'DIR', also: ['include-path'], about: 'folder with task files of your own' },
}

/** Options that change prompts and requests, named as the harness names them. */
export const promptOptions: OptionRules = {
  datasets: { value: 'NAME=PATH', about: 'local rows of a data set; repeatable' },
  'num-fewshot': { value: 'N', about: 'shots, in place of what the task says' },
  limit: { value: 'N', about: 'first documents: a count, or a fraction below 1' },
  samples: { value: 'JSON', about: 'documents by task, {"wsc273": [0, 3]}, or a file with that' },
  seed: { value: 'N,N,N,N', about: 'seeds; the fourth draws few-shot examples (default: 0,1234,1234,1234)' },
  'gen-kwargs': { value: 'K=V,…', about: "over the task's generation_kwargs" },
  metadata: { value: 'JSON', about: "over the task's metadata" },
  'system-instruction': { value: 'TEXT', about: 'text before the description' },
  model: { value: 'DIR', about: 'model folder: shows tokens; needed for its chat template' },
  'max-length': { value: 'N', about: "longest input in tokens, less than the model's own" },
  'apply-chat-template': {
    value: 'NAME',
    optional: true,
    about: "applies the model's chat template; =NAME one of several",
  },
  'fewshot-as-multiturn': {
    value: 'BOOL',
    optional: true,
    about: 'few-shot examples as turns of their own; =false',
  },
}

/**
 * The options of lmEval() that a command line gives, and nothing for those that it does not.
 * @param cwd folder that a file of `--samples` counts from
 * @throws UsageError for a value of the wrong kind
 */
export function optionsOf(line: ParsedLine, cwd: string): LmEvalOptions {
  const read = <T>(name: string, key: keyof LmEvalOptions, reader: (option: string, text: string) => T) => {
    const text = lastValue(line, name)
    return text === undefined ? {} : { [key]: reader(name, text) }
  }
  const plain = (_: string, text: string): string => text
  const chat = line.options.has('apply-chat-template')
  const multiturn = line.options.has('fewshot-as-multiturn')
  const datasets = line.options.get('datasets') ?? []
  return {
    ...read('tasks-dir', 'tasksDir', plain),
    ...read('num-fewshot', 'numFewshot', readInteger),
    ...read('limit', 'limit', readNumber),
    ...read('samples', 'samples', (option, text) => readSamples(option, text, cwd)),
    ...read('seed', 'fewshotSeed', readFewshotSeed),
    ...read('gen-kwargs', 'genKwargs', readArguments),
    ...read('metadata', 'metadata', readArguments),
    ...read('system-instruction', 'systemInstruction', plain),
    ...read('model', 'model', plain),
    ...read('max-length', 'maxLength', readInteger),
    ...(chat ? { chatTemplate: lastValue(line, 'apply-chat-template') ?? true } : {}),
    ...(multiturn
      ? { fewshotAsMultiturn: readBoolean('fewshot-as-multiturn', lastValue(line, 'fewshot-as-multiturn')) }
      : {}),
    ...(datasets.length > 0
      ? { datasets: Object.fromEntries(datasets.map(text => readPair('datasets', text as string))) }
      : {}),
  }
}

/**
 * Options of the Vitest config with those of the command line over them; data sets are joined name by name, and of
 * `limit` and `samples`, which exclude each other, the command line's stays.
 * @throws LmEvalError OPTION as lmEval() does
 */
export function mergeOptions(
  configured: LmEvalOptions,
  given: LmEvalOptions,
): ReturnType<typeof resolveOptions> {
  const { limit, samples, ...rest } = configured
  const kept = given.limit === undefined && given.samples === undefined ? { limit, samples } : {}
  const datasets = { ...configured.datasets, ...given.datasets }
  return resolveOptions({ ...rest, ...definedOf(kept), ...given, datasets })
}

function definedOf<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

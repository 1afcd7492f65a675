import { dictFromEntries, dictGet, dictKeys, isDict } from '../python/index.ts'
import type { Task, TaskFunction } from './types.ts'

type Config = Record<string, unknown>

/** Fields of a task in the order in which the harness writes them (lm_eval.config.task); it leaves `tag` out. */
const fields = [
  'task',
  'task_alias',
  'custom_dataset',
  'dataset_path',
  'dataset_name',
  'dataset_kwargs',
  'training_split',
  'validation_split',
  'test_split',
  'fewshot_split',
  'process_docs',
  'doc_to_text',
  'doc_to_target',
  'doc_to_image',
  'doc_to_audio',
  'unsafe_code',
  'doc_to_choice',
  'process_results',
  'use_prompt',
  'description',
  'target_delimiter',
  'fewshot_delimiter',
  'fewshot_config',
  'num_fewshot',
  'metric_list',
  'output_type',
  'generation_kwargs',
  'repeats',
  'filter_list',
  'should_decontaminate',
  'doc_to_decontamination_query',
  'gen_prefix',
  'metadata',
]

/** Fields that a `!function` may stand in. */
const functionFields = [
  'custom_dataset',
  'process_docs',
  'doc_to_text',
  'doc_to_target',
  'doc_to_choice',
  'process_results',
  'description',
  'gen_prefix',
  'doc_to_decontamination_query',
]

/**
 * A task's configuration as the harness logs it under `configs` (metrics-spec.md, 6): defaults filled in, null fields left out,
 * functions as their source text, those inside `fewshot_config` and `filter_list` as `<function NAME>`; `metadata` says which
 * file the task is from. Fields that the harness does not know are left out.
 */
export function loggedConfig(task: Task): Config {
  const { config, file } = task
  const complete: Config = {
    ...config,
    ...(task.predictOnly === true
      ? { metric_list: [{ metric: 'bypass' }], process_results: 'process_results' }
      : {}),
    fewshot_config: fewshotConfig(task),
    metadata: { ...(config.metadata as Config | undefined), config_source: file },
  }
  const entries = fields.flatMap((field): [string, unknown][] => {
    const value = complete[field]
    return value === undefined || value === null ? [] : [[field, logged(task, field, value)]]
  })
  return Object.fromEntries(entries)
}

function logged(task: Task, field: string, value: unknown): unknown {
  if (functionFields.includes(field)) return sourceOf(functionAt(task, value)) ?? value
  if (field === 'filter_list') return namedFunctions(task, value)
  if (field !== 'metric_list' || !Array.isArray(value)) return value
  return value.map(entry => mapDict(entry, item => sourceOf(functionAt(task, item)) ?? item))
}

function fewshotConfig(task: Task): Config {
  const { config } = task
  const given = (config.fewshot_config ?? {}) as Config
  const complete: Config = {
    sampler: 'default',
    split: config.fewshot_split ?? null,
    process_docs: config.process_docs ?? null,
    fewshot_indices: null,
    samples: null,
    doc_to_text: config.doc_to_text ?? null,
    doc_to_choice: config.doc_to_choice ?? null,
    doc_to_target: config.doc_to_target ?? null,
    gen_prefix: config.gen_prefix ?? null,
    fewshot_delimiter: config.fewshot_delimiter,
    target_delimiter: config.target_delimiter,
  }
  const own = Object.keys(complete).filter(key => given[key] !== undefined)
  return mapDict(
    { ...complete, ...Object.fromEntries(own.map(key => [key, given[key]])) },
    value => nameOf(functionAt(task, value)) ?? value,
  ) as Config
}

function namedFunctions(task: Task, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => namedFunctions(task, item))
  if (isDict(value)) return mapDict(value, item => namedFunctions(task, item))
  return nameOf(functionAt(task, value)) ?? value
}

function mapDict(value: unknown, map: (item: unknown) => unknown): unknown {
  if (!isDict(value)) return value
  return dictFromEntries(dictKeys(value).map(key => [key, map(dictGet(value, key))]))
}

function functionAt({ functions }: Task, value: unknown): TaskFunction | undefined {
  return typeof value === 'string' ? functions.get(value) : undefined
}

function sourceOf(value: TaskFunction | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}

function nameOf(value: TaskFunction | undefined): string | undefined {
  return value === undefined ? undefined : `<function ${value.name}>`
}

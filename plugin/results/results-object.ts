import type { Results } from '../metric/types.ts'
import { compareText, dictFromEntries, type PyDict } from '../python/index.ts'

/** What a run was asked to do and where it ran, under the harness's names (metrics-spec.md, 6). What is unknown is null. */
export interface RunSettings {
  /** `config`: model, model_args, batch_size, limit, seeds and so on; {@link runConfig} puts them in order. */
  config: PyDict
  /** Commit of the folder that the run was started in. */
  gitHash: string | null
  /** When the run began, in seconds since 1970. */
  date: unknown
  /** Free text about machine and software. */
  environment: string
  /** Version of what ran the evaluation, under `lm_eval_version`. */
  version: string
  /** `tokenizer_pad_token`, `max_length` and so on; undefined for a model without tokenizer. */
  tokenizer?: PyDict | undefined
}

const configKeys = [
  'batch_size',
  'batch_sizes',
  'device',
  'use_cache',
  'limit',
  'bootstrap_iters',
  'gen_kwargs',
  'random_seed',
  'numpy_seed',
  'torch_seed',
  'fewshot_seed',
]

/**
 * The `config` part of a results object: model and arguments, what else is known of the model, then the run's settings, null where
 * they are not given (an empty list for `batch_sizes`).
 */
export function runConfig(
  model: string,
  modelArgs: unknown,
  settings: Readonly<Record<string, unknown>>,
  modelInfo: Readonly<Record<string, unknown>> = {},
): PyDict {
  return dictFromEntries([
    ['model', model],
    ['model_args', modelArgs ?? null],
    ...Object.entries(modelInfo),
    ...configKeys.map(key => [key, settings[key] ?? (key === 'batch_sizes' ? [] : null)] as const),
  ])
}

/**
 * The harness's results object of a whole run, all keys in its order.
 * @param results figures of tasks and groups
 * @param configs configuration of each task as the harness logs it
 */
export function resultsObject(
  results: Results,
  configs: Readonly<Record<string, unknown>>,
  settings: RunSettings,
): PyDict {
  const { groups, group_subtasks = {}, versions, higher_is_better } = results
  return dictFromEntries([
    ['results', results.results],
    ...(groups === undefined ? [] : [['groups', groups] as const]),
    ['group_subtasks', group_subtasks],
    ['configs', byName(configs)],
    ['versions', byName(versions)],
    ['n-shot', byName(results['n-shot'])],
    ['higher_is_better', byName(higher_is_better)],
    ['n-samples', results['n-samples'] ?? {}],
    ['config', settings.config],
    ['git_hash', settings.gitHash],
    ['date', settings.date],
    ['pretty_env_info', settings.environment],
    ['transformers_version', 'N/A'],
    ['lm_eval_version', settings.version],
    ['upper_git_hash', null],
    ...Object.entries(settings.tokenizer ?? {}),
  ])
}

function byName(entries: Readonly<Record<string, unknown>>): PyDict {
  return dictFromEntries(Object.entries(entries).sort(([a], [b]) => compareText(a, b)))
}

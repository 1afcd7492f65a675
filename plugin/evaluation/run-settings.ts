import { LmEvalError } from '../errors.ts'
import { parseArgumentString } from '../task/argument-string.ts'
import type { TaskWarning } from '../task/types.ts'
import { resolveSeeds, type Seed } from './run-seeds.ts'

/** Settings of a run under the harness's names, as its command line takes them (task-spec.md, 13 to 15). */
export interface RunOptions {
  limit?: number | null
  samples?: Record<string, number[]> | null
  /** One seed for all, or those of random, numpy, torch and few-shot sampling; null leaves a generator unseeded. */
  seed?: Seed | Seed[] | null
  num_fewshot?: number | null
  apply_chat_template?: boolean | string | null
  fewshot_as_multiturn?: boolean | null
  log_samples?: boolean | null
  predict_only?: boolean | null
  output_path?: string | null
  metadata?: Record<string, unknown> | string | null
  model_args?: Record<string, unknown> | string | null
}

export interface RunSettings {
  limit: number | null
  samples: Record<string, number[]> | null
  seed: Seed[] | null
  num_fewshot: number | null
  fewshot_as_multiturn: boolean | null
  log_samples: boolean
  metadata: Record<string, unknown>
}

/**
 * Checks a run's settings against each other and fills in what the harness fills in: examples are separate turns under a
 * chat template, three seeds get the few-shot seed 1234, model arguments count as metadata.
 * @throws LmEvalError OPTION for settings that exclude each other
 */
export function resolveRunSettings(
  options: RunOptions,
  onWarning: (warning: TaskWarning) => void = () => {},
): RunSettings {
  const { limit = null, samples = null, num_fewshot = null } = options
  if (limit !== null && Number(limit) !== 0) {
    const message = 'limit is for trying things out: figures over a part of the documents are not comparable.'
    onWarning({ code: 'limit_testing_only', message, quiet: true })
  }
  if (limit !== null && samples !== null && Object.keys(samples).length > 0)
    throw wrong('limit and samples exclude each other; give one of them')
  const logSamples = options.log_samples === true || options.predict_only === true
  if (logSamples && !options.output_path) {
    throw wrong('log_samples and predict_only need output_path, the place for the samples')
  }
  return {
    limit,
    samples,
    seed: resolveSeeds(options.seed, onWarning),
    num_fewshot,
    fewshot_as_multiturn: resolveMultiturn(options),
    log_samples: logSamples,
    metadata: { ...argumentsOf(options.model_args), ...argumentsOf(options.metadata) },
  }
}

/** The seed of few-shot sampling, or undefined where it is to be left to chance. */
export function fewshotSeed(seeds: RunSettings['seed']): number | bigint | undefined {
  return seeds?.[3] ?? undefined
}

function resolveMultiturn({
  apply_chat_template: chat,
  fewshot_as_multiturn: multiturn,
}: RunOptions): boolean | null {
  const applied = chat === true || (typeof chat === 'string' && chat !== '')
  if (multiturn === true && !applied) {
    throw wrong('fewshotAsMultiturn needs a chat template; set chatTemplate too (--apply_chat_template)')
  }
  return multiturn ?? (applied ? true : null)
}

function argumentsOf(given: RunOptions['metadata']): Record<string, unknown> {
  return typeof given === 'string' ? parseArgumentString(given) : (given ?? {})
}

function wrong(problem: string): LmEvalError {
  return new LmEvalError(`${problem}.`, { code: 'OPTION' })
}

import { distance } from 'fastest-levenshtein'
import * as v from 'valibot'
import { LmEvalError } from '../errors.ts'
import type { EncoderOptions } from '../evaluation/encoder-specs.ts'
import { resolveRunSettings } from '../evaluation/run-settings.ts'
import type { CacheOption } from '../scorer/score-cache/cache-place.ts'
import { type ProviderOption, providerNames } from '../scorer/types.ts'

/** Options of {@link lmEval}; each one may be left out. */
export interface LmEvalOptions {
  /**
   * Folder with an ONNX causal language model in the layout of Hub repositories (`onnx/model.onnx`, `config.json`,
   * `tokenizer.json`), relative to the project root; `'dummy'` answers with the harness's fixed random stream.
   * Default: the embedded demonstration model, whose figures mean nothing.
   */
  model?: string
  /** Task names, name patterns (`wsc*`), paths or globs (`evals/**\/*.yaml`). Default: every task of `tasksDir`. */
  tasks?: string | string[]
  /** Folder with task YAMLs of your own, found by their `task:` name. */
  tasksDir?: string
  /** Folder of the stored baselines, relative to the root; `false` turns the gates off. Default: `'baselines'`. */
  baselines?: string | false
  /** Largest absolute difference to the baseline that a gate lets pass. Default: 0 (float text noise of 1e-12 aside). */
  tolerance?: number
  /** First documents of each task: a count, or a fraction below 1. Default: all. */
  limit?: number
  /** Documents to evaluate, by task: positions in its split, as the harness's `--samples`; excludes `limit`. */
  samples?: Record<string, number[]>
  /** Shots for every task, as the harness's `--num_fewshot`. Default: what each task says. */
  numFewshot?: number
  /** Seed that few-shot examples are drawn with. Default: 1234, the harness's. */
  fewshotSeed?: number
  /** Seed that sampled texts are drawn with (`do_sample: true`, or a temperature above 0). Default: 1234, the harness's seed of torch. */
  samplingSeed?: number
  /** `generation_kwargs` over those of every generate_until task, key by key, as the harness's `--gen_kwargs`. */
  genKwargs?: Record<string, unknown>
  /** Over the `metadata` of every task, key by key, as the harness's `--metadata`; `custom_dataset` gets it. */
  metadata?: Record<string, unknown>
  /** Text before every task's description, as the harness's `--system_instruction`. */
  systemInstruction?: string
  /** `true` applies the model's own chat template, a name one of several. Default: false, as in the harness. */
  chatTemplate?: boolean | string
  /** Few-shot examples as turns of their own. Default: true under a chat template; true without one is refused. */
  fewshotAsMultiturn?: boolean
  /** Execution provider(s). Default: `'auto'`. */
  provider?: ProviderOption
  /** Rows of a batch at most. Default: as many as some hundred megabytes allow, of generated texts 16. */
  batchSize?: number
  /**
   * Whether the same documents must always be scored in the same batches, so that the last digits of their log-likelihoods cannot
   * differ between two runs on one machine: the score cache is not used, and a batch for which there is no memory is an error.
   * Default: false.
   */
  deterministic?: boolean
  /** Longest input in tokens, where it should be less than the model allows. */
  maxLength?: number
  /** Threads of ONNX Runtime. Default: its own choice. */
  threads?: number
  /**
   * Keeps the model's answers across runs, so that only new requests are scored: `false` for none, or `folder` (default:
   * `node_modules/.cache/vitest-lm-eval` of the root; without node_modules, the system's folder for caches) and `maxBytes` (default:
   * 1 GiB; what was not used for longest goes first). The environment variable VITEST_LM_EVAL_CACHE, `off` or a folder, wins.
   * Default: true.
   */
  cache?: CacheOption
  /** Encoders that compute `bert_score` and `bleurt`. Default: none, and those metrics are N/A. */
  encoders?: EncoderOptions
  /** `'assert'`: a wrongly answered document is a failed test. Default: `'record'`, only a document without a score fails. */
  documents?: 'record' | 'assert'
  /** Replicates of bootstrapped standard errors. Default: 100000, the harness's; 0 turns all standard errors off. */
  bootstrapIters?: number
  /** Local rows by data set: `{ mc_taco: 'data/mc_taco' }` (a folder with SPLIT.jsonl) or `{ mc_taco: { test: 'rows.jsonl' } }`. */
  datasets?: Record<string, string | Record<string, string | string[]>>
  /**
   * Training text that the documents of tasks with `should_decontaminate: true` are looked for in: files and folders (`.txt`,
   * `.md`, `.jsonl`, prepared n-grams; also `.gz`, `.zst`), words of an n-gram (13), key of the text in JSON lines (`text`).
   * Every metric then has a twin over the documents that are not in it, `acc_decontaminate`.
   */
  decontamination?: { paths: string | string[]; ngram?: number; textField?: string }
  /**
   * Folder for `results_DATE.json` and `samples_TASK_DATE.jsonl`, in a folder with the model's name, as the harness's
   * `--output_path` and `--log_samples` write them. Default: none are written.
   */
  output?: string
  /** `false`: the model runs inside the Vitest worker (forks pool only) instead of in a process of its own. Default: true. */
  modelProcess?: boolean
  /** Name of the Vitest project that holds the tasks; must differ between several lmEval() of one config. Default: `'lm-eval'`. */
  name?: string
}

/** Options with every default filled in. */
export type ResolvedOptions = Required<Omit<LmEvalOptions, OptionalOption | 'tasks'>> &
  Pick<LmEvalOptions, OptionalOption> & { tasks: string[] }

type OptionalOption =
  | 'model'
  | 'tasksDir'
  | 'limit'
  | 'samples'
  | 'numFewshot'
  | 'fewshotSeed'
  | 'samplingSeed'
  | 'genKwargs'
  | 'metadata'
  | 'systemInstruction'
  | 'chatTemplate'
  | 'fewshotAsMultiturn'
  | 'batchSize'
  | 'deterministic'
  | 'maxLength'
  | 'threads'
  | 'decontamination'
  | 'output'
  | 'encoders'

const text = v.pipe(v.string(), v.nonEmpty())
const count = v.pipe(v.number(), v.integer(), v.minValue(1))
const counter = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Bytes below which a score cache would hold next to nothing. */
const smallestCache = 16 * 1024 ** 2
const provider = v.picklist(providerNames)

const fields = {
  model: { schema: text, allowed: "a folder path or 'dummy'" },
  tasks: { schema: v.union([text, v.array(text)]), allowed: 'a task name, path or glob, or a list of them' },
  tasksDir: { schema: text, allowed: 'a folder path' },
  baselines: { schema: v.union([text, v.literal(false)]), allowed: 'a folder path or false' },
  tolerance: { schema: v.pipe(v.number(), v.finite(), v.minValue(0)), allowed: 'a number of 0 or more' },
  limit: {
    schema: v.pipe(v.number(), v.finite(), v.gtValue(0)),
    allowed: 'a number of documents, or a fraction between 0 and 1',
  },
  samples: {
    schema: v.record(v.string(), v.array(counter)),
    allowed: 'an object from task names to lists of document positions',
  },
  fewshotSeed: { schema: v.pipe(v.number(), v.integer()), allowed: 'a whole number' },
  samplingSeed: { schema: v.pipe(v.number(), v.integer()), allowed: 'a whole number' },
  genKwargs: { schema: v.record(v.string(), v.unknown()), allowed: 'an object of generation settings' },
  metadata: { schema: v.record(v.string(), v.unknown()), allowed: 'an object' },
  systemInstruction: { schema: v.string(), allowed: 'a text' },
  chatTemplate: { schema: v.union([v.boolean(), text]), allowed: 'true, false or the name of a template' },
  fewshotAsMultiturn: { schema: v.boolean(), allowed: 'true or false' },
  numFewshot: { schema: counter, allowed: 'a whole number of 0 or more' },
  provider: {
    schema: v.union([v.literal('auto'), provider, v.pipe(v.array(provider), v.minLength(1))]),
    allowed: `'auto', one of ${providerNames.map(name => `'${name}'`).join(', ')}, or a list of these`,
  },
  batchSize: { schema: count, allowed: 'a whole number of 1 or more' },
  maxLength: { schema: count, allowed: 'a whole number of 1 or more' },
  deterministic: { schema: v.boolean(), allowed: 'true or false' },
  threads: { schema: count, allowed: 'a whole number of 1 or more' },
  cache: {
    schema: v.union([
      v.boolean(),
      v.strictObject({
        folder: v.optional(text),
        maxBytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(smallestCache))),
      }),
    ]),
    allowed: `true, false or an object with folder (a path) and maxBytes (a whole number of ${smallestCache} or more)`,
  },
  encoders: {
    schema: v.strictObject({
      bert_score: v.optional(
        v.strictObject({ model: text, layer: counter, output: v.optional(text), baseline: v.optional(text) }),
      ),
      bleurt: v.optional(v.strictObject({ model: text })),
    }),
    allowed:
      '{ bert_score: { model: FOLDER, layer: NUMBER, output?: NAME, baseline?: FILE }, bleurt: { model: FOLDER } }, or one of the two',
  },
  documents: { schema: v.picklist(['record', 'assert']), allowed: "'record' or 'assert'" },
  bootstrapIters: { schema: counter, allowed: 'a whole number of 0 or more' },
  datasets: {
    schema: v.record(v.string(), v.union([text, v.record(v.string(), v.union([text, v.array(text)]))])),
    allowed: 'an object from data set names to a folder, or to files by split',
  },
  decontamination: {
    schema: v.strictObject({
      paths: v.union([text, v.pipe(v.array(text), v.minLength(1))]),
      ngram: v.optional(count),
      textField: v.optional(text),
    }),
    allowed:
      'an object with paths (a path or a list of them) and, if you like, ngram (a whole number) and textField',
  },
  output: { schema: text, allowed: 'a folder path' },
  modelProcess: { schema: v.boolean(), allowed: 'true or false' },
  name: { schema: text, allowed: 'a project name' },
} satisfies Record<keyof LmEvalOptions, { schema: v.GenericSchema; allowed: string }>

/**
 * Checks the options of lmEval() and fills in the defaults.
 * @throws LmEvalError OPTION that names the option, what was given and what is allowed; an unknown option with the
 * nearest known one.
 */
export function resolveOptions(options: LmEvalOptions = {}): ResolvedOptions {
  checkOptions('lmEval()', options, Object.keys(fields) as (keyof LmEvalOptions)[])
  const { tasks = [] } = options
  checkTogether(options)
  return {
    ...options,
    tasks: Array.isArray(tasks) ? tasks : [tasks],
    baselines: options.baselines ?? 'baselines',
    tolerance: options.tolerance ?? 0,
    provider: options.provider ?? 'auto',
    cache: options.cache ?? true,
    documents: options.documents ?? 'record',
    bootstrapIters: options.bootstrapIters ?? 100_000,
    datasets: options.datasets ?? {},
    modelProcess: options.modelProcess ?? true,
    name: options.name ?? 'lm-eval',
  }
}

/**
 * Checks options that exclude or need each other.
 * @throws LmEvalError OPTION
 */
export function checkTogether({
  limit,
  samples,
  chatTemplate,
  fewshotAsMultiturn,
}: Pick<LmEvalOptions, 'limit' | 'samples' | 'chatTemplate' | 'fewshotAsMultiturn'>): void {
  resolveRunSettings({
    limit: limit ?? null,
    samples: samples ?? null,
    apply_chat_template: chatTemplate ?? null,
    fewshot_as_multiturn: fewshotAsMultiturn ?? null,
  })
}

/** Checks those of the options that `allowed` names; `where` is the function a message speaks of. */
export function checkOptions(
  where: string,
  options: object,
  allowed: readonly (keyof LmEvalOptions)[],
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new LmEvalError(`${where} takes an object of options, not ${show(options)}.`, { code: 'OPTION' })
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (!allowed.includes(name as keyof LmEvalOptions)) throw unknownOption(where, name, allowed)
    const field = fields[name as keyof LmEvalOptions]
    if (!v.is(field.schema, value)) {
      throw new LmEvalError(`Option ${name} of ${where} is ${show(value)}; allowed is ${field.allowed}.`, {
        code: 'OPTION',
      })
    }
  }
}

function unknownOption(where: string, name: string, allowed: readonly string[]): LmEvalError {
  const ranked = allowed
    .map(known => ({ known, far: distance(known.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
  const [best] = ranked
  const hint =
    best !== undefined && best.far <= Math.max(2, name.length / 3)
      ? `did you mean ${best.known}?`
      : `known are ${[...allowed].sort().join(', ')}.`
  return new LmEvalError(`${where} has no option ${name}; ${hint}`, { code: 'OPTION' })
}

function show(value: unknown): string {
  const shown = typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value))
  return shown.length > 80 ? `${shown.slice(0, 77)}…` : shown
}

import type { SourcePosition } from '../errors.ts'
import type { Random } from '../python/index.ts'

/**
 * One row of a data set after `process_docs`. Values are plain JSON values, except that a number that Python would read
 * as a float with an integral value (`1.0`) is a `PyFloat` and an integer beyond 2^53 is a `bigint` (see python/json.ts).
 */
export type Doc = Record<string, unknown>

export const outputTypes = [
  'loglikelihood',
  'loglikelihood_rolling',
  'generate_until',
  'multiple_choice',
] as const
export type OutputType = (typeof outputTypes)[number]

/** `!function module.name` as it stands in a YAML file, before anything is imported. */
export class FunctionReference {
  /** The text behind the tag, `utils.process_docs`. */
  readonly text: string
  /** The place of the tag; the module is looked for beside that file. */
  readonly position: SourcePosition

  constructor(text: string, position: SourcePosition) {
    this.text = text
    this.position = position
  }
}

/** A field path inside a task file, `['metric_list', 0, 'metric']`. */
export type FieldPath = ReadonlyArray<string | number>

/** A mapping inside a YAML file whose keys override a task's fields; an empty path is the file's own mapping. */
export interface OverrideLayer {
  file: string
  path: FieldPath
}

/**
 * Where a selected task comes from: its file and what the groups above it override, in order (later layers win). Serialisable.
 * `base` is undefined for a task that a group builds in place; `file` is then the group's.
 */
export interface TaskSpec {
  name: string
  file: string
  base: string | undefined
  layers: OverrideLayer[]
}

/** One entry of a group's `aggregate_metric_list` (metrics-spec.md, groups). */
export interface GroupMetric {
  metric: string
  /** Filters to aggregate; undefined: all that the leaf tasks have for the metric. */
  filters: string[] | undefined
  /** Each task counts with its number of documents (and standard errors are pooled), or all count the same. */
  weightBySize: boolean
}

/** A group of tasks as selected for a run. Serialisable. */
export interface Group {
  name: string
  alias: string
  /** `str(metadata.version)`, or `N/A`. */
  version: string
  /** Names of member tasks and groups, in order. */
  members: string[]
  metrics: GroupMetric[]
}

/**
 * A task file after its includes were merged, functions still references. `config` is not validated yet.
 * Reading it touches only YAML files: no module is imported, no data is read.
 */
export interface TaskFile {
  file: string
  config: Record<string, unknown>
  /** Every YAML file that took part, the task file first. */
  files: string[]
  /** Where a field was written (in whichever file won); the nearest enclosing field if the path itself has no place. */
  locate(path: FieldPath): SourcePosition
}

/** A user's function behind `!function`, imported. */
// biome-ignore lint/suspicious/noExplicitAny: the signature depends on the field it stands in
export type TaskFunction = (...args: any[]) => any

/** One entry of `metric_list`. */
export interface MetricConfig {
  metric: string | TaskFunction
  /** Name of a registered aggregation, or a function over all values of the metric; undefined: the metric's default. */
  aggregation?: string | TaskFunction | undefined
  higherIsBetter?: boolean | undefined
  /** All other keys of the entry, handed to the metric. */
  options: Record<string, unknown>
}

/** One entry of `filter_list`: its steps turn a request's answers into the value that is judged. */
export interface FilterConfig {
  name: string
  steps: { function: string | TaskFunction; options: Record<string, unknown> }[]
}

/**
 * A doc_to_* field ready to be called: returns the raw column value, the rendered text, the constant, or the function's
 * value. `features` are the columns of the evaluated documents, also where a few-shot document is read.
 */
export type DocReader = (doc: Doc, features: ReadonlySet<string>) => unknown

/** What a prompt is made of, each compiled to a reader; undefined where the task has none. */
export interface PromptFields {
  text: DocReader
  target: DocReader
  choices: DocReader | undefined
  description: DocReader | undefined
  genPrefix: DocReader | undefined
  /** The harness's value of doc_to_decontamination_query; undefined unless `should_decontaminate`. */
  decontaminationQuery: DocReader | undefined
  /** What the document is looked for with in training text: that field's column or rendered text; undefined likewise. */
  decontaminationText: DocReader | undefined
}

/** What a few-shot example is made of. */
export type FewshotFields = Pick<PromptFields, 'text' | 'target' | 'choices' | 'genPrefix'>

/** A function in place of a sampler's name: positions in the pool, in prompt order, for one evaluated document. */
export type FewshotSamplerFunction = (options: {
  pool: readonly Doc[]
  count: number
  /** The evaluated document; undefined where it need not be kept out of its own prompt. */
  exclude: Doc | undefined
  random: Random
}) => number[]

/** Names of a task's splits; undefined where the task has none (null counts as none). */
export interface SplitNames {
  training: string | undefined
  validation: string | undefined
  test: string | undefined
}

/** Where few-shot examples come from and how they are written (task-spec.md, 10). */
export interface FewshotConfig {
  sampler: 'default' | 'first_n' | FewshotSamplerFunction
  /** Split of the pool; undefined: samples, else the training, validation or test split. */
  split: string | undefined
  /** `fewshot_config.samples`: rows, or a function that gives them. */
  samples: readonly unknown[] | TaskFunction | undefined
  processDocs: TaskFunction | undefined
  fields: FewshotFields
  /** null fails where it is to be written. */
  targetDelimiter: string | null
  fewshotDelimiter: string | null
}

/** What a run puts over the tasks' own settings. */
export interface TaskOverrides {
  /** As the harness's `--num_fewshot`: replaces the task's number unless that is 0; negative means none. */
  numFewshot?: number | undefined
  /** As the harness's `--gen_kwargs`: over the `generation_kwargs` of generate_until tasks, key by key. */
  genKwargs?: Readonly<Record<string, unknown>> | undefined
  /** As the harness's `--metadata`: over the task's metadata, key by key. */
  metadata?: Readonly<Record<string, unknown>> | undefined
}

/** A warning with the code that the specification gives it (task-spec.md, 18). */
export interface TaskWarning {
  code: string
  message: string
  /** The harness says so; a reader of the figures need not. */
  quiet?: boolean
}

/** A task ready to make requests: fields validated, functions imported, templates compiled. */
export interface Task {
  name: string
  alias: string
  file: string
  /** `metadata.version` as written (a float keeps being one: `1.0` is a PyFloat), or undefined. */
  version: unknown
  outputType: OutputType
  /** Few-shot examples of each prompt; none too where it is negative. */
  numFewshot: number
  metrics: MetricConfig[]
  /** Whole configuration with defaults filled in, functions replaced by their reference text: for results and hashes. */
  config: Record<string, unknown>
  /** Imported functions by the text of their reference, `utils.process_docs`. */
  functions: ReadonlyMap<string, TaskFunction>
  /** The harness's `--predict_only`: no metric is computed. */
  predictOnly?: boolean
  /** SHA-256 over everything that can change a score: merged config, text of the function modules. Hex. */
  hash: string
  /** `custom_dataset`: gives rows by split in place of a data set. */
  customDataset: TaskFunction | undefined
  processDocs: TaskFunction | undefined
  processResults: TaskFunction | undefined
  prompt: PromptFields
  /** null fails where it is to be written. */
  targetDelimiter: string | null
  fewshotDelimiter: string | null
  fewshot: FewshotConfig
  splits: SplitNames
  /** `generation_kwargs` as requests carry them; undefined for other output types. */
  generationKwargs: Readonly<Record<string, unknown>> | undefined
  /** At least one: without `filter_list`, a filter `none` that takes the first answer. */
  filters: FilterConfig[]
  repeats: number
  /** Text that groups documents which are not independent (`metadata.cluster`), e.g. one question's answers. */
  cluster: DocReader | undefined
  /** Metrics over whole clusters (`metadata.cluster_metrics`): `em`, `f1_question`. */
  clusterMetrics: string[]
  /** What loading found worth a warning, one sentence each, with the harness's code. */
  warnings: TaskWarning[]
  locate: TaskFile['locate']
  files: string[]
}

/** Rows in the order of their split. */
export interface RowSource {
  docs: readonly Doc[]
  /** Place of a row in its data file, where known. */
  locate(index: number): SourcePosition | undefined
  /** What messages call a row: `document` or `few-shot document`. */
  noun: string
}

/** Rows that few-shot examples are taken from. */
export interface FewshotPool extends RowSource {
  /** `split train` or `fewshot_config.samples`. */
  origin: string
}

/** The evaluated documents of a task, after `process_docs` and before any limit. */
export interface Documents extends RowSource {
  /** Column names of the evaluation split; a doc_to_* string equal to one of them is that column. */
  features: ReadonlySet<string>
  dataset: DatasetInfo
  /** Undefined for a task without shots. */
  pool: FewshotPool | undefined
}

/** What the run says about the data it used. */
export interface DatasetInfo {
  /** `dataset_path` and, where given, `/dataset_name`. */
  name: string
  split: string
  /** Files that were read. */
  files: string[]
  /** SHA-256 of the bytes of those files, hex: the revision of a local data set. */
  revision: string
  /** Size of the evaluated split after process_docs. */
  size: number
  /** Where few-shot examples came from, if not from the evaluated split's own files. */
  fewshot?: { split: string; files: string[]; revision: string }
}

/** One question to the model. `ordinal` numbers all requests of the task in the harness's order, whatever is selected. */
export interface LoglikelihoodRequest {
  type: 'loglikelihood'
  context: string
  continuation: string
  ordinal: number
}

/** Log-likelihood of a whole text, window by window. */
export interface RollingRequest {
  type: 'loglikelihood_rolling'
  text: string
  ordinal: number
}

/** A text to be continued until a stop string or a number of tokens is reached. */
export interface GenerateRequest {
  type: 'generate_until'
  context: string
  /** The task's `generation_kwargs` as the harness hands them to its models (task-spec.md, 12). */
  settings: Readonly<Record<string, unknown>>
  ordinal: number
  /** What the draws of a sampled text depend on beside its context: the run's seed, and which repeat it is, from 0. */
  draw?: { seed: number; repeat: number }
}

export type Request = LoglikelihoodRequest | RollingRequest | GenerateRequest

/** One document's requests and what is needed to judge the answers. */
export interface DocumentRequests {
  docId: number
  doc: Doc
  requests: Request[]
  /** What doc_to_text gave. */
  text: unknown
  /** Choices of a document whose task has doc_to_choice, bare (no delimiter). */
  choices: string[] | undefined
  /** Index of the right choice, several of them, or the text; an index out of range is -100 (counted wrong, with a warning). */
  gold: number | number[] | string
  /** The target as the harness logs it. */
  target: unknown
  /** Document 0's target is a list: every document is judged against several right answers. */
  multipleTarget: boolean
  /** Positions of the few-shot examples in their pool, in prompt order; empty without shots. */
  fewshotIds: number[]
  /** Cluster text, where the task names one. */
  cluster: string | undefined
  warnings: TaskWarning[]
}

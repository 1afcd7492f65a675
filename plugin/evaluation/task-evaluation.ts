import { loadDocuments } from '../dataset/load-documents.ts'
import type { EncoderInfo, EncoderMetric, Encoders } from '../encoder/types.ts'
import { type AggregateOptions, aggregate } from '../metric/aggregate.ts'
import { metricDirections } from '../metric/directions.ts'
import { unavailableMetrics } from '../metric/encoder-values.ts'
import { resolveFilters } from '../metric/filter/resolve-filters.ts'
import { judge } from '../metric/judge.ts'
import { withoutMetrics } from '../metric/predict-only.ts'
import { absentMetrics, resolveMetrics } from '../metric/resolve-metrics.ts'
import type { MetricResult, Sample } from '../metric/types.ts'
import { pyStr } from '../python/index.ts'
import type { Response, Scorer } from '../scorer/types.ts'
import type { ChatOptions } from '../task/context-builder.ts'
import type { FirstDocument } from '../task/first-document.ts'
import { loadTask } from '../task/load-task.ts'
import { RequestBuilder } from '../task/requests.ts'
import { readTaskSpec } from '../task/select/read-task-spec.ts'
import { readTaskFile } from '../task/task-file.ts'
import type { DocumentRequests, Documents, Task, TaskSpec, TaskWarning } from '../task/types.ts'
import {
  type Decontaminated,
  type DecontaminationOptions,
  decontaminate,
  decontaminationWarnings,
  twinDirections,
} from './decontaminate.ts'
import { DocumentFlags } from './document-flags.ts'
import { cutClusters, documentOrder } from './document-range.ts'
import { countUnanswered, figureWarnings, unansweredWarnings } from './figure-warnings.ts'
import { PendingFigures } from './pending-figures.ts'
import { promptHash } from './prompt-hash.ts'
import { defaultSamplingSeed, isSampledTask } from './sampling.ts'
import { scoreDocuments } from './score-documents.ts'
import type { EvaluationResult } from './types.ts'
import { documentWarnings, encoderWarnings, generationWarnings, selectionWarnings } from './warnings.ts'

export interface EvaluationContext {
  root: string
  datasets: Record<string, string | Record<string, string | string[]>>
  limit?: number | undefined
  /** The harness's `--samples`: positions of the documents to evaluate, by task. */
  samples?: Readonly<Record<string, readonly number[]>> | undefined
  /** One of several processes that share each task's documents. */
  part?: { index: number; of: number } | undefined
  numFewshot?: number | undefined
  /** Seed of the few-shot examples. Default: 1234. */
  fewshotSeed?: number | bigint | undefined
  /** Seed of sampled texts. Default: 1234. */
  samplingSeed?: number | undefined
  genKwargs?: Readonly<Record<string, unknown>> | undefined
  metadata?: Readonly<Record<string, unknown>> | undefined
  systemInstruction?: string | undefined
  chat?: ChatOptions | undefined
  /** Encoders for metrics that compare texts with a model; without one such a metric is N/A. */
  encoders?: Encoders | undefined
  /** What is to be said about the model beside every figure. */
  modelWarnings?: readonly string[] | undefined
  /** Nothing will be scored: metrics and filters need not exist. */
  promptsOnly?: boolean | undefined
  /** The harness's `--predict_only`: answers are kept, and no metric but `bypass` is computed. */
  predictOnly?: boolean | undefined
  /** Training text that documents of tasks with `should_decontaminate` are looked for in. */
  decontamination?: DecontaminationOptions | undefined
  bootstrapIters: number
  packageVersion: string
  /** Imports a module that a `!function` names; the file is absolute. */
  importModule: (file: string) => Promise<Record<string, unknown>>
}

export interface ScoringHooks {
  /** `responses` holds the first answer to each request, `repeated` all of a task with `repeats`, side by side. */
  onSample?: (
    requests: DocumentRequests,
    responses: Response[],
    sample: Sample,
    repeated: readonly Response[],
  ) => void
  onFailure?: (docId: number, error: Error) => void
}

/** One task's way from its file to its result. Scoring may happen in parts; the result covers what was scored so far. */
export class TaskEvaluation {
  readonly task: Task
  readonly documents: Documents
  /** Ids of the documents within limit or samples, ascending. */
  readonly order: readonly number[]
  /** Their number. */
  readonly size: number
  readonly samples = new Map<number, Sample>()
  readonly failures = new Map<number, Error>()
  readonly #requests: RequestBuilder
  readonly #context: EvaluationContext
  readonly #warnings: string[] = []
  readonly #flags = new DocumentFlags()
  readonly #usedEncoders = new Set<EncoderMetric>()

  private constructor(task: Task, documents: Documents, context: EvaluationContext) {
    this.task = task
    this.documents = documents
    this.order = documentOrder(task.name, documents.docs.length, {
      limit: context.limit,
      samples: context.samples?.[task.name],
      part: context.part,
    })
    this.size = this.order.length
    const { fewshotSeed, systemInstruction, chat } = context
    this.#requests = new RequestBuilder(task, documents, {
      order: this.size === documents.docs.length ? undefined : this.order,
      fewshotSeed,
      systemInstruction,
      chat,
    })
    this.#context = context
  }

  /** Reads the task, its functions and its data. No model is touched. */
  static async load(source: string | TaskSpec, context: EvaluationContext): Promise<TaskEvaluation> {
    const { numFewshot, genKwargs, metadata } = context
    const taskFile = typeof source === 'string' ? readTaskFile(source) : readTaskSpec(source)
    const loaded = await loadTask(taskFile, context.importModule, { numFewshot, genKwargs, metadata })
    const task = context.predictOnly === true ? withoutMetrics(loaded) : loaded
    if (context.promptsOnly !== true) {
      resolveMetrics(task)
      resolveFilters(task)
    }
    const documents = await loadDocuments(task, { root: context.root, datasets: context.datasets })
    return new TaskEvaluation(task, documents, context)
  }

  /** One document's requests. @throws LmEvalError DOCUMENT or TEMPLATE */
  requests(docId: number): DocumentRequests {
    return this.#requests.build(docId)
  }

  /** What a document would be looked for with in training text; undefined unless the task asks for it. */
  decontaminationQuery(docId: number): unknown {
    return this.#requests.decontaminationQuery(docId)
  }

  /** Warnings about the prompts built so far. */
  get promptWarnings(): readonly TaskWarning[] {
    return this.#requests.warnings
  }

  /** Warnings about metrics that only process_results knows of, among the documents scored so far. */
  get metricWarnings(): readonly TaskWarning[] {
    const declared = resolveMetrics(this.task)
    const found = [...this.samples.values()].flatMap(({ values }) => Object.keys(values))
    return [...new Set(found)]
      .filter(metric => !declared.has(metric))
      .map(metric => ({
        code: 'metric_no_aggregation',
        message: `Metric ${metric} is not in metric_list: its values are averaged, and it has no gate.`,
      }))
  }

  /** Number of choices if doc_to_text is an index into them, and number of targets if the target is a list; else 0. */
  get shape(): FirstDocument {
    return this.#requests.first
  }

  /** Scores documents; those that fail are kept in `failures` and do not stop the others. */
  async score(
    scorer: Scorer,
    docIds: readonly number[],
    signal: AbortSignal,
    hooks: ScoringHooks = {},
  ): Promise<void> {
    const fail = (docId: number, error: Error): void => {
      this.failures.set(docId, error)
      hooks.onFailure?.(docId, error)
    }
    for (const docId of docIds) this.failures.delete(docId)
    const stop = new AbortController()
    const figures = new PendingFigures({
      encoders: this.#context.encoders ?? {},
      signal: AbortSignal.any([signal, stop.signal]),
      onFatal: error => stop.abort(error),
    })
    await scoreDocuments({
      docIds,
      scorer,
      signal: AbortSignal.any([signal, stop.signal]),
      repeats: this.task.repeats,
      samplingSeed: this.#context.samplingSeed,
      build: docId => this.#requests.build(docId),
      onFailed: fail,
      onAnswered: (requests, responses) => {
        let sample: Sample
        try {
          sample = judge(this.task, requests, responses)
        } catch (error) {
          return fail(requests.docId, error as Error)
        }
        figures.complete(
          sample,
          ({ sample, used, cut }) => {
            for (const encoder of used) this.#usedEncoders.add(encoder)
            this.samples.set(requests.docId, sample)
            this.#warnings.push(...requests.warnings.map(({ message }) => message))
            this.#flags.record(requests.docId, responses)
            this.#flags.recordEncoder(requests.docId, cut)
            const first = responses.filter((_, index) => index % this.task.repeats === 0)
            hooks.onSample?.(requests, first, sample, responses)
          },
          error => fail(requests.docId, error),
        )
      },
    })
    await figures.settled()
    signal.throwIfAborted()
    stop.signal.throwIfAborted()
  }

  /**
   * Metrics, counts and warnings over the documents scored so far.
   * @param quick for a result that nobody waits for: no standard errors, no reading of training text
   */
  async result(
    scorer: Scorer,
    selected: number,
    { quick = false, signal }: { quick?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<EvaluationResult> {
    const options = { bootstrapIters: quick ? 0 : this.#context.bootstrapIters, signal }
    const { task, documents } = this
    const samples = [...this.samples.values()].sort((a, b) => a.docId - b.docId)
    const info = await scorer.info()
    const unanswered = countUnanswered(samples)
    const encoders = await this.#encoderInfo()
    const unavailable = unavailableMetrics(samples, [...resolveFilters(task).keys()])
    const counts = {
      selected,
      total: documents.docs.length,
      failed: this.failures.size,
      ...this.#flags.counts,
      ...(unanswered === undefined ? {} : { unanswered }),
    }
    const plain = samples.length === 0 ? [] : await aggregate(task, samples, options)
    const { metrics, contaminated }: Partial<Decontaminated> & { metrics: MetricResult[] } = quick
      ? { metrics: plain }
      : await this.#decontaminate(samples, plain, options)
    return {
      task: task.name,
      alias: task.alias,
      file: task.file,
      version: task.version === undefined ? undefined : pyStr(task.version),
      numFewshot: task.numFewshot,
      ...(isSampledTask(task)
        ? { sampling: { seed: this.#context.samplingSeed ?? defaultSamplingSeed, repeats: task.repeats } }
        : {}),
      metrics,
      ...(unavailable.length === 0 ? {} : { unavailable }),
      directions: {
        ...metricDirections(task, samples),
        ...(contaminated === undefined ? {} : twinDirections(metrics)),
      },
      documents: { ...counts, ...(contaminated === undefined ? {} : { contaminated }) },
      warnings: [
        ...(this.#context.modelWarnings ?? []),
        ...[...task.warnings, ...this.#requests.warnings, ...this.metricWarnings]
          .filter(({ quiet }) => quiet !== true)
          .map(({ message }) => message),
        ...generationWarnings(task),
        ...absentMetrics(task).map(
          metric => `Metric ${metric} has no values for output type ${task.outputType} and is left out.`,
        ),
        ...encoderWarnings(unavailable),
        ...selectionWarnings(counts, this.#cutClusters()),
        ...documentWarnings(counts, this.#warnings),
        ...unansweredWarnings(counts, samples.length),
        ...figureWarnings(metrics),
        ...(this.#context.decontamination === undefined
          ? []
          : decontaminationWarnings(contaminated, samples.length, this.#isLookedFor)),
      ],
      scorer: info,
      dataset: documents.dataset,
      taskHash: promptHash(task, this.#context),
      packageVersion: this.#context.packageVersion,
      ...(encoders.length === 0 ? {} : { encoders }),
    }
  }

  async #decontaminate(
    samples: readonly Sample[],
    metrics: MetricResult[],
    options: AggregateOptions,
  ): Promise<{ metrics: MetricResult[]; contaminated?: number }> {
    const { decontamination: training } = this.#context
    if (training === undefined || samples.length === 0 || !this.#isLookedFor) return { metrics }
    const query = (docId: number): string | undefined => this.#requests.decontaminationText(docId)
    return decontaminate(this.task, samples, metrics, { training, query, ...options })
  }

  get #isLookedFor(): boolean {
    return this.task.prompt.decontaminationText !== undefined
  }

  #encoderInfo(): Promise<EncoderInfo[]> {
    const { encoders = {} } = this.#context
    const used = [...this.#usedEncoders].flatMap(metric => encoders[metric] ?? [])
    return Promise.all(used.map(encoder => encoder.info()))
  }

  #cutClusters(): ReturnType<typeof cutClusters> | undefined {
    const { cluster } = this.task
    if (cluster === undefined || this.samples.size === this.documents.docs.length) return undefined
    return cutClusters(
      this.documents.docs.map(doc => String(cluster(doc, this.documents.features))),
      this.samples.keys(),
    )
  }
}

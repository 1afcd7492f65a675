import { loadDocuments } from '../dataset/load-documents.ts'
import type { EncoderMetric } from '../encoder/types.ts'
import { resolveFilters } from '../metric/filter/resolve-filters.ts'
import { judge } from '../metric/judge.ts'
import { withoutMetrics } from '../metric/predict-only.ts'
import { resolveMetrics } from '../metric/resolve-metrics.ts'
import type { Sample } from '../metric/types.ts'
import type { Scorer } from '../scorer/types.ts'
import type { FirstDocument } from '../task/first-document.ts'
import { loadTask } from '../task/load-task.ts'
import { RequestBuilder } from '../task/requests.ts'
import { readTaskSpec } from '../task/select/read-task-spec.ts'
import { readTaskFile } from '../task/task-file.ts'
import type { DocumentRequests, Documents, Task, TaskSpec, TaskWarning } from '../task/types.ts'
import { DocumentFlags } from './document-flags.ts'
import { documentOrder } from './document-range.ts'
import type { EvaluationContext, ScoringHooks } from './evaluation-context.ts'
import {
  evaluationResult,
  type ResultOptions,
  type ScoredTask,
  undeclaredMetrics,
} from './evaluation-result.ts'
import { PendingFigures } from './pending-figures.ts'
import { scoreDocuments } from './score-documents.ts'
import type { EvaluationResult } from './types.ts'

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
    return undeclaredMetrics(this.task, this.samples.values())
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
  result(
    scorer: Scorer,
    selected: number,
    options: Omit<ResultOptions, 'selected'> = {},
  ): Promise<EvaluationResult> {
    const { task, documents, samples, failures } = this
    const scored: ScoredTask = {
      task,
      documents,
      samples: [...samples.values()].sort((a, b) => a.docId - b.docId),
      failed: failures.size,
      context: this.#context,
      requests: this.#requests,
      flags: this.#flags,
      warnings: this.#warnings,
      usedEncoders: this.#usedEncoders,
    }
    return evaluationResult(scored, scorer, { selected, ...options })
  }
}

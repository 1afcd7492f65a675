import { loadDocuments } from '../dataset/load-documents.ts'
import { aggregate } from '../metric/aggregate.ts'
import { judge } from '../metric/judge.ts'
import { absentMetrics, resolveMetrics } from '../metric/resolve-metrics.ts'
import type { Sample } from '../metric/types.ts'
import { pyStr } from '../python/index.ts'
import type { Response, Scorer } from '../scorer/types.ts'
import { loadTask } from '../task/load-task.ts'
import { RequestBuilder } from '../task/requests.ts'
import { readTaskFile } from '../task/task-file.ts'
import type { DocumentRequests, Documents, Task } from '../task/types.ts'
import { cutClusters, limitedCount } from './document-range.ts'
import { scoreDocuments } from './score-documents.ts'
import type { EvaluationResult } from './types.ts'
import { documentWarnings, selectionWarnings } from './warnings.ts'

export interface EvaluationContext {
  root: string
  datasets: Record<string, string | Record<string, string | string[]>>
  limit?: number | undefined
  numFewshot?: number | undefined
  bootstrapIters: number
  packageVersion: string
  /** Imports a module that a `!function` names; the file is absolute. */
  importModule: (file: string) => Promise<Record<string, unknown>>
}

export interface ScoringHooks {
  onSample?: (requests: DocumentRequests, responses: Response[], sample: Sample) => void
  onFailure?: (docId: number, error: Error) => void
}

/** One task's way from its file to its result. Scoring may happen in parts; the result covers what was scored so far. */
export class TaskEvaluation {
  readonly task: Task
  readonly documents: Documents
  /** Documents within the limit: ids 0 to size - 1. */
  readonly size: number
  readonly samples = new Map<number, Sample>()
  readonly failures = new Map<number, Error>()
  readonly #requests: RequestBuilder
  readonly #context: EvaluationContext
  readonly #warnings: string[] = []
  #truncated = 0

  private constructor(task: Task, documents: Documents, context: EvaluationContext) {
    this.task = task
    this.documents = documents
    this.size = limitedCount(documents.docs.length, context.limit)
    this.#requests = new RequestBuilder(task, documents)
    this.#context = context
  }

  /** Reads the task file, its functions and its data. No model is touched. */
  static async load(file: string, context: EvaluationContext): Promise<TaskEvaluation> {
    const { numFewshot } = context
    const overrides = numFewshot === undefined ? {} : { numFewshot }
    const task = await loadTask(readTaskFile(file), context.importModule, overrides)
    resolveMetrics(task)
    const documents = await loadDocuments(task, { root: context.root, datasets: context.datasets })
    return new TaskEvaluation(task, documents, context)
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
    await scoreDocuments({
      docIds,
      scorer,
      signal,
      build: docId => this.#requests.build(docId),
      onFailed: fail,
      onAnswered: (requests, responses) => {
        let sample: Sample
        try {
          sample = judge(this.task, requests, responses)
        } catch (error) {
          return fail(requests.docId, error as Error)
        }
        this.samples.set(requests.docId, sample)
        this.#warnings.push(...requests.warnings)
        if (responses.some(response => response.truncated > 0)) this.#truncated += 1
        hooks.onSample?.(requests, responses, sample)
      },
    })
  }

  /**
   * Metrics, counts and warnings over the documents scored so far.
   * @param bootstrapIters other than the context's: 0 for a result that nobody waits for, without standard errors
   */
  async result(
    scorer: Scorer,
    selected: number,
    bootstrapIters: number = this.#context.bootstrapIters,
  ): Promise<EvaluationResult> {
    const { task, documents } = this
    const samples = [...this.samples.values()].sort((a, b) => a.docId - b.docId)
    const info = await scorer.info()
    const counts = {
      selected,
      total: documents.docs.length,
      failed: this.failures.size,
      truncated: this.#truncated,
    }
    return {
      task: task.name,
      alias: task.alias,
      file: task.file,
      version: task.version === undefined ? undefined : pyStr(task.version),
      numFewshot: task.numFewshot,
      metrics: samples.length === 0 ? [] : await aggregate(task, samples, { bootstrapIters }),
      documents: counts,
      warnings: [
        ...absentMetrics(task).map(
          metric => `Metric ${metric} has no values for output type ${task.outputType} and is left out.`,
        ),
        ...selectionWarnings(counts, this.#cutClusters()),
        ...documentWarnings(counts, this.#warnings),
      ],
      scorer: info,
      dataset: documents.dataset,
      taskHash: task.hash,
      packageVersion: this.#context.packageVersion,
    }
  }

  #cutClusters(): ReturnType<typeof cutClusters> | undefined {
    const { cluster } = this.task
    if (cluster === undefined || this.samples.size === this.documents.docs.length) return undefined
    return cutClusters(
      this.documents.docs.map(doc => String(cluster(doc))),
      this.samples.keys(),
    )
  }
}

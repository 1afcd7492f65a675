import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { LmEvalError } from '../../errors.ts'
import { defaultSamplingSeed } from '../../evaluation/sampling.ts'
import type { TaskEvaluation } from '../../evaluation/task-evaluation.ts'
import { jsonDumps } from '../../python/index.ts'
import {
  type AnsweredSample,
  sampleRecords,
  sanitizeModelName,
  taskHash,
  writeSamples,
} from '../../results/index.ts'
import { loggedConfig } from '../../task/logged-config.ts'
import type { Provided } from '../provided.ts'
import type { SuiteOutput } from './task-meta.ts'

/**
 * Keeps a suite's answered documents for the option `output`, and writes them beside where its samples file will be: only the
 * reporter knows when the run has ended, and so the date in the file's name.
 */
export class SamplesDraft {
  readonly #evaluation: TaskEvaluation
  readonly #provided: Provided
  readonly #chatTemplate: string | undefined
  readonly #answered = new Map<number, AnsweredSample>()

  constructor(evaluation: TaskEvaluation, provided: Provided, chatTemplate: string | undefined) {
    this.#evaluation = evaluation
    this.#provided = provided
    this.#chatTemplate = chatTemplate
  }

  /** Takes a document's answers, in place of earlier ones. */
  add(answered: AnsweredSample): void {
    this.#answered.set(answered.requests.docId, answered)
  }

  /** @throws LmEvalError METRIC where a filter fails, OPTION where the file cannot be written */
  async write(model: string): Promise<SuiteOutput> {
    const { options, root } = this.#provided
    const { task } = this.#evaluation
    const documents = [...this.#answered.values()].sort((a, b) => a.requests.docId - b.requests.docId)
    const records = sampleRecords(task, documents)
    const folder = resolve(root, options.output as string)
    const samples = join(folder, sanitizeModelName(model), `.samples.${randomUUID()}.tmp`)
    try {
      await writeSamples(samples, records)
    } catch (cause) {
      throw new LmEvalError(
        `The samples of task ${task.name} cannot be written: ${(cause as Error).message}; correct the option output.`,
        { code: 'OPTION', cause },
      )
    }
    const { batchSize, bootstrapIters, limit, genKwargs, systemInstruction } = options
    return {
      folder,
      samples,
      hash: taskHash(records),
      config: jsonDumps(loggedConfig(task)),
      run: {
        batchSize,
        bootstrapIters,
        limit,
        genKwargs,
        fewshotSeed: options.fewshotSeed ?? 1234,
        samplingSeed: options.samplingSeed ?? defaultSamplingSeed,
        systemInstruction,
        chatTemplate: this.#chatTemplate,
        fewshotAsMultiturn:
          this.#chatTemplate === undefined ? undefined : (options.fewshotAsMultiturn ?? true),
      },
    }
  }
}

import type { TaskEvaluation } from '../../evaluation/task-evaluation.ts'
import type { EvaluationResult } from '../../evaluation/types.ts'
import type { Sample } from '../../metric/types.ts'
import type { Response, Scorer } from '../../scorer/types.ts'
import type { DocumentRequests } from '../../task/types.ts'
import { bootstrapProgress } from './bootstrap-progress.ts'
import type { SamplesDraft } from './samples-draft.ts'
import { NotScored, Slot } from './slot.ts'

/** A document's answer as its test case waits for it. */
export interface Answer {
  requests: DocumentRequests
  responses: Response[]
  sample: Sample
}

/**
 * Scores the selected documents of one suite behind its tests: the first test that asks starts the loop, every test
 * waits for its own slot, so that `-t`, `.only`, `--bail`, cancelling and live progress are Vitest's own.
 */
export class SuiteRun {
  readonly #evaluation: TaskEvaluation
  readonly #scorer: Scorer
  readonly #draft: SamplesDraft | undefined
  readonly #slots = new Map<number, Slot<Answer>>()
  readonly #stop = new AbortController()
  /** Whether everything was given up, and the first document tells why. */
  gaveUp = false
  /** Whether a gate asked for the result, and so reports what is wrong with it. */
  resultAsked = false
  readonly #cancel = new AbortController()
  #cancelled = false
  #selected: readonly number[] = []
  #loop: Promise<void> | undefined
  #result: Promise<EvaluationResult> | undefined

  /** @param draft told about every answer; undefined where no samples are to be written */
  constructor(evaluation: TaskEvaluation, scorer: Scorer, draft?: SamplesDraft) {
    this.#evaluation = evaluation
    this.#scorer = scorer
    this.#draft = draft
  }

  /** Number of documents this run scores; known once it has started. */
  get selected(): number {
    return this.#selected.length
  }

  /** Waits for one document; `selection` is asked once, by whoever comes first. */
  async answer(docId: number, selection: () => readonly number[], signal: AbortSignal): Promise<Answer> {
    this.#stopOn(signal)
    this.#start(selection)
    const slot = this.#slot(docId)
    if (!slot.taken) {
      slot.taken = true
      return slot.promise
    }
    // Asked a second time (retry, repeats): only a failed document is scored again.
    return slot.promise.catch(() => {
      const again = new Slot<Answer>()
      again.taken = true
      this.#slots.set(docId, again)
      this.#score([docId])
      return again.promise
    })
  }

  /** Waits until everything selected is scored, failed or given up. */
  async finished(selection: () => readonly number[], signal: AbortSignal): Promise<void> {
    this.#stopOn(signal)
    this.#start(selection)
    await this.#loop
  }

  /** The result over what was scored, computed once; of a cancelled run without the time that a bootstrap takes. */
  result(): Promise<EvaluationResult> {
    this.#result ??= this.#evaluation.result(this.#scorer, this.#selected.length, {
      quick: this.#cancelled,
      signal: this.#cancelled ? undefined : this.#cancel.signal,
      onBootstrap: bootstrapProgress(this.#evaluation.task.name),
    })
    return this.#result
  }

  /** Ends the loop; documents still waiting are given up. */
  stop(reason: unknown = new NotScored('the run was stopped')): void {
    this.#stop.abort(reason)
    for (const slot of this.#slots.values()) slot.reject(reason)
  }

  #stopOn(signal: AbortSignal): void {
    const cancel = (): void => {
      this.#cancelled = true
      this.#cancel.abort(signal.reason)
      this.#result = undefined
      this.stop(signal.reason)
    }
    signal.addEventListener('abort', cancel, { once: true })
  }

  #start(selection: () => readonly number[]): void {
    if (this.#loop !== undefined) return
    this.#selected = selection()
    this.#loop = this.#score(this.#selected)
  }

  async #score(docIds: readonly number[]): Promise<void> {
    this.#result = undefined
    try {
      await this.#evaluation.score(this.#scorer, docIds, this.#stop.signal, {
        onSample: (requests, responses, sample, repeated) => {
          this.#draft?.add({ requests, responses: repeated, sample })
          this.#slot(requests.docId).resolve({ requests, responses, sample })
        },
        onFailure: (docId, error) => this.#slot(docId).reject(error),
      })
    } catch (error) {
      this.#giveUp(docIds, error)
    }
  }

  /** One document tells what went wrong, the others only that they were not scored: one message, not thousands. */
  #giveUp(docIds: readonly number[], error: unknown): void {
    let told = this.#stop.signal.aborted
    this.gaveUp ||= !told
    for (const docId of docIds) {
      const slot = this.#slot(docId)
      if (slot.settled) continue
      slot.reject(told ? new NotScored('not scored: see the first failed document') : error)
      this.#evaluation.failures.set(docId, error as Error)
      told = true
    }
  }

  #slot(docId: number): Slot<Answer> {
    let slot = this.#slots.get(docId)
    if (slot === undefined) {
      slot = new Slot()
      this.#slots.set(docId, slot)
    }
    return slot
  }
}

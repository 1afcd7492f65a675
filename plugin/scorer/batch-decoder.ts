import type { Tensor } from 'onnxruntime-node'
import { copyRows } from './cache-rows.ts'
import type { BatchShape } from './model-inputs.ts'
import { logitsOf, type ModelRunner, runModel } from './model-runner.ts'

/** A sequence being continued, which chooses its tokens itself. */
export interface Sequence {
  /** All tokens so far, at least one. */
  readonly tokens: readonly number[]
  readonly isFinished: boolean
  /** Appends a token, chosen from the logits after the last one. */
  take(logits: ArrayLike<number>): void
}

interface Cache {
  length: number
  tensors: ReadonlyMap<string, Tensor>
}

/**
 * Continues several sequences side by side. With a key/value cache all rows have the same cached length at all times, so
 * nothing is padded: the tokens that all prompts have in number go in first, then one token a step for every row, of its
 * prompt as long as that lasts, else the one chosen last. Without a cache whole sequences go in at every step, padded on the
 * right. Finished rows leave.
 */
export class BatchDecoder {
  readonly #runner: ModelRunner
  readonly #logits: number
  #rows: readonly Sequence[]
  #cache: Cache | undefined

  /** @param logits number of logits that one run may give at most; a single row may exceed it */
  constructor(runner: ModelRunner, rows: readonly Sequence[], logits: number) {
    this.#runner = runner
    this.#rows = rows
    this.#logits = logits
  }

  get isFinished(): boolean {
    return this.#rows.length === 0
  }

  /**
   * One step: blocks the thread while the model runs.
   * @returns the sequences that it finished
   * @throws LmEvalError MODEL
   */
  async next(): Promise<Sequence[]> {
    const rows = this.#rows
    if (this.#runner.cacheNames === undefined) await this.#runWhole(rows)
    else if (this.#cache === undefined) await this.#runPrompts(rows)
    else await this.#runColumn(rows, this.#cache)
    const kept = rows.flatMap(({ isFinished }, row) => (isFinished ? [] : [row]))
    if (kept.length === rows.length) return []
    this.#rows = kept.map(row => rows[row] as Sequence)
    if (kept.length === 0) this.close()
    else if (this.#cache !== undefined) this.#keep(kept, rows.length, this.#cache)
    return rows.filter(({ isFinished }) => isFinished)
  }

  /** Frees what is kept between steps. */
  close(): void {
    dispose(this.#cache)
    this.#cache = undefined
  }

  async #runWhole(rows: readonly Sequence[]): Promise<void> {
    const lengths = rows.map(({ tokens }) => tokens.length)
    for (const part of this.#parts(rows, Math.max(...lengths))) {
      const length = Math.max(...part.map(({ tokens }) => tokens.length))
      const shortest = Math.min(...part.map(({ tokens }) => tokens.length))
      await this.#run(part, {
        rows: part.map(({ tokens }) => tokens),
        length,
        keep: length - shortest + 1,
      })
    }
  }

  /** In parts where the logits are many; their caches become one. */
  async #runPrompts(rows: readonly Sequence[]): Promise<void> {
    const length = Math.min(...rows.map(({ tokens }) => tokens.length))
    const parts: { cache: Cache; of: number }[] = []
    try {
      for (const part of this.#parts(rows, length)) {
        const cache = await this.#run(part, {
          rows: part.map(({ tokens }) => tokens.slice(0, length)),
          length,
          keep: 1,
        })
        parts.push({ cache, of: part.length })
      }
    } catch (error) {
      for (const { cache } of parts) dispose(cache)
      throw error
    }
    this.#cache = parts.length === 1 ? parts[0]?.cache : this.#join(parts)
  }

  async #runColumn(rows: readonly Sequence[], past: Cache): Promise<void> {
    const column = rows.map(({ tokens }) => tokens.slice(past.length, past.length + 1))
    this.#cache = await this.#run(rows, { rows: column, length: 1, keep: 1, past })
    dispose(past)
  }

  /** One run, whose logits go to the sequences that are all in; gives back the new cache. */
  async #run(sequences: readonly Sequence[], shape: BatchShape): Promise<Cache> {
    const { output, cacheNames } = this.#runner
    const outputs = await runModel(this.#runner, shape, [output, ...(cacheNames?.values() ?? [])])
    const before = shape.past?.length ?? 0
    const cache = {
      length: before + shape.length,
      tensors: new Map([...(cacheNames ?? [])].map(([input, name]) => [input, outputs[name] as Tensor])),
    }
    const logits = outputs[output] as Tensor
    const [, positions, vocabulary] = logits.dims as [number, number, number]
    try {
      for (const [row, sequence] of sequences.entries()) {
        const own = shape.rows[row]?.length ?? 0
        if (before + own < sequence.tokens.length) continue
        const end = ((row + 1) * positions - (shape.length - own)) * vocabulary
        sequence.take(logitsOf(logits, end - vocabulary, end))
      }
    } catch (error) {
      dispose(cache)
      throw error
    } finally {
      logits.dispose()
    }
    return cache
  }

  #parts(rows: readonly Sequence[], length: number): Sequence[][] {
    const { vocabulary = rows.length } = this.#runner
    const size = Math.max(1, Math.floor(this.#logits / (length * vocabulary)))
    const count = Math.ceil(rows.length / size)
    return Array.from({ length: count }, (_, part) => rows.slice(part * size, (part + 1) * size))
  }

  #join(parts: readonly { cache: Cache; of: number }[]): Cache {
    const { ort } = this.#runner
    const [{ cache: first }] = parts as [(typeof parts)[number]]
    const tensors = [...first.tensors.keys()].map((name): [string, Tensor] => {
      const pieces = parts.map(({ cache, of }) => ({
        tensor: cache.tensors.get(name) as Tensor,
        rows: Array.from({ length: of }, (_, row) => row),
        of,
      }))
      return [name, copyRows(ort, pieces)]
    })
    for (const { cache } of parts) dispose(cache)
    return { length: first.length, tensors: new Map(tensors) }
  }

  #keep(rows: readonly number[], of: number, cache: Cache): void {
    const tensors = [...cache.tensors].map(([name, tensor]): [string, Tensor] => [
      name,
      copyRows(this.#runner.ort, [{ tensor, rows, of }]),
    ])
    dispose(cache)
    this.#cache = { length: cache.length, tensors: new Map(tensors) }
  }
}

function dispose(cache: Cache | undefined): void {
  for (const tensor of cache?.tensors.values() ?? []) tensor.dispose()
}

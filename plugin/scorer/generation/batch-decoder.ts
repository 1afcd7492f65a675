import type { CacheLayout } from '../session/cache-layout.ts'
import { type CachePart, checkRows, poolCaches } from '../session/cache-rows.ts'
import type { Past, Step } from '../session/model-inputs.ts'
import { logitsStep, type ModelRunner } from '../session/model-runner.ts'
import { type Sequence, sharedLength } from './sequence.ts'
import { startRows } from './start-rows.ts'

/** A beginning of so many tokens that all prompts share is run over once. */
const worthSharing = 4

/**
 * Continues several sequences side by side. A model whose rows may start unequally runs over the prompts first. Else, with a key/value cache all rows have the same cached length at all times, so
 * nothing is padded: what all prompts begin with goes in first, once; then the tokens that all prompts have in number; then one
 * token a step for every row, of its prompt as long as that lasts, else the one chosen last. Without a cache whole sequences go
 * in at every step, padded on the right. Finished rows leave.
 */
export class BatchDecoder {
  readonly #runner: ModelRunner
  readonly #tokens: number
  #rows: readonly Sequence[]
  #past: Past | undefined

  /** @param tokens number of tokens that one run may be over at most; a single one of each row may exceed it */
  constructor(runner: ModelRunner, rows: readonly Sequence[], tokens: number) {
    this.#runner = runner
    this.#rows = rows
    this.#tokens = tokens
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
    if (this.#runner.cache === undefined) await this.#runWhole(rows)
    else await this.#runOn(rows)
    const kept = rows.flatMap(({ isFinished }, row) => (isFinished ? [] : [row]))
    if (kept.length === rows.length) return []
    this.#rows = kept.map(row => rows[row] as Sequence)
    if (kept.length === 0) this.close()
    else if (this.#past !== undefined) {
      const { held } = this.#past
      this.#past = { ...this.#past, rows: kept, held: held && kept.map(row => held[row] as [number, number]) }
    }
    return rows.filter(({ isFinished }) => isFinished)
  }

  /** Frees what is kept between steps. */
  close(): void {
    this.#keep(undefined)
  }

  async #runWhole(rows: readonly Sequence[]): Promise<void> {
    const longest = Math.max(...rows.map(({ tokens }) => tokens.length))
    const size = Math.max(1, Math.floor(this.#tokens / longest))
    for (let first = 0; first < rows.length; first += size) {
      const part = rows.slice(first, first + size)
      await this.#run(
        part,
        part.map(({ tokens }) => tokens),
        undefined,
      )
    }
  }

  /** Runs over the next tokens, equally many of each row. */
  async #runOn(rows: readonly Sequence[]): Promise<void> {
    const past = this.#past
    if (past === undefined && this.#runner.unequalStarts) {
      this.#past = await startRows(this.#runner, rows, this.#tokens)
      return
    }
    const before = past?.length ?? 0
    const shortest = Math.min(...rows.map(({ tokens }) => tokens.length))
    if (this.#runner.continuesAlone && rows.length > 1 && past === undefined) {
      await this.#runPrompts(rows, shortest)
      return
    }
    const shared = this.#runner.continuesAlone ? 0 : sharedLength(rows)
    if (rows.length > 1 && shared > before && (before > 0 || shared >= worthSharing)) {
      const [first] = rows as [Sequence]
      const end = Math.min(shared, before + this.#tokens)
      const source = past && { ...past, rows: past.rows.slice(0, 1) }
      await this.#run([first], [first.tokens.slice(before, end)], source, rows.length)
      return
    }
    if (past?.held !== undefined) {
      const last = rows.map(({ tokens }) => tokens.slice(-1))
      await this.#run(rows, last, past)
      return
    }
    const most = Math.max(1, Math.floor(this.#tokens / rows.length))
    const end = Math.min(Math.max(shortest, before + 1), before + most)
    await this.#run(
      rows,
      rows.map(({ tokens }) => tokens.slice(before, end)),
      past,
    )
  }

  /** Runs over the beginnings of several prompts, some rows at a time, whose caches become one. */
  async #runPrompts(rows: readonly Sequence[], length: number): Promise<void> {
    const size = Math.max(1, Math.floor(this.#tokens / length))
    const parts: CachePart[] = []
    for (let first = 0; first < rows.length; first += size) {
      const part = rows.slice(first, first + size)
      await this.#run(
        part,
        part.map(({ tokens }) => tokens.slice(0, length)),
        undefined,
      )
      const { source: cache } = this.#past as Past
      parts.push({ cache, before: 0, rows: part.map((_, row) => ({ row, past: 0, own: length })) })
      this.#past = undefined
    }
    const layout = this.#runner.cache as CacheLayout
    const source = poolCaches(parts, layout)
    for (const { cache } of parts) layout.buffers.release(cache)
    this.#past = { source, rows: rows.map((_, row) => row), length }
  }

  /** One run, whose logits go to the sequences that are all in. */
  async #run(
    sequences: readonly Sequence[],
    rows: readonly (readonly number[])[],
    past: Past | undefined,
    followers = rows.length,
  ): Promise<void> {
    const before = past?.length ?? 0
    const length = Math.max(...rows.map(row => row.length))
    const complete = rows.flatMap((row, at) =>
      countBefore(past, at) + row.length === sequences[at]?.tokens.length && followers === rows.length
        ? [at]
        : [],
    )
    const places = complete.map(row => ({ row, place: (rows[row]?.length ?? 0) - 1 }))
    const step: Step = { rows, length, past, places, targets: [] }
    const { logits, cache } = await logitsStep(this.#runner, step, true)
    if (cache !== undefined) {
      checkRows(cache, rows.length)
      const next = Array.from({ length: followers }, (_, row) => (followers === rows.length ? row : 0))
      const held = past?.held?.map(([first, last]): [number, number] => [first, last + length])
      this.#keep({ source: cache, rows: next, length: before + length, held })
    }
    for (const [index, row] of complete.entries()) sequences[row]?.take(logits(index))
  }

  #keep(past: Past | undefined): void {
    this.#runner.cache?.buffers.release(this.#past?.source)
    this.#past = past
  }
}

/** Tokens that a row goes on after. */
function countBefore(past: Past | undefined, row: number): number {
  const [first, last] = past?.held?.[row] ?? [0, past?.length ?? 0]
  return last - first
}

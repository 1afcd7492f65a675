import type { Tensor } from 'onnxruntime-node'
import { LmEvalError } from '../errors.ts'
import { logitsOf, type ModelRunner, runModel } from './model-runner.ts'
import { mostLikely } from './token-score.ts'

/** A sequence being continued. */
export interface Continuation {
  /**
   * The next token, which is then part of the sequence.
   * @throws LmEvalError MODEL
   */
  next(): Promise<number>
  /** Frees what is kept between tokens. */
  close(): void
}

/**
 * Continues one sequence with the most likely token at a time. Where the model gives its key/value cache back, only
 * what is new goes in; else the whole sequence at every step.
 */
export class GreedyDecoder implements Continuation {
  readonly #runner: ModelRunner
  readonly #tokens: number[]
  #past: { length: number; tensors: ReadonlyMap<string, Tensor> } | undefined

  /** @param input at least one token */
  constructor(runner: ModelRunner, input: readonly number[]) {
    this.#runner = runner
    this.#tokens = [...input]
  }

  /**
   * Blocks the thread while the model runs.
   * @throws LmEvalError MODEL when the model fails or gives NaN
   */
  async next(): Promise<number> {
    const { output, cacheNames, file } = this.#runner
    const past = this.#past
    const row = this.#tokens.slice(past?.length ?? 0)
    const shape = { rows: [row], length: row.length, keep: 1, past }
    const outputs = await runModel(this.#runner, shape, [output, ...(cacheNames?.values() ?? [])])
    this.close()
    if (cacheNames !== undefined) {
      const tensors = new Map([...cacheNames].map(([input, name]) => [input, outputs[name] as Tensor]))
      this.#past = { length: this.#tokens.length, tensors }
    }
    const logits = outputs[output] as Tensor
    const [, positions, vocabulary] = logits.dims as [number, number, number]
    const end = positions * vocabulary
    const token = mostLikely(logitsOf(logits, end - vocabulary, end))
    logits.dispose()
    if (token === undefined) {
      throw new LmEvalError(
        `${file} gave NaN after ${this.#tokens.length} tokens: check the export, or choose another provider.`,
        {
          code: 'MODEL',
        },
      )
    }
    this.#tokens.push(token)
    return token
  }

  close(): void {
    for (const tensor of this.#past?.tensors.values() ?? []) tensor.dispose()
    this.#past = undefined
  }
}

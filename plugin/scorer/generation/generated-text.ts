import { LmEvalError } from '../../errors.ts'
import { pyRepr } from '../../python/index.ts'
import type { ModelFolder } from '../model/model-folder.ts'
import { mostLikely } from '../session/token-score.ts'
import type { GenerationInput } from '../tokens/encode-generation.ts'
import type { TextEncoder } from '../tokens/tokenizer.ts'
import type { GenerateResponse } from '../types.ts'
import { adjustLogits } from './adjust-logits.ts'
import { type ChoiceSettings, readChoiceSettings } from './choice-settings.ts'
import { cutGeneration } from './cut-generation.ts'
import { checkDecoding, checkGenerationConfig } from './decoding-arguments.ts'
import { type Draw, defaultDraw, drawToken, type Lots, lotsOf } from './draw-token.ts'
import { StopSearch } from './stop-search.ts'

/** Who generates. */
export interface Generator {
  tokenizer: TextEncoder
  folder: Pick<ModelFolder, 'path' | 'generationConfig'>
  /** The model's window in tokens. */
  maxLength: number
}

/** What is to be continued. */
export interface Prompt {
  /** The request's text. */
  text: string
  encoded: GenerationInput
  /** Seed and repeat of a sampled text. */
  draw?: Draw | undefined
}

/**
 * A text under way: chooses its tokens one by one, up to a stop string, an end-of-text token or the number of tokens,
 * whichever is first.
 */
export class GeneratedText {
  /** Prompt and generated tokens. */
  readonly tokens: number[]
  /** Tokens generated at most. */
  readonly count: number
  readonly #generator: Generator
  readonly #encoded: GenerationInput
  readonly #stops: string[]
  readonly #search: StopSearch
  readonly #ends: ReadonlySet<unknown>
  readonly #settings: ChoiceSettings
  readonly #lots: Lots | undefined
  #stopReason: GenerateResponse['stopReason'] | undefined

  /** @throws LmEvalError TASK_FIELD, DOCUMENT or MODEL for settings that are not supported, or leave no room */
  constructor(generator: Generator, { text, encoded, draw = defaultDraw }: Prompt) {
    const { tokenizer, folder } = generator
    checkDecoding(encoded.decoding)
    checkGenerationConfig(folder.generationConfig, encoded.decoding, folder.path)
    this.#settings = readChoiceSettings(encoded.decoding, folder.generationConfig, folder.path)
    this.#lots = this.#settings.sample ? lotsOf(text, draw) : undefined
    this.#stops = stopTexts(encoded.stop)
    this.#search = new StopSearch(tokenizer, this.#stops)
    this.#ends = endTokens(folder.generationConfig)
    this.count = numberOfTokens(encoded, generator.maxLength)
    this.tokens = [...encoded.input]
    this.#generator = generator
    this.#encoded = encoded
  }

  get isFinished(): boolean {
    return this.#stopReason !== undefined
  }

  /**
   * Chooses the next token.
   * @param logits the model's answer to all tokens so far
   * @throws LmEvalError MODEL for NaN
   */
  take(logits: ArrayLike<number>): void {
    const scores = adjustLogits(logits, this.tokens, this.#settings)
    const token = this.#lots === undefined ? mostLikely(scores) : drawToken(scores, this.#lots())
    if (token === undefined) {
      throw new LmEvalError(
        `The model in ${this.#generator.folder.path} gave NaN after ${this.tokens.length} tokens: check the export, or choose another provider.`,
        { code: 'MODEL' },
      )
    }
    this.tokens.push(token)
    const generated = this.#generated
    const found = this.#search.find(generated)
    const isEnd =
      this.#ends.has(token) || (found !== undefined && found === this.#generator.tokenizer.eosText)
    if (isEnd) this.#stopReason = 'end'
    else if (found !== undefined) this.#stopReason = 'stop'
    else if (generated.length >= this.count) this.#stopReason = 'length'
  }

  /** The answer to the request, once the text is finished. */
  response(): GenerateResponse {
    const generated = this.#generated
    return {
      text: cutGeneration(this.#generator.tokenizer.decode(generated, true), this.#stops),
      stopReason: this.#stopReason ?? 'length',
      tokens: generated.length,
      truncated: this.#encoded.truncated,
    }
  }

  get #generated(): number[] {
    return this.tokens.slice(this.#encoded.input.length)
  }
}

function stopTexts(stop: readonly unknown[]): string[] {
  return stop.map(text => {
    if (typeof text === 'string') return text
    throw new LmEvalError(
      `generation_kwargs.until must be text or a list of texts, but holds ${pyRepr(text)}: correct it.`,
      { code: 'TASK_FIELD' },
    )
  })
}

/** `eos_token_id`, one or several. */
function endTokens({ eos_token_id: ends }: Record<string, unknown>): ReadonlySet<unknown> {
  return new Set(Array.isArray(ends) ? ends : [ends])
}

function numberOfTokens({ input, maxLength: wanted }: GenerationInput, window: number): number {
  if (input.length === 0) {
    throw new LmEvalError(
      'A generation request has an empty prompt, and the tokenizer adds no token in front: give the prompt a text.',
      { code: 'DOCUMENT' },
    )
  }
  if (wanted > window || wanted <= input.length) {
    throw new LmEvalError(
      `generation_kwargs allows ${wanted} tokens of prompt and text together, but the prompt has ${input.length} and the model's window ${window}: correct max_gen_toks (or max_length).`,
      { code: 'TASK_FIELD' },
    )
  }
  return wanted - input.length
}

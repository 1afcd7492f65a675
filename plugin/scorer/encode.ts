import { LmEvalError } from '../errors.ts'
import { rstrip } from '../python/text.ts'
import type { LoglikelihoodRequest } from '../task/types.ts'
import type { TextEncoder } from './tokenizer.ts'

/** The harness's model arguments that change how a request becomes tokens. */
export interface EncodeOptions {
  /** `add_bos_token`: whether special tokens are added; undefined: as the tokenizer does by itself. */
  addBosToken?: boolean | undefined
  /** `prefix_token_id`, in place of BOS or EOS. */
  prefixTokenId?: number | undefined
}

/** A request in tokens: the last `targets.length` rows of the model's answer to `input` are scored against `targets`. */
export interface EncodedRequest {
  input: number[]
  targets: number[]
  /** Context tokens cut off on the left. */
  truncated: number
}

/** Splits requests into context and continuation tokens as the harness's Hugging Face backend does (task-spec 16). */
export class RequestEncoder {
  readonly #tokenizer: TextEncoder
  readonly #maxLength: number
  readonly #addBosToken: boolean | undefined
  readonly #prefixId: number | undefined
  readonly #prefixText: string | undefined
  /** The choices of a document share their context, so the last one is kept. */
  #lastContext: { text: string; tokens: number[] } | undefined

  /** @param maxLength the model's window in tokens */
  constructor(tokenizer: TextEncoder, maxLength: number, options: EncodeOptions = {}) {
    this.#tokenizer = tokenizer
    this.#maxLength = maxLength
    this.#addBosToken = options.addBosToken
    this.#prefixId = options.prefixTokenId ?? tokenizer.prefixId
    this.#prefixText = this.#prefixId === undefined ? undefined : tokenizer.textOf(this.#prefixId)
  }

  /**
   * A request cut to the model's window: the last `maxLength + 1` tokens, less the final one, go in.
   * @throws LmEvalError DOCUMENT: nothing to score, nothing before it, or a continuation longer than the window
   */
  encode(request: LoglikelihoodRequest): EncodedRequest {
    const { context, continuation } = this.pair(request.context, request.continuation)
    if (continuation.length === 0) throw unusable(request, 'has no continuation token to score')
    if (context.length === 0)
      throw unusable(request, 'has no token before its continuation, and the tokenizer adds none')
    if (continuation.length > this.#maxLength) {
      throw unusable(
        request,
        `has a continuation of ${continuation.length} tokens, more than the model's window of ${this.#maxLength}`,
      )
    }
    const tokens = [...context, ...continuation]
    const truncated = Math.max(0, tokens.length - (this.#maxLength + 1))
    return { input: tokens.slice(truncated, -1), targets: continuation, truncated }
  }

  /**
   * Tokens of both parts, before truncation. They are cut out of the tokens of the whole, so a merge across the border
   * shortens the continuation; whitespace at the end of the context belongs to the continuation.
   */
  pair(context: string, continuation: string): { context: number[]; continuation: number[] } {
    if (context === '') return this.#withoutContext(continuation)
    const kept = rstrip(context)
    const whole = this.#encode(context + continuation)
    const contextTokens = this.#encodeContext(kept)
    return { context: contextTokens, continuation: whole.slice(contextTokens.length) }
  }

  #withoutContext(continuation: string): { context: number[]; continuation: number[] } {
    const tokens = this.#tokenizer.encode(continuation, false)
    if (tokens.length > 0 && tokens[0] === this.#prefixId) {
      return { context: tokens.slice(0, 1), continuation: tokens.slice(1) }
    }
    return { context: this.#prefixId === undefined ? [] : [this.#prefixId], continuation: tokens }
  }

  #encodeContext(text: string): number[] {
    if (this.#lastContext?.text !== text) this.#lastContext = { text, tokens: this.#encode(text) }
    return this.#lastContext.tokens
  }

  /** A text that brings its own prefix token gets no further special tokens. */
  #encode(text: string): number[] {
    const hasPrefix = this.#prefixText !== undefined && text.startsWith(this.#prefixText)
    return this.#tokenizer.encode(text, !hasPrefix && (this.#addBosToken ?? true))
  }
}

function unusable(request: LoglikelihoodRequest, what: string): LmEvalError {
  const parts = `context ${excerpt(request.context)}, continuation ${excerpt(request.continuation)}`
  return new LmEvalError(
    `Request ${request.ordinal} (${parts}) ${what}: check the document's text, target and choices, or the model's window.`,
    { code: 'DOCUMENT' },
  )
}

/** A text's end, which is where requests differ, short enough for a message. */
function excerpt(text: string): string {
  const points = Array.from(text)
  return JSON.stringify(points.length <= 40 ? text : `…${points.slice(-40).join('')}`)
}

import { LmEvalError } from '../../errors.ts'
import { rstrip } from '../../python/text.ts'
import type { LoglikelihoodRequest } from '../../task/types.ts'
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
  /** The context's last token had swallowed the continuation, so that this was encoded by itself. */
  alone?: true
}

/** Splits requests into context and continuation tokens as the harness's Hugging Face backend does (task-spec 16). */
export class RequestEncoder {
  readonly #tokenizer: TextEncoder
  /** The model's window in tokens. */
  readonly maxLength: number
  readonly #addBosToken: boolean | undefined
  /** What stands before a text without context; undefined where the tokenizer has nothing of the kind. */
  readonly prefixId: number | undefined
  readonly #prefixText: string | undefined
  /** The choices of a document share their context, so the last one is kept. */
  #lastContext: { text: string; tokens: number[] } | undefined

  /** @param maxLength the model's window in tokens */
  constructor(tokenizer: TextEncoder, maxLength: number, options: EncodeOptions = {}) {
    this.#tokenizer = tokenizer
    this.maxLength = maxLength
    this.#addBosToken = options.addBosToken
    this.prefixId = options.prefixTokenId ?? tokenizer.prefixId
    this.#prefixText = this.prefixId === undefined ? undefined : tokenizer.textOf(this.prefixId)
  }

  /**
   * A request cut to the model's window. A continuation that the context's last token has swallowed, on which the
   * harness fails, is encoded by itself.
   * @throws LmEvalError DOCUMENT: nothing to score, nothing before it, or a continuation longer than the window
   */
  encode(request: LoglikelihoodRequest): EncodedRequest {
    const { context, continuation } = this.pair(request.context, request.continuation, request.ordinal)
    const swallowed = continuation.length === 0 && request.context !== '' && request.continuation !== ''
    if (!swallowed) return this.fit(context, continuation, request)
    return { ...this.fit(context, this.#encodeAlone(request), request), alone: true }
  }

  /**
   * What goes into the model: the last `maxLength + 1` tokens, less the final one.
   * @param request whose tokens these are, for messages
   * @throws LmEvalError DOCUMENT as {@link encode}
   */
  fit(context: readonly number[], continuation: readonly number[], request: Shown): EncodedRequest {
    if (continuation.length === 0) throw unusable(request, nothingToScore)
    if (context.length === 0)
      throw unusable(request, 'has no token before its continuation, and the tokenizer adds none')
    if (continuation.length > this.maxLength) {
      throw unusable(
        request,
        `has a continuation of ${continuation.length} tokens, more than the model's window of ${this.maxLength}`,
      )
    }
    const tokens = [...context, ...continuation]
    const truncated = Math.max(0, tokens.length - (this.maxLength + 1))
    return { input: tokens.slice(truncated, -1), targets: [...continuation], truncated }
  }

  /**
   * Tokens of both parts, before truncation. They are cut out of the tokens of the whole, so a merge across the border
   * shortens the continuation (perhaps to nothing); whitespace at the end of the context belongs to the continuation.
   * @param ordinal of the request, for messages
   * @throws LmEvalError DOCUMENT when there is neither context nor continuation
   */
  pair(
    context: string,
    continuation: string,
    ordinal?: number,
  ): { context: number[]; continuation: number[] } {
    if (context === '') return this.#withoutContext(continuation, ordinal)
    const kept = rstrip(context)
    const whole = this.tokens(context + continuation)
    const contextTokens = this.#encodeContext(kept)
    return { context: contextTokens, continuation: whole.slice(contextTokens.length) }
  }

  #withoutContext(
    continuation: string,
    ordinal: number | undefined,
  ): { context: number[]; continuation: number[] } {
    const tokens = this.#tokenizer.encode(continuation, false)
    if (tokens.length === 0) throw unusable({ context: '', continuation, ordinal }, nothingToScore)
    if (tokens[0] === this.prefixId) {
      return { context: tokens.slice(0, 1), continuation: tokens.slice(1) }
    }
    return { context: this.prefixId === undefined ? [] : [this.prefixId], continuation: tokens }
  }

  #encodeContext(text: string): number[] {
    if (this.#lastContext?.text !== text) this.#lastContext = { text, tokens: this.tokens(text) }
    return this.#lastContext.tokens
  }

  /** Tokens of a continuation by itself, with the whitespace that the context ends with. */
  #encodeAlone({ context, continuation }: LoglikelihoodRequest): number[] {
    return this.#tokenizer.encode(context.slice(rstrip(context).length) + continuation, false)
  }

  /** Tokens of a whole text; one that brings its own prefix token gets no further special tokens. */
  tokens(text: string): number[] {
    return this.#encode(text, this.#prefixText)
  }

  /** Tokens of a text to be continued. The harness looks at BOS here, whatever the prefix token is. */
  promptTokens(text: string): number[] {
    return this.#encode(text, this.#tokenizer.bosText)
  }

  /** Text of the end-of-text token. */
  get eosText(): string | undefined {
    return this.#tokenizer.eosText
  }

  #encode(text: string, prefix: string | undefined): number[] {
    const hasPrefix = prefix !== undefined && text.startsWith(prefix)
    return this.#tokenizer.encode(text, !hasPrefix && (this.#addBosToken ?? true))
  }
}

const nothingToScore = 'has no continuation token to score'

/** What messages tell of a request. */
type Shown = Pick<LoglikelihoodRequest, 'context' | 'continuation'> & { ordinal?: number | undefined }

function unusable({ context, continuation, ordinal }: Shown, what: string): LmEvalError {
  const name = ordinal === undefined ? 'A request' : `Request ${ordinal}`
  return new LmEvalError(
    `${name} (context ${excerpt(context)}, continuation ${excerpt(continuation)}) ${what}: check the document's text, target and choices, or the model's window.`,
    { code: 'DOCUMENT' },
  )
}

/** A text's end, which is where requests differ, short enough for a message. */
function excerpt(text: string): string {
  const points = Array.from(text)
  return JSON.stringify(points.length <= 40 ? text : `…${points.slice(-40).join('')}`)
}

import { LmEvalError } from '../errors.ts'
import { pyRepr } from '../python/index.ts'
import { cutGeneration } from './cut-generation.ts'
import { checkDecoding, checkGenerationConfig } from './decoding-arguments.ts'
import type { GenerationInput } from './encode-generation.ts'
import type { Continuation } from './greedy-decoder.ts'
import type { ModelFolder } from './model-folder.ts'
import type { OnnxSession } from './onnx-session.ts'
import { StopSearch } from './stop-search.ts'
import type { TextEncoder } from './tokenizer.ts'
import type { GenerateResponse } from './types.ts'

/** Who generates. */
export interface Generator {
  session: Pick<OnnxSession, 'continueGreedily'>
  tokenizer: TextEncoder
  folder: Pick<ModelFolder, 'path' | 'generationConfig'>
  /** The model's window in tokens. */
  maxLength: number
}

/** Runs one step of the model; the place for taking turns and for noticing an abort. */
export type Step = (text: Continuation) => Promise<number>

/**
 * The greedy continuation of an input: up to a stop string, an end-of-text token or the number of tokens, whichever is first.
 * @throws LmEvalError TASK_FIELD or MODEL for settings that are not supported
 */
export async function generate(
  { session, tokenizer, folder, maxLength }: Generator,
  encoded: GenerationInput,
  step: Step,
): Promise<GenerateResponse> {
  checkDecoding(encoded.decoding)
  checkGenerationConfig(folder.generationConfig, encoded.decoding, folder.path)
  const stops = stopTexts(encoded.stop)
  const search = new StopSearch(tokenizer, stops)
  const ends = endTokens(folder.generationConfig)
  const count = numberOfTokens(encoded, maxLength)
  const generated: number[] = []
  let stopReason: GenerateResponse['stopReason'] = 'length'
  const decoder = session.continueGreedily(encoded.input)
  try {
    while (stopReason === 'length' && generated.length < count) {
      const token = await step(decoder)
      generated.push(token)
      const found = search.find(generated)
      if (ends.has(token) || (found !== undefined && found === tokenizer.eosText)) stopReason = 'end'
      else if (found !== undefined) stopReason = 'stop'
    }
  } finally {
    decoder.close()
  }
  return {
    text: cutGeneration(tokenizer.decode(generated, true), stops),
    stopReason,
    tokens: generated.length,
    truncated: encoded.truncated,
  }
}

function stopTexts(stop: readonly unknown[]): string[] {
  return stop.map(text => {
    if (typeof text === 'string') return text
    throw new LmEvalError(
      `generation_kwargs.until must be text or a list of texts, but holds ${pyRepr(text)}: correct it.`,
      {
        code: 'TASK_FIELD',
      },
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

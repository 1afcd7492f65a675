import { LmEvalError } from '../errors.ts'
import { hashModelFolder, readModelFolder } from '../scorer/model/model-folder.ts'
import { turnEventLoop } from '../scorer/turn-event-loop.ts'
import { Turns } from '../scorer/turns.ts'
import { bertScoreEncoder } from './bert-score-encoder.ts'
import { bleurtEncoder } from './bleurt-encoder.ts'
import { openEncoderSession } from './encoder-session.ts'
import { encoderWindow } from './encoder-window.ts'
import { readBaselineRow } from './rescale-baseline.ts'
import type { EncoderInfo, EncoderSpec, PairScore, TextPair } from './types.ts'

/** Compares one pair of texts. */
export type ComparePair = (pair: TextPair) => Promise<PairScore>

/** An encoder in this process's memory. */
export interface LoadedEncoder {
  encoderInfo: EncoderInfo
  /** As `Encoder.compare`; calls made at the same time take turns pair by pair. */
  compare(pairs: readonly TextPair[], signal?: AbortSignal): Promise<PairScore[]>
  close(): Promise<void>
}

/**
 * Loads encoder and tokenizer of a folder. Texts run one by one, without padding: a batch's other texts would move the last digits
 * of a figure.
 * @throws LmEvalError MODEL, PROVIDER or OPTION, naming the option that asked for it
 */
export async function loadEncoder(spec: EncoderSpec): Promise<LoadedEncoder> {
  try {
    return await load(spec)
  } catch (error) {
    if (!(error instanceof LmEvalError)) throw error
    const { code, message, at } = error
    throw new LmEvalError(`Encoder of ${spec.encoder}: ${message}`, { code, at, cause: error })
  }
}

async function load(spec: EncoderSpec): Promise<LoadedEncoder> {
  const { encoder, path, name, layer } = spec
  const baseline =
    spec.baseline === undefined ? undefined : readBaselineRow(spec.baseline, spec.layer as number)
  const folder = readModelFolder(path)
  const session = await openEncoderSession(folder.onnxFile, spec)
  let compare: ComparePair
  try {
    compare =
      encoder === 'bleurt'
        ? bleurtEncoder(folder, session)
        : bertScoreEncoder(folder, session, spec, baseline)
  } catch (error) {
    await session.close()
    throw error
  }
  const hashes = await hashModelFolder(folder)
  const turns = new Turns()
  return {
    encoderInfo: {
      encoder,
      model: name,
      path,
      precision: folder.precision,
      weightsHash: hashes.weights,
      tokenizerHash: hashes.tokenizer,
      provider: session.provider,
      maxLength: encoderWindow(folder),
      ...(layer === undefined ? {} : { layer }),
      ...(baseline === undefined ? {} : { baseline }),
    },
    async compare(pairs, signal) {
      const scores: PairScore[] = []
      for (const pair of pairs) {
        await turns.take(async () => {
          signal?.throwIfAborted()
          scores.push(await compare(pair))
        })
        await turnEventLoop()
      }
      return scores
    },
    close: () => turns.take(() => session.close()),
  }
}

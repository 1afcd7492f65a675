import { type EncoderMetric, type Encoders, encoderMetrics } from '../encoder/types.ts'
import { LmEvalError } from '../errors.ts'
import { fillFigures, openFigures } from '../metric/encoder-values.ts'
import type { EncoderFigure } from '../metric/text/encoder-figure.ts'
import type { Sample } from '../metric/types.ts'

/** Deaths of an encoder's process in a row that are borne; each fails the documents that waited for it. */
const crashesAllowed = 3

export interface PendingFiguresOptions {
  encoders: Encoders
  signal: AbortSignal
  /** Told of an error that makes every further document pointless. */
  onFatal: (error: Error) => void
}

/** A document's sample, complete. */
export interface CompletedSample {
  sample: Sample
  /** Encoders that computed a part of it. */
  used: EncoderMetric[]
  /** Whether an encoder got less than the whole of a text. */
  cut: boolean
}

/** The figures that encoders compute while the model goes on with the next documents. */
export class PendingFigures {
  readonly #options: PendingFiguresOptions
  readonly #open = new Set<Promise<void>>()
  #crashes = 0

  constructor(options: PendingFiguresOptions) {
    this.#options = options
  }

  /** Completes a sample, at once where there is nothing to compute; calls one of the two unless the signal is aborted. */
  complete(
    sample: Sample,
    onComplete: (completed: CompletedSample) => void,
    onFailed: (error: Error) => void,
  ): void {
    const { encoders, signal, onFatal } = this.#options
    const figures = openFigures(sample).filter(({ metric }) => encoders[metric] !== undefined)
    if (figures.length === 0) {
      onComplete({ sample: fillFigures(sample, new Map()), used: [], cut: false })
      return
    }
    const work = compute(figures, encoders, signal).then(
      ({ known, cut }) => {
        this.#crashes = 0
        const used = encoderMetrics.filter(encoder => figures.some(({ metric }) => metric === encoder))
        if (!signal.aborted) onComplete({ sample: fillFigures(sample, known), used, cut })
      },
      (error: Error) => {
        if (signal.aborted) return
        if (this.#isFatal(error)) onFatal(error)
        else onFailed(error)
      },
    )
    this.#open.add(work)
    work.finally(() => this.#open.delete(work))
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open)
  }

  #isFatal(error: Error): boolean {
    if (!(error instanceof LmEvalError)) return false
    if (error.code === 'MODEL_PROCESS') return ++this.#crashes > crashesAllowed
    return error.code === 'MODEL' || error.code === 'PROVIDER' || error.code === 'OPTION'
  }
}

async function compute(
  figures: readonly EncoderFigure[],
  encoders: Encoders,
  signal: AbortSignal,
): Promise<{ known: Map<EncoderFigure, number>; cut: boolean }> {
  const known = new Map<EncoderFigure, number>()
  let cut = false
  await Promise.all(
    encoderMetrics.map(async metric => {
      const own = figures.filter(figure => figure.metric === metric)
      if (own.length === 0) return
      const pairs = own.map(({ reference, candidate }) => ({ reference, candidate }))
      const scores = (await encoders[metric]?.compare(pairs, signal)) ?? []
      for (const [index, score] of scores.entries()) {
        const figure = own[index] as EncoderFigure
        known.set(figure, score.figures[figure.figure] as number)
        cut ||= score.truncated
      }
    }),
  )
  return { known, cut }
}

import type { Response } from '../scorer/types.ts'
import type { CachedAnswers, DocumentCounts } from './types.ts'

/** Remembers which documents were answered with reservations. */
export class DocumentFlags {
  readonly #truncated = new Set<number>()
  readonly #alone = new Set<number>()
  /** Generated texts of a document, and how many of them ended at max_gen_toks. */
  readonly #texts = new Map<number, { texts: number; of: number }>()
  readonly #encoderCut = new Set<number>()
  /** Answers of a document, and how many of them came from the score cache. */
  readonly #answers = new Map<number, CachedAnswers>()

  /** Takes note of a document's answers, in place of earlier ones. */
  record(docId: number, responses: readonly Response[]): void {
    const mark = (documents: Set<number>, is: (response: Response) => boolean): void => {
      if (responses.some(is)) documents.add(docId)
      else documents.delete(docId)
    }
    mark(this.#truncated, ({ truncated }) => truncated > 0)
    mark(this.#alone, response => 'alone' in response && response.alone === true)
    const texts = responses.flatMap(response => ('stopReason' in response ? [response.stopReason] : []))
    const cached = responses.filter(response => response.cached === true)
    this.#answers.set(docId, { answers: cached.length, of: responses.length })
    this.#texts.set(docId, { texts: texts.filter(reason => reason === 'length').length, of: texts.length })
  }

  /** Takes note of whether an encoder got less than the whole of a document's texts. */
  recordEncoder(docId: number, cut: boolean): void {
    if (cut) this.#encoderCut.add(docId)
    else this.#encoderCut.delete(docId)
  }

  /** Answers that came from the score cache; undefined where none did. */
  get cached(): CachedAnswers | undefined {
    const sum = { answers: 0, of: 0 }
    for (const { answers, of } of this.#answers.values()) {
      sum.answers += answers
      sum.of += of
    }
    return sum.answers === 0 ? undefined : sum
  }

  /** Their numbers; those that are seldom are left out where there are none. */
  get counts(): Pick<DocumentCounts, 'truncated' | 'alone' | 'cutShort' | 'encoderCut'> {
    const cutShort = { texts: 0, of: 0 }
    for (const { texts, of } of this.#texts.values()) {
      cutShort.texts += texts
      cutShort.of += of
    }
    return {
      truncated: this.#truncated.size,
      ...(this.#alone.size === 0 ? {} : { alone: this.#alone.size }),
      ...(cutShort.texts === 0 ? {} : { cutShort }),
      ...(this.#encoderCut.size === 0 ? {} : { encoderCut: this.#encoderCut.size }),
    }
  }
}

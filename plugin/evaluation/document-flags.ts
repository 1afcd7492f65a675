import type { Response } from '../scorer/types.ts'
import type { DocumentCounts } from './types.ts'

/** Remembers which documents were answered with reservations. */
export class DocumentFlags {
  readonly #truncated = new Set<number>()
  readonly #alone = new Set<number>()
  readonly #cutShort = new Set<number>()
  readonly #encoderCut = new Set<number>()

  /** Takes note of a document's answers, in place of earlier ones. */
  record(docId: number, responses: readonly Response[]): void {
    const mark = (documents: Set<number>, is: (response: Response) => boolean): void => {
      if (responses.some(is)) documents.add(docId)
      else documents.delete(docId)
    }
    mark(this.#truncated, ({ truncated }) => truncated > 0)
    mark(this.#alone, response => 'alone' in response && response.alone === true)
    mark(this.#cutShort, response => 'stopReason' in response && response.stopReason === 'length')
  }

  /** Takes note of whether an encoder got less than the whole of a document's texts. */
  recordEncoder(docId: number, cut: boolean): void {
    if (cut) this.#encoderCut.add(docId)
    else this.#encoderCut.delete(docId)
  }

  /** Their numbers; those that are seldom are left out where there are none. */
  get counts(): Pick<DocumentCounts, 'truncated' | 'alone' | 'cutShort' | 'encoderCut'> {
    return {
      truncated: this.#truncated.size,
      ...(this.#alone.size === 0 ? {} : { alone: this.#alone.size }),
      ...(this.#cutShort.size === 0 ? {} : { cutShort: this.#cutShort.size }),
      ...(this.#encoderCut.size === 0 ? {} : { encoderCut: this.#encoderCut.size }),
    }
  }
}

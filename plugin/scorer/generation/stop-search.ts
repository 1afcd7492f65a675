import type { TextEncoder } from '../tokens/tokenizer.ts'

/**
 * Finds stop strings in what is generated, as the harness does after every token: in the text of the last tokens,
 * special ones included, two more than the stop string itself has; so it is found across token borders.
 */
export class StopSearch {
  readonly #tokenizer: TextEncoder
  readonly #stops: { text: string; reach: number }[]

  constructor(tokenizer: TextEncoder, stops: readonly string[]) {
    this.#tokenizer = tokenizer
    this.#stops = stops.map(text => ({ text, reach: tokenizer.encode(text, false).length + 2 }))
  }

  /** The first stop string that the end of `generated` holds; undefined if there is none. */
  find(generated: readonly number[]): string | undefined {
    const ends = new Map<number, string>()
    for (const { text, reach } of this.#stops) {
      const end = ends.get(reach) ?? this.#tokenizer.decode(generated.slice(-reach), false)
      ends.set(reach, end)
      if (end.includes(text)) return text
    }
    return undefined
  }
}

import { codePoints } from '../python/index.ts'
import { asciiPunctuation, type Normalize, normalizer } from './normalize.ts'
import { placedWordNgrams, type Span, wordNgrams } from './word-ngrams.ts'

/** How a janitor cleans; lengths count code points. */
export interface JanitorOptions {
  /** Words of an n-gram. */
  ngram: number
  /** What is cut out on either side of an n-gram, beside it. */
  windowToRemove: number
  /** A text with more matches than this has nothing worth keeping. */
  tooDirtyCutoff: number
  /** A clean piece is kept only if it is longer. */
  minimumSliceLength: number
  /** Characters without meaning for the comparison. */
  deletedCharacters: string
}

/** The harness's defaults: those of appendix C of the GPT-3 paper (Brown et al. 2020), with 13-grams for every data set. */
export const janitorDefaults: Readonly<JanitorOptions> = {
  ngram: 13,
  windowToRemove: 200,
  tooDirtyCutoff: 10,
  minimumSliceLength: 200,
  deletedCharacters: asciiPunctuation,
}

/**
 * Cuts test documents out of training text (metrics-spec.md, 9.2), as the harness's janitor in its Python mode, quirks included:
 * words of a training text are joined first and normalised then, so that a lone punctuation mark between two words keeps them
 * from matching, and a text of `minimumSliceLength` characters or fewer without any match is dropped.
 */
export class Janitor {
  readonly options: Readonly<JanitorOptions>
  readonly #normalize: Normalize
  readonly #contaminants = new Set<string>()

  constructor(options: Partial<JanitorOptions> = {}) {
    this.options = { ...janitorDefaults, ...options }
    this.#normalize = normalizer(this.options.deletedCharacters)
  }

  /** Normalised n-grams of every text registered so far. */
  get contaminants(): ReadonlySet<string> {
    return this.#contaminants
  }

  /** Remembers a test document. */
  register(text: string): void {
    for (const ngram of wordNgrams(this.#normalize(text), this.options.ngram)) this.#contaminants.add(ngram)
  }

  /** What of a training text is left, in order; nothing of a text with more than `tooDirtyCutoff` matches. */
  clean(text: string): string[] {
    const dirty = placedWordNgrams(text, this.options.ngram)
      .filter(({ ngram }) => this.#contaminants.has(this.#normalize(ngram)))
      .map(({ span }) => span)
    return cleanPieces(text, dirty, this.options)
  }
}

/**
 * Pieces of a text between spans that are to go.
 * @param dirty in order
 */
export function cleanPieces(
  text: string,
  dirty: readonly Span[],
  { windowToRemove, tooDirtyCutoff, minimumSliceLength }: JanitorOptions,
): string[] {
  // In the harness the first match past the cutoff ends it, so that a cutoff below zero acts as zero.
  if (dirty.length > Math.max(0, tooDirtyCutoff)) return []
  const characters = codePoints(text)
  const pieces: string[] = []
  let kept = 0
  let end = -1
  for (const [first, last] of dirty) {
    const start = Math.max(0, first - windowToRemove)
    end = Math.min(characters.length, last + windowToRemove)
    if (start - kept > minimumSliceLength) pieces.push(characters.slice(kept, start).join(''))
    kept = end
  }
  if (end < characters.length - minimumSliceLength) pieces.push(characters.slice(end + 1).join(''))
  return pieces
}

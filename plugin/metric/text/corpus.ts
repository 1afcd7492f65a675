import { type CorpusItem, readCorpusItems } from './corpus-items.ts'
import { type CorpusMetricName, corpusMetrics } from './corpus-metrics.ts'

/**
 * A corpus ready to be scored and resampled. As many references of a document count as the document with the fewest among
 * those drawn has, so there is a table of counts for each number of references.
 */
export interface Corpus {
  metric: CorpusMetricName
  /** For each document the table of its own number of references; tables ascend by that number. */
  places: Int32Array
  /** Counts of each document, one after the other; zeros for a document that has fewer references. */
  tables: Float64Array[]
}

const known = new WeakMap<readonly unknown[], Map<CorpusMetricName, Corpus>>()

/**
 * Counts what a metric needs of each document; once for a list of items, as counting is slow and value and standard error both
 * need it.
 * @param items pairs of a reference or a list of them, and a prediction; not to be changed afterwards
 * @throws TypeError where they are anything else, or a document has no reference
 */
export function corpusOf(metric: CorpusMetricName, items: readonly unknown[]): Corpus {
  const ofItems = known.get(items) ?? new Map<CorpusMetricName, Corpus>()
  known.set(items, ofItems)
  const corpus = ofItems.get(metric) ?? countCorpus(metric, readCorpusItems(items))
  ofItems.set(metric, corpus)
  return corpus
}

function countCorpus(metric: CorpusMetricName, items: readonly CorpusItem[]): Corpus {
  const sizes = [...new Set(items.map(({ references }) => references.length))].sort((a, b) => a - b)
  const places = Int32Array.from(items, ({ references }) => sizes.indexOf(references.length))
  const tables = sizes.map((size, place) => {
    const rows = items.map((item, index) =>
      (places[index] as number) < place ? [] : countItem(metric, item, index, size),
    )
    const width = Math.max(...rows.map(row => row.length))
    const table = new Float64Array(rows.length * width)
    for (const [index, row] of rows.entries()) table.set(row, index * width)
    return table
  })
  return { metric, places, tables }
}

function countItem(
  metric: CorpusMetricName,
  { references, prediction }: CorpusItem,
  index: number,
  size: number,
): number[] {
  const counted = references.slice(0, size).filter(reference => reference !== null)
  if (counted.length === 0) throw new TypeError(`value ${index} has no reference`)
  return corpusMetrics[metric].statistics(counted, prediction)
}

/** Score of the whole corpus. @throws RangeError where it has no documents */
export function corpusScore(corpus: Corpus): number {
  if (corpus.places.length === 0) throw new RangeError('there are no values')
  return corpusReplicate(corpus)(Int32Array.from(corpus.places.keys()))
}

/** Makes the function that scores a resample, given the drawn documents' indices. */
export function corpusReplicate({ metric, places, tables }: Corpus): (drawn: Int32Array) => number {
  const { score } = corpusMetrics[metric]
  const width = (tables[0]?.length ?? 0) / places.length
  const sums = new Float64Array(width)
  return drawn => {
    let place = tables.length - 1
    for (let i = 0; i < drawn.length; i++) place = Math.min(place, places[drawn[i] as number] as number)
    const table = tables[place] as Float64Array
    sums.fill(0)
    for (let i = 0; i < drawn.length; i++) {
      const at = (drawn[i] as number) * width
      for (let column = 0; column < width; column++) {
        sums[column] = (sums[column] as number) + (table[at + column] as number)
      }
    }
    return score(sums)
  }
}

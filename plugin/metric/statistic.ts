import { f1OfCounts } from './binary-f1.ts'
import { countDraws } from './count-draws.ts'
import { matthewsOfCounts } from './matthews.ts'
import { pairwiseSum } from './pairwise-sum.ts'
import { exp } from './perplexity.ts'
import { type Corpus, corpusReplicate } from './text/corpus.ts'

/** What is bootstrapped, in a form that travels to a worker. Items are reduced to what the statistic needs of them. */
export type Statistic =
  | { kind: 'f1'; codes: Uint8Array }
  | { kind: 'matthews'; cells: Int32Array; classes: number }
  | { kind: 'perplexity' | 'nanmean' | 'median'; values: Float64Array }
  | { kind: 'corpus'; corpus: Corpus }

/** The statistic of one resample, given the drawn items' indices. */
export type Replicate = (drawn: Int32Array) => number

/** Number of items a statistic is over. */
export function sizeOf(statistic: Statistic): number {
  if (statistic.kind === 'f1') return statistic.codes.length
  if (statistic.kind === 'corpus') return statistic.corpus.places.length
  return statistic.kind === 'matthews' ? statistic.cells.length : statistic.values.length
}

/** Makes the function that is called for every resample; it allocates nothing that grows with the number of calls. */
export function replicateOf(statistic: Statistic): Replicate {
  switch (statistic.kind) {
    case 'f1': {
      const count = countDraws(statistic.codes, 4)
      return drawn => f1OfCounts(count(drawn))
    }
    case 'matthews': {
      const { cells, classes } = statistic
      const count = countDraws(cells, classes * classes)
      return drawn => matthewsOfCounts(count(drawn), classes)
    }
    case 'perplexity':
      return drawn => exp(-meanOf(statistic.values, drawn))
    case 'nanmean':
      return nanmeanReplicate(statistic.values)
    case 'median':
      return medianReplicate(statistic.values)
    case 'corpus':
      return corpusReplicate(statistic.corpus)
  }
}

function meanOf(values: Float64Array, drawn: Int32Array): number {
  let sum = 0
  for (let i = 0; i < drawn.length; i++) sum += values[drawn[i] as number] as number
  return sum / drawn.length
}

function gather(values: Float64Array, drawn: Int32Array, taken: Float64Array): Float64Array {
  for (let i = 0; i < drawn.length; i++) taken[i] = values[drawn[i] as number] as number
  return taken
}

function nanmeanReplicate(values: Float64Array): Replicate {
  const counted = Uint8Array.from(values, value => Number(!Number.isNaN(value)))
  const filled = values.map((value, index) => (counted[index] === 1 ? value : 0))
  const taken = new Float64Array(values.length)
  return drawn => {
    let found = 0
    for (let i = 0; i < drawn.length; i++) found += counted[drawn[i] as number] as number
    return pairwiseSum(gather(filled, drawn, taken)) / found
  }
}

/** Without NaN the middle is found by counting draws of each rank; with NaN only sorting tells what the sort leaves. */
function medianReplicate(values: Float64Array): Replicate {
  if (values.some(Number.isNaN)) {
    const taken = new Float64Array(values.length)
    return drawn => {
      const sorted = Array.from(gather(values, drawn, taken)).sort((a, b) => (a < b ? -1 : 1))
      return sorted[Math.floor(sorted.length / 2)] as number
    }
  }
  const order = Int32Array.from(values.keys()).sort((a, b) => (values[a] as number) - (values[b] as number))
  const ranks = new Int32Array(values.length)
  for (const [rank, item] of order.entries()) ranks[item] = rank
  const count = countDraws(ranks, values.length)
  const wanted = Math.floor(values.length / 2)
  return drawn => {
    const counts = count(drawn)
    let rank = 0
    for (let seen = counts[0] as number; seen <= wanted; seen += counts[rank] as number) rank += 1
    return values[order[rank] as number] as number
  }
}

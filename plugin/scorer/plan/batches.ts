import { cheapestRuns } from './partition.ts'
import { lengthOf, type Segment } from './segment.ts'

export interface BatchLimits {
  /** Rows of a batch at most. */
  rows: number
  /** Rows at most of a batch that goes on from a cache by more than one token each. */
  continuedRows: number
  /** Tokens of a batch at most, padding included; a single row may exceed it. */
  tokens: number
  /** Wanted places of a batch at most, each of which costs a row of logits; a single row may exceed it. */
  places: number
  /** Tokens of a batch at most with what the rows go on from, each of which costs keys and values; a single row may exceed it. */
  cached: number
  /** Tokens that a further batch costs in time, whatever is in it: that of reading the weights. */
  batchCost: number
  /** Whether rows of a batch may go on after unequal numbers of tokens. */
  unequalStarts: boolean
}

/** A segment, and the row of the parents' batch that it goes on from; that is 0 for a beginning. */
export interface Row {
  segment: Segment
  parent: number
}

/**
 * Groups rows into batches so that the time for padding and for starting a run is least, longest first within a batch. Where rows
 * must go on after equally many tokens, some may begin before their segment does, to join a batch. The same rows always make the
 * same batches.
 * @param rows segments that go on from the rows of one batch, or beginnings
 */
export function planBatches(rows: readonly Row[], limits: BatchLimits): Row[][] {
  const groups = limits.unequalStarts ? [[...rows]] : sameStart(rows, limits.batchCost)
  return groups.flatMap(group => {
    const sorted = group.toSorted((a, b) => lengthOf(b.segment) - lengthOf(a.segment))
    const firsts = cheapestRuns(sorted.length, runCost(sorted, limits))
    return firsts.map((first, index) => sorted.slice(first, firsts[index + 1] ?? sorted.length))
  })
}

/** Time of a run over neighbouring rows, in tokens; undefined where it is too large. */
function runCost(
  rows: readonly Row[],
  limits: BatchLimits,
): (first: number, end: number) => number | undefined {
  const placesBefore = [0]
  for (const { segment } of rows) placesBefore.push((placesBefore.at(-1) as number) + placesOf(segment))
  const cached = rows.reduce((most, { segment }) => Math.max(most, segment.start), 0)
  return (first, end) => {
    const count = end - first
    const length = lengthOf((rows[first] as Row).segment)
    const places = (placesBefore[end] as number) - (placesBefore[first] as number)
    const isContinued = cached > 0 && length > 1
    const fits =
      count <= (isContinued ? limits.continuedRows : limits.rows) &&
      count * length <= limits.tokens &&
      count * (cached + length) <= limits.cached &&
      places <= limits.places
    return fits || count === 1 ? count * length + limits.batchCost : undefined
  }
}

/** Number of places whose logits are wanted. */
function placesOf({ wanted }: Segment): number {
  return wanted.reduce(
    (count, { place }, index) => (place === wanted[index - 1]?.place ? count : count + 1),
    0,
  )
}

/** Rows by where they begin, the longest beginning first. A small group joins the next one, its rows begun earlier. */
function sameStart(rows: readonly Row[], batchCost: number): Row[][] {
  const byStart = new Map<number, Row[]>()
  for (const row of rows) {
    const group = byStart.get(row.segment.start)
    if (group === undefined) byStart.set(row.segment.start, [row])
    else group.push(row)
  }
  const starts = [...byStart.keys()].sort((a, b) => b - a)
  return starts.flatMap((start, index) => {
    const group = byStart.get(start) as Row[]
    const next = starts[index + 1]
    if (next === undefined || group.length * (start - next) >= batchCost) return [group]
    for (const row of group) byStart.get(next)?.push(begunAt(row, next))
    return []
  })
}

function begunAt({ segment, parent }: Row, start: number): Row {
  return { segment: { ...segment, start }, parent }
}

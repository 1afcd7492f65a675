import { isOutOfMemory } from './out-of-memory.ts'
import { PieceSum } from './piece-sum.ts'
import { type BatchLimits, planBatches, type Row } from './plan/batches.ts'
import { countTokens, type Piece, prefixTree } from './plan/prefix-tree.ts'
import type { Wanted } from './plan/segment.ts'
import { shapeSegments } from './plan/shape-segments.ts'
import { wholeInputs } from './plan/whole-inputs.ts'
import type { SpanScore } from './scored-job.ts'
import type { CacheLayout } from './session/cache-layout.ts'
import { type CachePart, checkRows, cutPast, poolCaches } from './session/cache-rows.ts'
import type { CacheTensors, Past, Step } from './session/model-inputs.ts'
import type { OnnxSession } from './session/onnx-session.ts'

export interface ScorePiecesOptions {
  session: Pick<OnnxSession, 'score' | 'cache' | 'mustRunAlone' | 'work'>
  /** What a run may be over; made smaller when there is no memory for it. */
  limits: BatchLimits
  /** Whether a batch must run as it is planned, even if there is no memory for it. */
  isFixed?: boolean | undefined
  /** Runs one batch, when it is its turn. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
  /** Called once for each piece. */
  onScored: (piece: number, score: SpanScore) => void
}

/**
 * Scores pieces: what several of them begin with is run over once, and everything that goes on from it while its key/value cache
 * is there.
 * @throws LmEvalError MODEL
 */
export async function scorePieces(pieces: readonly Piece[], options: ScorePiecesOptions): Promise<void> {
  const { session, limits } = options
  const tree = prefixTree(pieces)
  session.work.summed += pieces.reduce((sum, { input }) => sum + input.length, 0)
  session.work.distinct += countTokens(tree)
  const segments = session.mustRunAlone
    ? wholeInputs(pieces)
    : shapeSegments(tree, {
        canContinue: session.cache !== undefined,
        rowTokens: Math.min(limits.tokens, limits.places),
        rowCost: limits.continuedRows === 1 ? limits.batchCost : 1,
      })
  const sums = pieces.map(({ targets }) => new PieceSum(targets.length))
  const take: Take = ({ piece, order }, logProbability, isGreedy) => {
    const score = (sums[piece] as PieceSum).take(order, logProbability, isGreedy)
    if (score !== undefined) options.onScored(piece, score)
  }
  const rows = segments.map(segment => ({ segment, parent: 0 }))
  await scoreRows(rows, undefined, { ...options, take, depth: 0 })
}

type Take = (wanted: Wanted, logProbability: number, isGreedy: boolean) => void
type Run = ScorePiecesOptions & {
  take: Take
  /** Sources that the present one goes on from. */
  depth: number
}

/** A cache that rows go on from. */
interface Source {
  cache: CacheTensors
  /** Places of a row. */
  length: number
}

/** What is left of a batch for those that go on from it: the rows that some do. */
interface Continued extends CachePart {
  children: Row['segment'][][]
}

/** Rows that go on from one source, batch by batch; several batches at a time are followed by all that goes on from them. */
async function scoreRows(rows: readonly Row[], source: Source | undefined, run: Run): Promise<void> {
  let kept: Continued[] = []
  const batches = planBatches(rows, run.limits).reverse()
  for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
    const continued = await scoreOrHalve(batch, source, run)
    if (Array.isArray(continued)) batches.push(...continued)
    if (Array.isArray(continued) || continued === undefined) continue
    if (!fits([...kept, continued], run)) {
      await scoreChildren(kept, run)
      kept = []
    }
    kept.push(continued)
  }
  await scoreChildren(kept, run)
}

/** Scores a batch, or gives its halves where there is no memory for it as a whole. */
async function scoreOrHalve(
  batch: Row[],
  source: Source | undefined,
  run: Run,
): Promise<Continued | Row[][] | undefined> {
  try {
    return await run.turn(() => scoreBatch(batch, source, run))
  } catch (error) {
    if (batch.length === 1 || run.isFixed === true || !isOutOfMemory(error)) throw error
    halve(run.limits)
    const middle = Math.ceil(batch.length / 2)
    return [batch.slice(middle), batch.slice(0, middle)]
  }
}

/** Later batches are planned smaller. */
function halve(limits: BatchLimits): void {
  for (const limit of ['tokens', 'places', 'cached'] as const) {
    limits[limit] = Math.max(1, Math.floor(limits[limit] / 2))
  }
}

/** Whether these may make one source; half as large at each level, all of them together take twice the first. */
function fits(kept: readonly Continued[], { limits, depth }: Run): boolean {
  const count = kept.reduce((sum, { rows }) => sum + rows.length, 0)
  return count * longest(kept) <= limits.cached / 2 ** depth
}

function longest(kept: readonly Continued[]): number {
  return Math.max(...kept.flatMap(({ rows }) => rows.map(({ past, own }) => past + own)))
}

async function scoreChildren(kept: readonly Continued[], run: Run): Promise<void> {
  const { cache: layout } = run.session
  if (kept.length === 0 || layout === undefined) return
  const cache = poolCaches(kept, layout)
  for (const continued of kept) layout.buffers.release(continued.cache)
  const children = kept
    .flatMap(continued => continued.children)
    .flatMap((segments, parent) => segments.map((segment): Row => ({ segment, parent })))
  await scoreRows(children, { cache, length: longest(kept) }, { ...run, depth: run.depth + 1 })
  layout.buffers.release(cache)
}

async function scoreBatch(
  batch: readonly Row[],
  source: Source | undefined,
  { session, limits, take }: Run,
): Promise<Continued | undefined> {
  const past = source && pastOf(batch, source, limits, session.cache)
  const { places, targets, wanted } = wantedOf(batch)
  const rows = batch.map(({ segment: { tokens, start, end } }) => tokens.slice(start, end))
  const length = Math.max(...rows.map(row => row.length))
  const continued = batch.flatMap(({ segment }, row) => (segment.children.length > 0 ? [row] : []))
  const step: Step = { rows, length, past, places, targets }
  const { logProbabilities, isGreedy, cache } = await session.score(step, continued.length > 0)
  if (past !== undefined && past.source !== source?.cache) session.cache?.buffers.release(past.source)
  for (const [index, one] of wanted.entries()) {
    take(one, logProbabilities[index] as number, isGreedy[index] as boolean)
  }
  if (continued.length === 0 || cache === undefined) return undefined
  checkRows(cache, batch.length)
  return {
    cache,
    before: past?.length ?? 0,
    rows: continued.map(row => {
      const { start, end } = (batch[row] as Row).segment
      return { row, past: start, own: end - start }
    }),
    children: continued.map(row => (batch[row] as Row).segment.children),
  }
}

/** What the rows of a batch go on from: all of the source, or where rows must begin alike, as much of it as they do. */
function pastOf(
  batch: readonly Row[],
  { cache, length }: Source,
  { unequalStarts }: BatchLimits,
  layout: CacheLayout | undefined,
): Past {
  const rows = batch.map(({ parent }) => parent)
  const starts = batch.map(({ segment }) => segment.start)
  if (!unequalStarts && layout !== undefined) {
    return cutPast({ source: cache, rows, length: starts[0] as number }, layout)
  }
  return { source: cache, rows, length, held: starts.map(start => [0, start]) }
}

function wantedOf(batch: readonly Row[]): Pick<Step, 'places' | 'targets'> & { wanted: Wanted[] } {
  const places: { row: number; place: number }[] = []
  const targets: { index: number; token: number }[] = []
  const wanted: Wanted[] = []
  for (const [row, { segment }] of batch.entries()) {
    let before: Wanted | undefined
    for (const one of segment.wanted) {
      if (one.place !== before?.place) places.push({ row, place: one.place - segment.start })
      targets.push({ index: places.length - 1, token: one.target })
      wanted.push(one)
      before = one
    }
  }
  return { places, targets, wanted }
}

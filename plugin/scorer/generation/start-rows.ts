import type { CacheLayout } from '../session/cache-layout.ts'
import { type CachePart, checkRows, poolCaches } from '../session/cache-rows.ts'
import type { Past } from '../session/model-inputs.ts'
import { logitsStep, type ModelRunner } from '../session/model-runner.ts'
import { type Sequence, sharedLength } from './sequence.ts'

/** A beginning of so many tokens that all prompts share is run over once. */
const worthSharing = 4

/**
 * Runs over the prompts of a model whose rows may start unequally, and lets each choose its first token. In the cache the prompts end
 * at the same place, so that all rows go on side by side.
 * @param tokens number of tokens that one run may be over at most
 */
export async function startRows(
  runner: ModelRunner,
  rows: readonly Sequence[],
  tokens: number,
): Promise<Past> {
  const layout = runner.cache as CacheLayout
  const lengths = rows.map(row => row.tokens.length)
  const shared = rows.length > 1 ? sharedLength(rows) : 0
  const beginning =
    shared < worthSharing ? undefined : await runOver(runner, rows[0] as Sequence, shared, undefined, tokens)
  const parts: CachePart[] = []
  for (const part of splitRows(rows, beginning?.length ?? 0, tokens)) {
    parts.push(await runPart(runner, part, beginning, tokens))
  }
  layout.buffers.release(beginning?.source)
  const source = poolCaches(parts, layout, 'right')
  for (const { cache } of parts) layout.buffers.release(cache)
  const length = Math.max(...lengths)
  return {
    source,
    rows: rows.map((_, row) => row),
    length,
    held: lengths.map(own => [length - own, length]),
  }
}

/** Neighbouring rows that fit into one run. */
function splitRows(rows: readonly Sequence[], before: number, tokens: number): Sequence[][] {
  const parts: Sequence[][] = []
  let longest = 0
  for (const row of rows) {
    const own = row.tokens.length - before
    const part = parts.at(-1)
    if (part !== undefined && (part.length + 1) * Math.max(longest, own) <= tokens) {
      part.push(row)
      longest = Math.max(longest, own)
    } else {
      parts.push([row])
      longest = own
    }
  }
  return parts
}

async function runPart(
  runner: ModelRunner,
  part: readonly Sequence[],
  beginning: Past | undefined,
  tokens: number,
): Promise<CachePart> {
  const { buffers } = runner.cache as CacheLayout
  const [first] = part as [Sequence]
  const already = beginning?.length ?? 0
  const long = part.length === 1 && first.tokens.length - already > tokens
  const past = long
    ? await runOver(runner, first, first.tokens.length - tokens, beginning, tokens)
    : beginning && { ...beginning, rows: part.map(() => 0) }
  const before = past?.length ?? 0
  const rows = part.map(row => row.tokens.slice(before))
  const places = rows.map((row, index) => ({ row: index, place: row.length - 1 }))
  const length = Math.max(...rows.map(row => row.length))
  const { logits, cache } = await logitsStep(runner, { rows, length, past, places, targets: [] }, true)
  if (long) buffers.release(past?.source)
  if (cache === undefined) throw new TypeError('a model with a cache gave none')
  checkRows(cache, part.length)
  for (const [index, row] of part.entries()) row.take(logits(index))
  return { cache, before, rows: rows.map(({ length: own }, row) => ({ row, past: before, own })) }
}

/** Runs over a sequence's tokens up to `end`, some at a time, and gives what goes on from there. */
async function runOver(
  runner: ModelRunner,
  { tokens: all }: Sequence,
  end: number,
  from: Past | undefined,
  tokens: number,
): Promise<Past> {
  let past = from && { ...from, rows: [0] }
  while ((past?.length ?? 0) < end) {
    const before: number = past?.length ?? 0
    const row = all.slice(before, Math.min(end, before + tokens))
    const step = { rows: [row], length: row.length, past, places: [], targets: [] }
    const { cache } = await logitsStep(runner, step, true)
    if (cache === undefined) throw new TypeError('a model with a cache gave none')
    if (past !== undefined && past.source !== from?.source) runner.cache?.buffers.release(past.source)
    past = { source: cache, rows: [0], length: before + row.length }
  }
  return past as Past
}

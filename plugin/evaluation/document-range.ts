import { LmEvalError } from '../errors.ts'

/**
 * Number of documents under the harness's `--limit`: below 1 a share of them (rounded up), else a count, cut to a whole
 * number; so 1.0 means one document (task-spec.md, 13).
 */
export function limitedCount(total: number, limit: number | undefined): number {
  if (limit === undefined) return total
  return Math.min(total, limit < 1 ? Math.ceil(limit * total) : Math.trunc(limit))
}

export interface DocumentSelection {
  /** The harness's `--limit`. */
  limit?: number | undefined
  /** The harness's `--samples` for this task: positions in the split. */
  samples?: readonly number[] | undefined
  /** One of several processes that share the documents: every `of`-th one, from `index` on; the harness's ranks. */
  part?: { index: number; of: number } | undefined
}

/**
 * Ids of the documents that are evaluated, in the order of their split whatever order they are named in, each once; an
 * empty list of samples counts as none (task-spec.md, 13).
 * @throws LmEvalError OPTION for both at once, for a position that does not exist, and where nothing is left
 */
export function documentOrder(
  task: string,
  total: number,
  { limit, samples, part }: DocumentSelection,
): number[] {
  const chosen = samples !== undefined && samples.length > 0 ? new Set(samples) : undefined
  const fail = (problem: string): Error => new LmEvalError(`Task ${task}: ${problem}.`, { code: 'OPTION' })
  const outside = [...(chosen ?? [])].find(index => !Number.isInteger(index) || index >= total)
  if (outside !== undefined) {
    throw fail(`samples names document ${outside}, but there are ${total}, numbered from 0`)
  }
  const all = Array.from({ length: total }, (_, docId) => docId)
  const selected =
    chosen === undefined
      ? all.slice(0, Math.max(0, limitedCount(total, limit)))
      : all.filter(id => chosen.has(id))
  const order =
    part === undefined ? selected : selected.filter((_, position) => position % part.of === part.index)
  if (order.length > 0) return order
  if (selected.length > 0 && part !== undefined) {
    throw fail(
      `part ${part.index + 1} of ${part.of} is left without a document: there are ${selected.length}`,
    )
  }
  throw fail(
    chosen === undefined
      ? `limit ${limit} leaves no document`
      : `none of the samples ${[...chosen].join(', ')} is a document; they are numbered from 0`,
  )
}

/** Groups of documents of which only a part was scored. */
export interface CutClusters {
  cut: number
  total: number
}

/**
 * Counts the clusters (an MC-TACO question's answers, say) that a selection of documents cuts apart.
 * @param clusters cluster text of every document of the task; undefined where it has none
 */
export function cutClusters(
  clusters: readonly (string | undefined)[],
  selected: Iterable<number>,
): CutClusters {
  const sizes = new Map<string, number>()
  for (const cluster of clusters) if (cluster !== undefined) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
  const seen = new Map<string, number>()
  for (const index of selected) {
    const cluster = clusters[index]
    if (cluster !== undefined) seen.set(cluster, (seen.get(cluster) ?? 0) + 1)
  }
  let cut = 0
  for (const [cluster, count] of seen) if (count < (sizes.get(cluster) ?? 0)) cut += 1
  return { cut, total: seen.size }
}

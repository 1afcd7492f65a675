/**
 * Number of documents under the harness's `--limit`: below 1 a share of them (rounded up), else a count, cut to a whole
 * number; so 1.0 means one document (task-spec.md, 13).
 */
export function limitedCount(total: number, limit: number | undefined): number {
  if (limit === undefined) return total
  return Math.min(total, limit < 1 ? Math.ceil(limit * total) : Math.trunc(limit))
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

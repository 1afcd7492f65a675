import { mean } from '../mean.ts'

export interface Clustered {
  /** Standard error of the mean where documents of one cluster depend on each other. */
  stderr: number
  /** Number of clusters. */
  clusters: number
}

/**
 * Cluster-robust standard error of a mean (Miller, "Adding Error Bars to Evals", arXiv:2411.00640, 2024; the form of Liang and
 * Zeger, Biometrika 73, 1986): the square of {@link meanStderr} and, for any two values of one cluster, the product of their distances from
 * the mean over the squared number of values. Where every value is a cluster of its own it is the plain standard error.
 * @param clusters the cluster of each value
 * @returns undefined for fewer than two clusters, over which nothing can be told
 */
export function clusterStderr(values: Float64Array, clusters: readonly string[]): Clustered | undefined {
  const middle = mean(values)
  const sums = new Map<string, number>()
  let ownSquares = 0
  for (const [index, cluster] of clusters.entries()) {
    const distance = (values[index] as number) - middle
    ownSquares += distance * distance
    sums.set(cluster, (sums.get(cluster) ?? 0) + distance)
  }
  if (sums.size < 2) return undefined
  let squares = 0
  for (const sum of sums.values()) squares += sum * sum
  const count = values.length
  const between = (squares - ownSquares) / (count * count)
  const variance = ownSquares / (count - 1) / count + between
  return { stderr: Math.sqrt(variance), clusters: sums.size }
}

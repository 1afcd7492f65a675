import { mean, meanStderr } from './mean.ts'
import type { Sample } from './types.ts'

/** Value and standard error over clusters; `stderr` is NaN for a single cluster. */
export interface ClusterFigures {
  /** Of each cluster. */
  scores: number[]
  value: number
  stderr: number
  /** Number of clusters. */
  count: number
}

/**
 * Metrics over documents that belong together, such as the candidate answers to one question:
 * `em` is the share of clusters all of whose documents are answered right (the strict accuracy of MC-TACO), `f1_question`
 * the mean of each cluster's F1 over the documents answered yes, choice 1 (Zhou et al. 2019, "Going on a vacation takes
 * longer than Going for a walk"): precision is 1 if nothing was predicted yes, recall 1 if nothing is, and F1 is 0 where
 * both are 0. The standard error takes the clusters as independent: their sample standard deviation over the root of their
 * number.
 * @throws TypeError for a sample without cluster or prediction, and in `f1_question` for a choice past the second
 */
export const clusterMetrics: Readonly<Record<string, (samples: readonly Sample[]) => ClusterFigures>> = {
  em: samples => figures(samples, cluster => Number(cluster.every(isRight))),
  f1_question: samples => figures(samples, clusterF1),
}

function figures(samples: readonly Sample[], score: (cluster: readonly Sample[]) => number): ClusterFigures {
  const clusters = new Map<string, Sample[]>()
  for (const sample of samples) {
    if (sample.cluster === undefined) throw new TypeError(`document ${sample.docId} has no cluster`)
    const cluster = clusters.get(sample.cluster)
    if (cluster === undefined) clusters.set(sample.cluster, [sample])
    else cluster.push(sample)
  }
  const scores = [...clusters.values()].map(score)
  return { scores, value: mean(scores), stderr: meanStderr(scores), count: scores.length }
}

function isRight(sample: Sample): boolean {
  return golds(sample).includes(predictionOf(sample))
}

function clusterF1(cluster: readonly Sample[]): number {
  let predicted = 0
  let gold = 0
  let both = 0
  for (const sample of cluster) {
    const indices = [predictionOf(sample), ...golds(sample)]
    if (Math.max(...indices) > 1) {
      throw new TypeError(`f1_question is for the choices no and yes, but document ${sample.docId} has more`)
    }
    const saysYes = predictionOf(sample) === 1
    const isYes = golds(sample).includes(1)
    predicted += Number(saysYes)
    gold += Number(isYes)
    both += Number(saysYes && isYes)
  }
  const precision = predicted === 0 ? 1 : both / predicted
  const recall = gold === 0 ? 1 : both / gold
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

function predictionOf({ docId, prediction }: Sample): number {
  if (prediction === undefined) throw new TypeError(`document ${docId} has no choice that was predicted`)
  return prediction
}

function golds({ docId, gold }: Sample): readonly number[] {
  if (typeof gold === 'string')
    throw new TypeError(`document ${docId} has the text ${JSON.stringify(gold)} as gold`)
  return typeof gold === 'number' ? [gold] : gold
}

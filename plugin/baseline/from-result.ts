import type { EncoderInfo } from '../encoder/types.ts'
import type { EvaluationResult } from '../evaluation/types.ts'
import type { MetricResult } from '../metric/types.ts'
import type { BaselineProvenance } from './types.ts'

/** The figures of metrics under the harness's keys. */
export function figuresOf(metrics: readonly MetricResult[]): Record<string, number | 'N/A'> {
  return Object.fromEntries(
    metrics.flatMap(({ metric, filter, value, stderr }) => [
      [`${metric},${filter}`, value],
      [`${metric}_stderr,${filter}`, stderr],
    ]),
  )
}

/** What a baseline says about the run behind it. */
export function provenanceOf(result: EvaluationResult): BaselineProvenance {
  const { scorer, dataset, taskHash, numFewshot, documents, packageVersion, encoders } = result
  return {
    model: scorer.model,
    ...(scorer.weightsHash === undefined ? {} : { weightsHash: scorer.weightsHash }),
    ...(scorer.tokenizerHash === undefined ? {} : { tokenizerHash: scorer.tokenizerHash }),
    precision: scorer.precision,
    ...(scorer.provider === undefined ? {} : { provider: scorer.provider.used }),
    dataset: dataset.name,
    datasetRevision: dataset.revision,
    taskHash,
    numFewshot,
    documents: documents.selected,
    packageVersion,
    ...(encoders === undefined ? {} : { encoders: encoders.map(encoderText).join('; ') }),
  }
}

/** Everything that decides an encoder's figures, in one line. */
function encoderText({ encoder, model, layer, baseline, weightsHash, tokenizerHash }: EncoderInfo): string {
  return [
    `${encoder} ${model}`,
    ...(layer === undefined ? [] : [`layer ${layer}`]),
    ...(baseline === undefined ? [] : [`rescaled with ${baseline.join(' ')}`]),
    `weights ${weightsHash.slice(0, 8)}`,
    `tokenizer ${tokenizerHash.slice(0, 8)}`,
  ].join(' ')
}

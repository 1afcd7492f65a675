import type { UnavailableMetric } from '../metric/types.ts'
import { normalizeGenerationKwargs } from '../scorer/generation/generation-settings.ts'
import type { Task } from '../task/types.ts'
import type { CutClusters } from './document-range.ts'
import type { DocumentCounts } from './types.ts'

/** Sentences about documents that were left out. */
export function selectionWarnings(counts: DocumentCounts, clusters: CutClusters | undefined): string[] {
  const warnings: string[] = []
  if (counts.selected < counts.total) {
    warnings.push(
      `Only ${counts.selected} of ${counts.total} documents were selected: the figures are not comparable with a full run.`,
    )
  }
  if (clusters !== undefined && clusters.cut > 0) {
    warnings.push(
      `The selection cuts ${clusters.cut} of ${clusters.total} questions apart: question-level figures (em, f1_question) are not comparable.`,
    )
  }
  return warnings
}

/** Most sentences of one kind that are shown one by one. */
const shown = 3

/** Sentences about documents that were scored with reservations, or not at all. */
export function documentWarnings(counts: DocumentCounts, perDocument: readonly string[]): string[] {
  const warnings = perDocument.slice(0, shown)
  if (perDocument.length > shown) warnings.push(`${perDocument.length - shown} more warnings of this kind.`)
  if (counts.failed > 0) {
    warnings.push(
      `${counts.failed} of ${counts.selected} documents could not be scored and are in no figure.`,
    )
  }
  if (counts.truncated > 0) {
    warnings.push(
      `The context of ${counts.truncated} documents was cut on the left to fit the model's window.`,
    )
  }
  if (counts.alone !== undefined && counts.alone > 0) {
    warnings.push(
      `A continuation of ${counts.alone} documents is one token with the end of its context and was scored alone, where the harness fails.`,
    )
  }
  if (counts.cutShort !== undefined) {
    const { texts, of } = counts.cutShort
    warnings.push(
      `${texts} of ${of} generations were cut by max_gen_toks, before a stop string or the end of the text.`,
    )
  }
  if (counts.encoderCut !== undefined && counts.encoderCut > 0) {
    warnings.push(
      `A text of ${counts.encoderCut} documents was cut on the right to fit an encoder's window (bert_score, bleurt).`,
    )
  }
  return warnings
}

/** One sentence about metrics that nobody named an encoder for; none where there are none. */
export function encoderWarnings(unavailable: readonly UnavailableMetric[]): string[] {
  if (unavailable.length === 0) return []
  const metrics = [...new Set(unavailable.map(({ metric }) => metric))]
  const options = [...new Set(unavailable.map(({ encoder }) => `encoders.${encoder}`))]
  return [
    `${metrics.join(' and ')} ${metrics.length === 1 ? 'is' : 'are'} N/A for want of an encoder; set ${options.join(' and ')} of lmEval().`,
  ]
}

/** What the model will make of generation settings that contradict each other. */
export function generationWarnings({ generationKwargs }: Task): string[] {
  if (generationKwargs === undefined) return []
  try {
    return normalizeGenerationKwargs(generationKwargs).warnings.map(({ message }) => message)
  } catch {
    // What cannot be read fails the documents, with its reason.
    return []
  }
}

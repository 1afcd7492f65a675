import type { EncoderInfo } from '../encoder/types.ts'
import type { EvaluationResult } from '../evaluation/types.ts'
import { type ProviderReport, type ScorerInfo, savedAnswers } from '../scorer/types.ts'
import { escapeText } from './escape.ts'
import { fixedPoint } from './fixed-point.ts'

/**
 * Lines over a table that say what was measured with what: model, precision, execution provider and why others were skipped,
 * and each task's data and number of documents. All results are of one model.
 */
export function renderRunHeader(results: readonly EvaluationResult[]): string {
  const [first] = results
  if (first === undefined) return ''
  return [
    ...scorerLines(first.scorer),
    ...new Set(results.flatMap(({ encoders = [] }) => encoders).map(encoderLine)),
    ...results.flatMap(taskLines),
  ].join('\n')
}

function scorerLines(scorer: ScorerInfo): string[] {
  if (scorer.path === undefined) {
    const answers =
      scorer.precision === savedAnswers
        ? 'its answers are those of saved samples.'
        : "no model; its answers are the harness's fixed random stream."
    return [`Model ${escapeText(scorer.model)}: ${answers}`]
  }
  const facts = [
    `weights ${scorer.precision}${scorer.weightsHash === undefined ? '' : ` (sha256 ${short(scorer.weightsHash)})`}`,
    ...(scorer.provider === undefined ? [] : [providerFact(scorer.provider)]),
    ...(scorer.maxLength === undefined ? [] : [`window ${scorer.maxLength} tokens`]),
  ]
  const lines = [`Model ${escapeText(scorer.model)} (${escapeText(scorer.path)}): ${facts.join(', ')}`]
  if (scorer.provider !== undefined) lines.push(...providerLines(scorer.provider))
  if (scorer.fullLogits !== undefined) {
    lines.push(
      `Scoring is not part of the model's graph, so all logits are computed, which takes longer: ${escapeText(scorer.fullLogits)}.`,
    )
  }
  if (scorer.cacheProblem !== undefined) lines.push(`! No score cache: ${escapeText(scorer.cacheProblem)}`)
  if (scorer.demonstration) {
    lines.push('This is the embedded demonstration model: its figures say nothing about language models.')
  }
  return lines
}

function encoderLine({ encoder, model, path, layer, baseline, ...facts }: EncoderInfo): string {
  const shown = [
    ...(layer === undefined ? [] : [`layer ${layer}`]),
    ...(baseline === undefined ? [] : ['rescaled']),
    `weights ${facts.precision} (sha256 ${short(facts.weightsHash)})`,
    providerFact(facts.provider),
    ...(facts.maxLength === undefined ? [] : [`window ${facts.maxLength} tokens`]),
  ]
  return `Encoder of ${encoder}: ${escapeText(model)} (${escapeText(path)}): ${shown.join(', ')}`
}

function providerFact({ requested, used }: ProviderReport): string {
  const asked = Array.isArray(requested) ? requested.join(', ') : requested
  return asked === used ? `execution provider ${used}` : `execution provider ${used} (asked for: ${asked})`
}

function providerLines({ skipped }: ProviderReport): string[] {
  if (skipped.length === 0) return []
  const reasons = skipped.map(({ provider, reason }) => `${provider}: ${escapeText(reason)}`)
  return [`Execution providers skipped: ${reasons.join('; ')}`]
}

function taskLines({ task, dataset, documents, sampling, cached }: EvaluationResult): string[] {
  const count =
    documents.selected === documents.total
      ? `${documents.total}`
      : `${documents.selected} of ${documents.total}`
  const line = `Task ${escapeText(task)}: ${count} documents of ${escapeText(dataset.name)}, split ${escapeText(dataset.split)} (sha256 ${short(dataset.revision)})`
  const scored = documents.selected - documents.failed
  const unanswered = Object.entries(documents.unanswered ?? {}).map(
    ([filter, missed]) =>
      `  filter ${escapeText(filter)}: no answer found in ${missed} of ${scored} documents (${fixedPoint((100 * missed) / scored, 1)} %)`,
  )
  const { contaminated } = documents
  const facts = [
    line,
    ...(sampling === undefined ? [] : [samplingLine(sampling)]),
    ...(cached === undefined ? [] : [`  ${cached.answers} of ${cached.of} answers from the score cache`]),
  ]
  if (contaminated === undefined) return [...facts, ...unanswered]
  return [
    ...facts,
    ...unanswered,
    `  ${contaminated} of ${scored} documents stand in the training text; the metrics with _decontaminate are over the others`,
  ]
}

function samplingLine({ seed, repeats }: NonNullable<EvaluationResult['sampling']>): string {
  const each = repeats === 1 ? '' : `, ${repeats} texts for each request`
  return `  texts are sampled: seed ${seed}${each}`
}

function short(hash: string): string {
  return hash.slice(0, 8)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EncoderSpec, TextPair } from '../../plugin/encoder/types.ts'

export const fixtures = join(import.meta.dirname, 'fixtures')

/** What bert-score and BLEURT gave for a pair of texts. */
export interface RecordedPair extends TextPair {
  metric: 'bert_score' | 'bleurt'
  /** Folder of the encoder. */
  encoder: string
  layer?: number
  /** Whether rescaled with baseline.tsv. */
  baseline?: boolean
  precision?: number
  recall?: number
  f1?: number
  score?: number
}

/** Recorded pairs; fixtures/README.md says how. */
export function recordedPairs(): RecordedPair[] {
  const text = readFileSync(join(fixtures, 'recorded.jsonl'), 'utf8')
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as RecordedPair)
}

/** The encoder of fixtures for a metric. */
export function encoderSpec({
  metric,
  encoder,
  layer,
  baseline,
}: Pick<RecordedPair, 'metric' | 'encoder' | 'layer' | 'baseline'>): EncoderSpec {
  return {
    encoder: metric,
    path: join(fixtures, encoder),
    name: encoder,
    provider: 'cpu',
    threads: 1,
    ...(layer === undefined ? {} : { layer }),
    ...(baseline ? { baseline: join(fixtures, 'baseline.tsv') } : {}),
  }
}

import { readFileSync } from 'node:fs'
import { LmEvalError } from '../errors.ts'
import type { BertScore } from './greedy-match.ts'

export type Baseline = readonly [precision: number, recall: number, f1: number]

/**
 * A layer's row of a table in the format of bert-score's rescale_baseline files: a line `LAYER,P,R,F`, then one for each layer.
 * Rows count from 0, as in the package; what stands under LAYER does not decide.
 * @throws LmEvalError OPTION for a file that cannot be read, has no such row, or numbers of 1 or more
 */
export function readBaselineRow(file: string, layer: number): Baseline {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw wrong(`cannot be read (${(error as Error).message})`, file, error)
  }
  const [header, ...rows] = text.split(/\r?\n/u).filter(line => line !== '')
  if (header === undefined || header.split(',').length !== 4)
    throw wrong('does not begin with LAYER,P,R,F', file)
  const row = rows[layer]
  if (row === undefined) throw wrong(`has no row for layer ${layer}, only ${rows.length} rows`, file)
  const cells = row.split(',')
  const [, ...figures] = cells.map(cell => (cell.trim() === '' ? Number.NaN : Number(cell)))
  const [precision = Number.NaN, recall = Number.NaN, f1 = Number.NaN, ...others] = figures
  if (others.length > 0 || [precision, recall, f1].some(figure => !(figure < 1)))
    throw wrong(
      `has ${JSON.stringify(row)} for layer ${layer}, not four numbers, three of them below 1`,
      file,
    )
  return [precision, recall, f1]
}

/** So that unrelated texts get about 0: (x − b) / (1 − b) for each figure, as bert-score's rescale_with_baseline. */
export function rescale({ precision, recall, f1 }: BertScore, baseline: Baseline): BertScore {
  const scale = (value: number, zero: number): number => (value - zero) / (1 - zero)
  return {
    precision: scale(precision, baseline[0]),
    recall: scale(recall, baseline[1]),
    f1: scale(f1, baseline[2]),
  }
}

function wrong(problem: string, file: string, cause?: unknown): LmEvalError {
  return new LmEvalError(
    `encoders.bert_score.baseline: ${file} ${problem}; name a table of bert-score's rescale_baseline folder.`,
    { code: 'OPTION', cause },
  )
}

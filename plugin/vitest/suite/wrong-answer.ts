import { LmEvalError, type SourcePosition } from '../../errors.ts'
import { excerpt } from '../../report/escape.ts'
import type { Answer } from './suite-run.ts'

/** Whether the document's answer counts as wrong: by `acc`, else by `exact_match`, else by prediction and gold. */
export function isWrong({ sample }: Answer): boolean {
  const judged = sample.values.acc ?? sample.values.exact_match
  if (typeof judged === 'number') return judged === 0
  if (sample.prediction === undefined) return false
  return Array.isArray(sample.gold)
    ? !sample.gold.includes(sample.prediction)
    : sample.prediction !== sample.gold
}

/** What a test says that was told to fail on wrong answers (`documents: 'assert'`). */
export function wrongAnswer(answer: Answer, at: SourcePosition[]): LmEvalError {
  const { sample, requests, responses } = answer
  const choice = (index: number): string => {
    const text = requests.choices?.[index]
    const response = responses[index]
    const score = response !== undefined && !('text' in response) ? response.logLikelihood : undefined
    return `${index}${text === undefined ? '' : ` "${excerpt(text, 60)}"`}${score === undefined ? '' : ` (${score.toFixed(4)})`}`
  }
  const golds = typeof sample.gold === 'number' ? [sample.gold] : sample.gold
  const right = Array.isArray(golds) ? golds.map(choice).join(' or ') : `"${excerpt(golds, 60)}"`
  const [first] = responses
  const written = first !== undefined && 'text' in first ? `"${excerpt(first.text, 60)}"` : 'something else'
  const given = sample.prediction === undefined ? written : choice(sample.prediction)
  return new LmEvalError(`doc ${sample.docId} was answered with ${given}; right is ${right}.`, {
    code: 'DOCUMENT',
    at,
  })
}

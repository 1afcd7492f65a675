import { countNgrams, type NgramCounts, overlap, total } from '../ngrams.ts'
import { commonLength } from './common-subsequence.ts'
import { type RougeScore, rougeScore } from './rouge-score.ts'
import { summaryLevel } from './summary-level.ts'
import { tokenizeRouge } from './tokenize-rouge.ts'

/** Options of {@link rouge}. */
export interface RougeOptions {
  /** Whether words are compared by their Porter stems. Default: false. */
  useStemmer?: boolean
}

/**
 * ROUGE (Lin, 2004) of a prediction as rouge-score 0.1.2 computes it.
 * @param types `rouge1` to `rouge9` (n-grams in common), `rougeL` (longest common subsequence) and `rougeLsum` (the same line by
 * line)
 * @returns a score for each type; 0 where either text has no words or too few
 * @throws RangeError for any other type
 */
export function rouge<Type extends string>(
  target: string,
  prediction: string,
  types: readonly Type[],
  { useStemmer = false }: RougeOptions = {},
): Record<Type, RougeScore> {
  const linesOf = (text: string): string[][] => text.split('\n').map(line => tokenizeRouge(line, useStemmer))
  const [targetLines, predictionLines] = [linesOf(target), linesOf(prediction)]
  // A line break separates words as any other white space does.
  const [targetWords, predictionWords] = [targetLines.flat(), predictionLines.flat()]
  const scores = types.map((type): [Type, RougeScore] => {
    if (type === 'rougeLsum') return [type, summaryLevel(targetLines, predictionLines)]
    return [type, scoreWords(targetWords, predictionWords, type)]
  })
  return Object.fromEntries(scores) as Record<Type, RougeScore>
}

/**
 * {@link rouge} against several targets: for each type the score of the target with the best F, the first of equals.
 * @param targets one or more
 */
export function rougeMulti<Type extends string>(
  targets: readonly string[],
  prediction: string,
  types: readonly Type[],
  options: RougeOptions = {},
): Record<Type, RougeScore> {
  const all = targets.map(target => rouge(target, prediction, types, options))
  const best = types.map((type): [Type, RougeScore] => {
    const scores = all.map(score => score[type])
    return [type, scores.reduce((first, next) => (next.fmeasure > first.fmeasure ? next : first))]
  })
  return Object.fromEntries(best) as Record<Type, RougeScore>
}

function scoreWords(target: readonly string[], prediction: readonly string[], type: string): RougeScore {
  if (type === 'rougeL') return rougeScore(commonLength(target, prediction), prediction.length, target.length)
  const order =
    ['rouge1', 'rouge2', 'rouge3', 'rouge4', 'rouge5', 'rouge6', 'rouge7', 'rouge8', 'rouge9'].indexOf(type) +
    1
  if (order === 0) throw new RangeError(`there is no ROUGE type ${JSON.stringify(type)}`)
  const [wanted, found] = [target, prediction].map(
    list => countNgrams(list, order, ' ').at(-1) as NgramCounts,
  ) as [NgramCounts, NgramCounts]
  return rougeScore(overlap(found, wanted), total(found), total(wanted))
}

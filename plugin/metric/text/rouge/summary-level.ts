import { commonPositions } from './common-subsequence.ts'
import { type RougeScore, rougeScore } from './rouge-score.ts'

/**
 * ROUGE-L of a summary (Lin, 2004, section 3.2): for each line of the target the words that its longest common subsequences with
 * all lines of the prediction cover, no word counted more often than either side has it.
 */
export function summaryLevel(
  target: readonly (readonly string[])[],
  prediction: readonly (readonly string[])[],
): RougeScore {
  const leftInTarget = countWords(target)
  const leftInPrediction = countWords(prediction)
  let hits = 0
  for (const line of target) {
    for (const word of coveredWords(line, prediction)) {
      const [inTarget, inPrediction] = [leftInTarget.get(word) ?? 0, leftInPrediction.get(word) ?? 0]
      if (inTarget === 0 || inPrediction === 0) continue
      hits += 1
      leftInTarget.set(word, inTarget - 1)
      leftInPrediction.set(word, inPrediction - 1)
    }
  }
  return rougeScore(hits, prediction.flat().length, target.flat().length)
}

function coveredWords(line: readonly string[], prediction: readonly (readonly string[])[]): string[] {
  const covered = new Set(prediction.flatMap(other => commonPositions(line, other)))
  return line.filter((_, position) => covered.has(position))
}

function countWords(lines: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of lines.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

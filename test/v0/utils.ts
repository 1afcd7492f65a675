import { len, Random, slice, strip } from '../../plugin/python/index.ts'
import { process_docs } from '../../tasks/wsc273/utils.ts'

/** Documents in the order in which harness 0.3 took them. */
export function shuffled<T>(docs: T[]): T[] {
  const order = [...docs]
  new Random(42).shuffle(order)
  return order
}

type Schema = Parameters<typeof process_docs>[0][number]

export function wsc273_docs(docs: Schema[]): Schema[] {
  return shuffled(process_docs(docs))
}

/** Text after the pronoun; the target delimiter is its one leading space. */
export function wsc273_continuation({ text, pronoun, pronoun_loc }: Schema): string {
  return strip(slice(text, pronoun_loc + len(pronoun)))
}

interface Answer {
  sentence: string
  question: string
  label: number
}

/** One judged candidate answer. */
interface Judged {
  question: string
  gold: boolean
  predicted: boolean
}

export function mc_taco_results(
  { sentence, question, label }: Answer,
  [no, yes]: [[number, boolean], [number, boolean]],
): Record<'em' | 'f1', Judged> {
  const judged = { question: `${sentence} ${question}`, gold: label === 1, predicted: yes[0] > no[0] }
  return { em: judged, f1: judged }
}

function byQuestion(answers: Judged[]): Judged[][] {
  const questions = new Map<string, Judged[]>()
  for (const answer of answers)
    questions.set(answer.question, [...(questions.get(answer.question) ?? []), answer])
  return [...questions.values()]
}

/** Share of questions all of whose answers are judged rightly. */
export function em(answers: Judged[]): number {
  const questions = byQuestion(answers)
  return (
    questions.filter(all => all.every(({ gold, predicted }) => gold === predicted)).length / questions.length
  )
}

/** Mean F1 of the questions, those without precision and recall left out. */
export function f1(answers: Judged[]): number {
  const scores = byQuestion(answers)
    .map(questionF1)
    .filter(score => score !== undefined)
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

function questionF1(answers: Judged[]): number | undefined {
  const right = answers.filter(({ gold, predicted }) => gold && predicted).length
  const predicted = answers.filter(answer => answer.predicted).length
  const gold = answers.filter(answer => answer.gold).length
  const precision = predicted === 0 ? 1 : right / predicted
  const recall = gold === 0 ? 1 : right / gold
  return precision + recall === 0 ? undefined : (2 * precision * recall) / (precision + recall)
}

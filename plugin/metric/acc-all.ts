import { mean, meanStderr } from './mean.ts'

/** A judged answer: the prediction and its document with `idx.paragraph`, `idx.question` and `label`. */
export type ParagraphAnswer = readonly [
  predicted: unknown,
  doc: { idx: { paragraph: unknown; question: unknown }; label: unknown },
]

/** Share of the questions (by paragraph and question number) all of whose answers are right. */
export function accAll(items: readonly ParagraphAnswer[]): number {
  return mean(allRight(items, ({ idx }) => JSON.stringify([idx.paragraph, idx.question])))
}

/** Its standard error. Here the harness groups by question number alone, whatever the paragraph. */
export function accAllStderr(items: readonly ParagraphAnswer[]): number {
  return meanStderr(allRight(items, ({ idx }) => JSON.stringify(idx.question)))
}

function allRight(items: readonly ParagraphAnswer[], keyOf: (doc: ParagraphAnswer[1]) => string): number[] {
  const groups = new Map<string, boolean>()
  for (const [predicted, doc] of items) {
    const key = keyOf(doc)
    const right = Number(predicted) === Number(doc.label === 1)
    groups.set(key, (groups.get(key) ?? true) && right)
  }
  return [...groups.values()].map(Number)
}

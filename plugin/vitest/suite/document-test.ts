import { type TestContext, test } from 'vitest'
import { type ErrorCode, LmEvalError, type SourcePosition } from '../../errors.ts'
import type { TaskEvaluation } from '../../evaluation/task-evaluation.ts'
import { codePoints } from '../../python/index.ts'
import type { Response } from '../../scorer/types.ts'
import { documentName } from './document-name.ts'
import { selectedDocuments } from './selection.ts'
import { NotScored } from './slot.ts'
import type { Answer, SuiteRun } from './suite-run.ts'
import type { DocumentMeta } from './task-meta.ts'
import { isWrong, wrongAnswer } from './wrong-answer.ts'

export interface SuiteParts {
  evaluation: TaskEvaluation
  run: SuiteRun
  /** Document ids by the name of their test. */
  ids: Map<string, number>
}

/** Registers the test case of one document and returns its name. */
export function registerDocument(docId: number, parts: SuiteParts & { assert: boolean }): string {
  const { evaluation, run, ids, assert } = parts
  const name = documentName(docId, evaluation.documents.docs[docId] ?? {})
  ids.set(name, docId)
  test(name, { timeout: 0 }, async context => {
    let answer: Answer
    try {
      answer = await run.answer(
        docId,
        () => selectedDocuments(context.task.suite?.tasks ?? [], ids),
        context.signal,
      )
    } catch (error) {
      if (error instanceof NotScored) return context.skip(error.message)
      throw withPlaces(error, docId, evaluation)
    }
    record(answer, context)
    if (assert && isWrong(answer)) throw wrongAnswer(answer, places(docId, evaluation))
  })
  return name
}

function record({ sample, responses }: Answer, { task }: TestContext): void {
  task.meta.lmEval = {
    doc: sample.docId,
    values: sample.values,
    gold: sample.gold,
    ...answered(responses),
    ...(sample.filtered === undefined ? {} : { filtered: sample.filtered }),
    ...(sample.prediction === undefined ? {} : { prediction: sample.prediction }),
  }
}

/** Characters of a generated text that travel with the test case; the whole belongs into a samples file. */
const longestText = 300

function answered(
  responses: readonly Response[],
): Pick<DocumentMeta, 'logLikelihoods' | 'text' | 'stopReason'> {
  const [first] = responses
  if (first !== undefined && 'text' in first)
    return { text: codePoints(first.text).slice(0, longestText).join(''), stopReason: first.stopReason }
  return {
    logLikelihoods: responses.flatMap(response => ('text' in response ? [] : [response.logLikelihood])),
  }
}

/** The data row first, then the task: Vitest shows the nearest one it can read. */
function places(docId: number, { documents, task }: TaskEvaluation): SourcePosition[] {
  const row = documents.locate(docId)
  const place = task.locate(['task'])
  return row === undefined ? [place] : [row, place]
}

/** What befell the model is no document's fault: without its row, Vitest prints the message once for all of them. */
const modelFaults: ReadonlySet<ErrorCode> = new Set(['MODEL', 'PROVIDER', 'MODEL_PROCESS'])

function withPlaces(error: unknown, docId: number, evaluation: TaskEvaluation): unknown {
  if (!(error instanceof LmEvalError)) return error
  const { message, code, at, reason } = error
  if (modelFaults.has(code)) {
    return at.length > 0 ? error : new LmEvalError(message, { code, at: evaluation.task.locate(['task']) })
  }
  if (at.length === 0) return new LmEvalError(message, { code, at: places(docId, evaluation), cause: reason })
  const row = evaluation.documents.locate(docId)
  if (row === undefined || at.some(({ file }) => file === row.file)) return error
  return new LmEvalError(message, { code, at: [...at, row], cause: reason })
}

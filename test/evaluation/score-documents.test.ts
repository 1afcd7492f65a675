import { describe, expect, test } from 'vitest'
import { LmEvalError } from '../../plugin/errors.ts'
import { scoreDocuments } from '../../plugin/evaluation/score-documents.ts'
import type { Response, ScoreOptions, Scorer } from '../../plugin/scorer/types.ts'
import type { DocumentRequests, Request } from '../../plugin/task/types.ts'

const response: Response = { logLikelihood: -1, isGreedy: false, tokens: 1, truncated: 0 }

function build(docId: number): DocumentRequests {
  const requests: Request[] = [0, 1].map(choice => ({
    type: 'loglikelihood',
    context: `doc ${docId}`,
    continuation: ` ${choice}`,
    ordinal: 2 * docId + choice,
  }))
  return {
    docId,
    doc: {},
    requests,
    text: 'q',
    choices: ['a', 'b'],
    multipleTarget: false,
    fewshotIds: [],
    gold: 0,
    target: 0,
    cluster: undefined,
    warnings: [],
  }
}

function run(score: (requests: readonly Request[], options: ScoreOptions) => Promise<void>, count: number) {
  const answered: number[] = []
  const failed = new Map<number, string>()
  const calls: number[] = []
  const scorer: Scorer = {
    info: () => Promise.reject(new Error('not asked')),
    close: async () => {},
    async score(requests, options) {
      calls.push(requests.length)
      await score(requests, options)
    },
  }
  const done = scoreDocuments({
    docIds: Array.from({ length: count }, (_, docId) => docId),
    build,
    scorer,
    onAnswered: ({ docId }) => answered.push(docId),
    onFailed: (docId, error) => failed.set(docId, error.message),
    signal: new AbortController().signal,
  })
  return { done, answered, failed, calls }
}

const answerAll = (requests: readonly Request[], { onScored }: ScoreOptions): void => {
  requests.forEach((_, index) => {
    onScored(index, response)
  })
}

describe('scoring documents', () => {
  test('asks for 8 documents, then for 2048 at a time, the same for the same selection', async () => {
    const { done, answered, calls } = run(async (requests, options) => answerAll(requests, options), 2100)
    await done
    expect(calls).toEqual([2 * 8, 2 * 2048, 2 * 44])
    expect(answered).toHaveLength(2100)
  })

  test('one document that cannot be scored fails alone', async () => {
    const { done, answered, failed } = run(async (requests, options) => {
      if (requests.some(request => 'context' in request && request.context === 'doc 3')) {
        throw new LmEvalError('too long', { code: 'DOCUMENT' })
      }
      answerAll(requests, options)
    }, 20)
    await done
    expect([...failed]).toEqual([[3, 'too long']])
    expect(answered).toHaveLength(19)
  })

  test('a model that cannot be loaded ends everything with its message', async () => {
    const { done } = run(async () => {
      throw new LmEvalError('no model', { code: 'MODEL' })
    }, 20)
    await expect(done).rejects.toThrow('no model')
  })

  test('a model process that dies fails the documents under way; the next ones are scored by its successor', async () => {
    let deaths = 0
    const { done, answered, failed } = run(async (requests, options) => {
      if (deaths++ === 0) throw new LmEvalError('killed', { code: 'MODEL_PROCESS' })
      answerAll(requests, options)
    }, 60)
    await done
    expect(failed.size).toBe(8)
    expect(answered).toHaveLength(52)
  })

  test('a model process that dies again and again is given up', async () => {
    const { done, calls } = run(async () => {
      throw new LmEvalError('killed', { code: 'MODEL_PROCESS' })
    }, 20_000)
    await expect(done).rejects.toThrow('killed')
    expect(calls.length).toBeLessThan(8)
  })
})

test('every repeat of a generation has its own draw, under the seed of the run', async () => {
  const seen: (Request & { draw?: unknown })[] = []
  const generated: Response = { text: '', stopReason: 'end', tokens: 1, truncated: 0 }
  await scoreDocuments({
    docIds: [4, 5],
    build: docId => ({
      ...build(docId),
      requests: [{ type: 'generate_until', context: `doc ${docId}`, settings: {}, ordinal: docId }],
    }),
    scorer: {
      info: () => Promise.reject(new Error('not asked')),
      close: async () => {},
      async score(requests, { onScored }) {
        seen.push(...requests)
        for (const index of requests.keys()) onScored(index, generated)
      },
    },
    repeats: 2,
    samplingSeed: 7,
    onAnswered() {},
    onFailed() {},
    signal: new AbortController().signal,
  })
  expect(seen.map(({ ordinal, draw }) => [ordinal, draw])).toEqual([
    [4, { seed: 7, repeat: 0 }],
    [4, { seed: 7, repeat: 1 }],
    [5, { seed: 7, repeat: 0 }],
    [5, { seed: 7, repeat: 1 }],
  ])
})

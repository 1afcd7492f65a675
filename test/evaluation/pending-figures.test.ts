import { describe, expect, test } from 'vitest'
import type { Encoders, PairScore, TextPair } from '../../plugin/encoder/types.ts'
import { LmEvalError } from '../../plugin/errors.ts'
import { type CompletedSample, PendingFigures } from '../../plugin/evaluation/pending-figures.ts'
import { bertScore, bleurt } from '../../plugin/metric/text/index.ts'
import type { Sample } from '../../plugin/metric/types.ts'

const sampleOf = (values: Record<string, unknown>, filtered?: Sample['filtered']): Sample => ({
  docId: 0,
  values,
  ...(filtered === undefined ? {} : { filtered }),
  prediction: undefined,
  gold: '',
  cluster: undefined,
})

/** Encoders that answer from a function. */
function encoders(compare: (pair: TextPair) => PairScore | Error, ...metrics: (keyof Encoders)[]): Encoders {
  const encoder = {
    info: () => Promise.reject(new Error('not asked')),
    close: async () => {},
    async compare(pairs: readonly TextPair[], signal?: AbortSignal) {
      await new Promise(resolve => setTimeout(resolve, 1))
      signal?.throwIfAborted()
      return pairs.map(pair => {
        const score = compare(pair)
        if (score instanceof Error) throw score
        return score
      })
    },
  }
  return Object.fromEntries(metrics.map(metric => [metric, encoder]))
}

function pending(available: Encoders, signal = new AbortController().signal) {
  const completed: CompletedSample[] = []
  const failed: string[] = []
  const fatal: string[] = []
  const figures = new PendingFigures({
    encoders: available,
    signal,
    onFatal: error => fatal.push(error.message),
  })
  const add = (sample: Sample) =>
    figures.complete(
      sample,
      done => completed.push(done),
      error => failed.push(error.message),
    )
  return { figures, add, completed, failed, fatal }
}

const figures = { precision: 0.1, recall: 0.2, f1: 0.3, score: 0.4 }

describe('figures of encoders', () => {
  test('take their places, under every filter', async () => {
    const pairs: TextPair[] = []
    const run = pending(
      encoders(
        pair => {
          pairs.push(pair)
          return { figures, truncated: pair.candidate === 'long' }
        },
        'bert_score',
        'bleurt',
      ),
    )
    run.add(
      sampleOf(
        { a: bertScore('r', 'c'), b: bertScore('r', 'c', 'recall'), c: bleurt('s', 'long'), acc: 1 },
        { strict: { a: bertScore('r', 'd', 'precision'), acc: 0 } },
      ),
    )
    expect(run.completed).toEqual([])
    await run.figures.settled()
    expect(run.completed).toEqual([
      {
        sample: sampleOf({ a: 0.3, b: 0.2, c: 0.4, acc: 1 }, { strict: { a: 0.1, acc: 0 } }),
        used: ['bert_score', 'bleurt'],
        cut: true,
      },
    ])
    expect(pairs).toHaveLength(4)
    expect(pairs).toContainEqual({ reference: 's', candidate: 'long' })
  })

  test('without their encoder are missing, at once; those with one are there', async () => {
    const run = pending({})
    run.add(sampleOf({ a: bertScore('r', 'c'), acc: 1 }, { strict: { b: bleurt('r', 'c') } }))
    expect(run.completed).toEqual([
      {
        sample: { ...sampleOf({ acc: 1 }, { strict: {} }), missing: { a: 'bert_score', b: 'bleurt' } },
        used: [],
        cut: false,
      },
    ])
    const other = pending(encoders(() => ({ figures, truncated: false }), 'bleurt'))
    other.add(sampleOf({ a: bertScore('r', 'c'), b: bleurt('r', 'c') }))
    await other.figures.settled()
    expect(other.completed[0]?.sample).toEqual({ ...sampleOf({ b: 0.4 }), missing: { a: 'bert_score' } })
  })

  test('that fail for one document fail that document', async () => {
    const run = pending(
      encoders(
        ({ candidate }) => (candidate === 'bad' ? new Error('no such text') : { figures, truncated: false }),
        'bleurt',
      ),
    )
    for (const candidate of ['good', 'bad', 'good']) run.add(sampleOf({ bleurt: bleurt('r', candidate) }))
    await run.figures.settled()
    expect(run.completed).toHaveLength(2)
    expect(run.failed).toEqual(['no such text'])
    expect(run.fatal).toEqual([])
  })

  test.each(['MODEL', 'PROVIDER', 'OPTION'] as const)(
    'an encoder that cannot run (%s) ends everything',
    async code => {
      const run = pending(encoders(() => new LmEvalError('no encoder', { code }), 'bleurt'))
      run.add(sampleOf({ bleurt: bleurt('r', 'c') }))
      await run.figures.settled()
      expect(run.fatal).toEqual(['no encoder'])
      expect(run.failed).toEqual([])
    },
  )

  test('a process that dies again and again ends everything, one that recovers does not', async () => {
    const dead = new LmEvalError('killed', { code: 'MODEL_PROCESS' })
    for (const [outcomes, fatal] of [
      ['xxxx', 1],
      ['xxxoxxx', 0],
    ] as const) {
      const left = [...outcomes]
      const run = pending(
        encoders(() => (left.shift() === 'x' ? dead : { figures, truncated: false }), 'bleurt'),
      )
      for (const _ of outcomes) {
        run.add(sampleOf({ bleurt: bleurt('r', 'c') }))
        await run.figures.settled()
      }
      expect(run.fatal).toHaveLength(fatal)
      expect(run.failed).toHaveLength(outcomes === 'xxxx' ? 3 : 6)
    }
  })

  test('of a run that was stopped are heard of no more', async () => {
    const controller = new AbortController()
    const run = pending(
      encoders(() => ({ figures, truncated: false }), 'bleurt'),
      controller.signal,
    )
    run.add(sampleOf({ bleurt: bleurt('r', 'c') }))
    controller.abort()
    await run.figures.settled()
    expect([run.completed, run.failed, run.fatal]).toEqual([[], [], []])
  })
})

test('cannot be reckoned with before they are known, nor be of anything but texts', () => {
  expect(() => Number(bertScore('r', 'c')) * 100).toThrow('computed after process_results')
  expect(() => `${bleurt('r', 'c')}`).toThrow('bleurt is computed after process_results')
  expect(() => bertScore('r', ['c'] as unknown as string)).toThrow(
    'bert_score compares two texts, not a value of type object',
  )
})

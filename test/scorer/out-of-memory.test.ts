import { describe, expect, test } from 'vitest'
import { LmEvalError } from '../../plugin/errors.ts'
import { isOutOfMemory } from '../../plugin/scorer/out-of-memory.ts'
import { scorePieces } from '../../plugin/scorer/score-pieces.ts'
import type { Step } from '../../plugin/scorer/session/model-inputs.ts'
import { noWork } from '../../plugin/scorer/work.ts'

const failed = (message: string): LmEvalError =>
  new LmEvalError('the run failed', { code: 'MODEL', cause: new Error(message) })

/** Scores made-up pieces with memory for so many rows a run; gives the rows of each run that was tried. */
async function score(
  memory: number,
  message = 'Failed to allocate memory for requested buffer of size 9',
  isFixed = false,
) {
  const pieces = Array.from({ length: 9 }, (_, piece) => ({ input: [piece, 1, 2], targets: [3] }))
  const limits = {
    rows: 100,
    continuedRows: 100,
    tokens: 1000,
    places: 1000,
    cached: 1000,
    batchCost: 12,
    unequalStarts: false,
  }
  const runs: number[] = []
  const scored: number[] = []
  await scorePieces(pieces, {
    session: {
      cache: undefined,
      mustRunAlone: false,
      work: noWork(),
      async score({ rows, targets }: Step) {
        runs.push(rows.length)
        if (rows.length > memory) throw failed(message)
        const logProbabilities = targets.map(() => -1)
        return { logProbabilities, isGreedy: targets.map(() => false), cache: undefined }
      },
    },
    limits,
    isFixed,
    turn: work => work(),
    onScored: piece => scored.push(piece),
  })
  return { runs, scored: scored.sort((a, b) => a - b), limits }
}

describe('a run for which there is no memory', () => {
  test('is made in halves until it fits, and later ones are smaller', async () => {
    const { runs, scored, limits } = await score(3)
    expect(runs).toEqual([9, 5, 3, 2, 4, 2, 2])
    expect(scored).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(limits).toMatchObject({ tokens: 125, places: 125, cached: 125 })
  })

  test('over a single row is an error', async () => {
    await expect(score(0)).rejects.toMatchObject({ code: 'MODEL' })
  })

  test('is an error where batches must run as they are planned', async () => {
    await expect(score(3, undefined, true)).rejects.toMatchObject({ code: 'MODEL' })
  })

  test('another error is not tried again', async () => {
    await expect(score(3, 'indices element out of data bounds')).rejects.toMatchObject({ code: 'MODEL' })
  })
})

test.each([
  ['std::bad_alloc', true],
  ['[ONNXRuntimeError] : 6 : Failed to allocate memory for requested buffer of size 1073741824', true],
  ['CUDA failure 2: out of memory ; GPU=0', true],
  ['Array buffer allocation failed', true],
  ['Available memory of 12 is smaller than requested bytes of 99', true],
  ['Invalid rank for input: input_ids', false],
])('%s: %s', (message, isIt) => {
  expect(isOutOfMemory(failed(message))).toBe(isIt)
})

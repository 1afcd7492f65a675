import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { ModelFolder } from '../../plugin/scorer/model/model-folder.ts'
import { type OnnxSession, openOnnxSession } from '../../plugin/scorer/session/onnx-session.ts'
import { scoreRequests } from './score-requests.ts'

const folder = new URL('./fixtures/layouts/', import.meta.url)
const { sequences, expected } = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as {
  sequences: number[][]
  expected: Record<string, { best: number[]; targets: number[]; logProbabilities: number[] }[]>
}

const open = (name: string, config = {}): Promise<OnnxSession> =>
  openOnnxSession(
    {
      onnxFile: fileURLToPath(new URL(`${name}.onnx`, folder)),
      config,
    } as Partial<ModelFolder> as ModelFolder,
    { provider: 'cpu', threads: 1 },
  )

/** Every target of every sequence by itself, and all targets of each at once. */
const pieces = (name: string) =>
  (expected[name] ?? []).flatMap(({ targets, logProbabilities, best }, row) => {
    const input = sequences[row] as number[]
    const one = targets.map((target, place) => ({
      input: input.slice(0, place + 1),
      targets: [target],
      logLikelihood: logProbabilities[place] as number,
      isGreedy: best[place] === target,
    }))
    const all = {
      input,
      targets,
      logLikelihood: logProbabilities.reduce((sum, value) => sum + value, 0),
      isGreedy: targets.every((target, place) => best[place] === target),
    }
    return [...one, all]
  })

/** For each layout how far a log-probability may be off, and whether the graph scores by itself. */
const layouts: [name: string, tolerance: number, inGraph: boolean][] = [
  ['plain', 1e-5, true],
  ['no-positions', 1e-5, true],
  ['no-mask', 1e-5, true],
  ['no-cache', 1e-5, true],
  ['bare', 1e-5, true],
  ['int32', 1e-5, true],
  ['tied', 1e-5, true],
  ['gemm', 1e-5, true],
  ['bias', 1e-5, true],
  ['softcap', 1e-5, true],
  ['scaled', 1e-5, true],
  ['q4', 1e-4, true],
  ['dequantized', 1e-5, true],
  // Half-precision sums differ by some units in their last place between shapes of a run.
  ['half', 2e-2, true],
  ['half-cast', 2e-2, true],
  ['keep', 1e-5, true],
  ['external', 1e-5, true],
  ['last-softmaxed', 1e-5, false],
  ['used-twice', 1e-5, false],
]

describe.each(layouts)('%s', (name, tolerance, inGraph) => {
  test.each([
    ['as planned', {}],
    ['row by row', { rows: 1 }],
    ['seven rows', { rows: 7 }],
    ['a few tokens at a time', { tokens: 4, places: 3, batchCost: 1 }],
    ['little cache', { cached: 20 }],
    ['equal beginnings', { unequalStarts: false, batchCost: 3 }],
  ])("%s: ONNX Runtime's own scores", async (_, limits) => {
    const session = await open(name)
    const asked = pieces(name)
    const scores = await scoreRequests(session, asked, limits)
    await session.close()
    expect(session.fullLogits === undefined).toBe(inGraph)
    for (const [index, { targets, logLikelihood, isGreedy }] of asked.entries()) {
      const score = scores[index]
      expect(Math.abs((score?.logLikelihood ?? Number.NaN) - logLikelihood)).toBeLessThan(
        tolerance * targets.length,
      )
      if (tolerance < 1e-3) expect(score?.isGreedy).toBe(isGreedy)
    }
  })
})

describe('dynamic quantisation, whose scales are those of a whole run', () => {
  // The reference ran over whole sequences, so only they can be compared.
  const whole = pieces('dynamic-int8').filter(({ input }) => sequences.includes(input))

  test('each request runs alone, so that its score depends on nothing else', async () => {
    const session = await open('dynamic-int8')
    expect(session.mustRunAlone).toBe(true)
    const asked = [...whole, ...pieces('dynamic-int8')]
    const scores = await scoreRequests(session, asked)
    for (const [index, { targets, logLikelihood, isGreedy }] of whole.entries()) {
      expect(Math.abs((scores[index]?.logLikelihood ?? 0) - logLikelihood)).toBeLessThan(
        1e-5 * targets.length,
      )
      expect(scores[index]?.isGreedy).toBe(isGreedy)
    }
    expect(await scoreRequests(session, asked.toReversed())).toEqual(scores.toReversed())
  })
})

test('fused attention, whose rows must start alike, gives the same by every plan', async () => {
  const session = await open('../grouped-attention/model')
  expect(session).toMatchObject({ unequalStarts: false, fullLogits: undefined })
  const known = (tokens: number[]): number[] => tokens.map(token => token % 32)
  const asked = pieces('plain').map(({ input, targets }) => ({
    input: known(input),
    targets: known(targets),
  }))
  const alone = await Promise.all(asked.map(async piece => (await scoreRequests(session, [piece]))[0]))
  for (const limits of [{}, { rows: 7 }, { tokens: 4, places: 3, batchCost: 1 }, { cached: 20 }]) {
    for (const [index, score] of (await scoreRequests(session, asked, limits)).entries()) {
      expect(score.logLikelihood).toBeCloseTo(alone[index]?.logLikelihood as number, 4)
      expect(score.isGreedy).toBe(alone[index]?.isGreedy)
    }
  }
})

describe('why a graph gives all logits', () => {
  test.each([
    ['last-softmaxed', 'the logits come from Sub'],
    ['used-twice', 'v81_MatMul is used for something else too'],
  ])('%s', async (name, reason) => {
    expect((await open(name)).fullLogits).toMatch(reason)
  })
})

describe('rows that start unequally', () => {
  test.each([
    ['plain', {}, true],
    ['int32', {}, true],
    ['no-positions', {}, false],
    ['no-mask', {}, false],
    ['no-cache', {}, false],
    ['plain', { sliding_window: 8 }, false],
    ['plain', { sliding_window: 8, use_sliding_window: false }, true],
    ['plain', { layer_types: ['sliding_attention', 'full_attention'] }, false],
    ['plain', { text_config: { sliding_window: 8 } }, false],
  ])('%s, %o: %s', async (name, config, isUnequal) => {
    const session = await open(name, config)
    expect(session.unequalStarts).toBe(isUnequal)
    await session.close()
  })
})

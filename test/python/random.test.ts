import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Random } from '../../plugin/python/index.ts'
import { cpython } from './fixtures.ts'

describe.each(cpython.random)('Random seeded with $seed', row => {
  test('gives the numbers of CPython, call after call', () => {
    const rnd = new Random(BigInt(row.seed))
    expect(Array.from({ length: 700 }, () => rnd.random()).slice(-5)).toEqual(row.random)
    for (const [bits, drawn] of row.bits) expect(rnd.getrandbits(bits)).toBe(drawn)
    for (const [n, drawn] of row.below) expect(rnd.randbelow(n)).toBe(drawn)
    const items = Array.from({ length: 50 }, (_, index) => index)
    rnd.shuffle(items)
    expect(items).toEqual(row.shuffle)
    for (const [n, k, drawn] of row.sample) expect(rnd.sampleIndices(n, k)).toEqual(drawn)
    for (const [n, drawn] of row.choices) {
      const indices = new Int32Array(9)
      rnd.choiceIndices(n, indices)
      expect([...indices]).toEqual(drawn)
    }
    rnd.getrandbits(3)
    const bootstrap = new Float64Array(5000)
    rnd.choiceIndices(1319, bootstrap)
    const sum = bootstrap.reduce((total, x, i) => total + (i + 1) * x, 0)
    expect([sum, [...bootstrap.slice(0, 3)], [...bootstrap.slice(-3)]]).toEqual(row.bootstrap)
    expect(rnd.choices([...'abcd'], 12, [1, 2, 0.5, 4])).toEqual(row.weights)
    expect(Array.from({ length: 5 }, () => rnd.randint(-5, 5))).toEqual(row.randint)
    expect(Array.from({ length: 5 }, () => rnd.randrange(3, 17))).toEqual(row.randrange)
    expect(rnd.uniform(-2, 3)).toBe(row.uniform)
    expect(Array.from({ length: 6 }, () => rnd.choice([...'xyz']))).toEqual(row.choice)
  })
})

const rows = readFileSync(new URL('fixtures/random_sample.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

test.each(rows.filter(row => row.kind === 'random_raw'))('harness generator $id', ({ seed, expected }) => {
  const rnd = new Random(seed)
  expect(expected.random.map(() => rnd.random())).toEqual(expected.random)
  expect(expected.getrandbits32.map(() => rnd.getrandbits(32))).toEqual(expected.getrandbits32)
  expect(expected.getrandbits5.map(() => rnd.getrandbits(5))).toEqual(expected.getrandbits5)
  for (const [n, drawn] of expected.randbelow) expect(rnd.randbelow(n)).toBe(drawn)
})

test.each(rows.filter(row => row.kind === 'random_sample'))(
  'harness sample $id',
  ({ seed, n, k, expected }) => {
    const rnd = new Random(seed)
    if (expected.error) expect(() => rnd.sampleIndices(n, k)).toThrow(RangeError)
    else expect(expected.calls.map(() => rnd.sampleIndices(n, k))).toEqual(expected.calls)
  },
)

test('draws ten million bootstrap indices in about a tenth of a second', () => {
  const rnd = new Random(1)
  const out = new Int32Array(1_000_000)
  const start = performance.now()
  for (let i = 0; i < 10; i++) rnd.choiceIndices(1319, out)
  expect(performance.now() - start).toBeLessThan(2000)
})

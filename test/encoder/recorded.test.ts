import { expect, test } from 'vitest'
import { createInProcessEncoder } from '../../plugin/encoder/in-process-encoder.ts'
import { encoderSpec, type RecordedPair, recordedPairs } from './encoders.ts'

/** Differences of fp32 sums between frameworks; a wrong token, layer or match moves a figure by far more. */
const tolerance = 2e-6

const groups = new Map<string, RecordedPair[]>()
for (const pair of recordedPairs()) {
  const name = `${pair.metric}, ${pair.encoder}${pair.layer === undefined ? '' : `, layer ${pair.layer}`}${pair.baseline ? ', rescaled' : ''}`
  groups.set(name, [...(groups.get(name) ?? []), pair])
}

test('every kind is recorded', () => {
  expect([...groups.keys()]).toHaveLength(7)
})

for (const [name, pairs] of groups) {
  test(`figures of the package: ${name}`, async () => {
    const encoder = createInProcessEncoder(encoderSpec(pairs[0] as RecordedPair))
    const scores = await encoder.compare(pairs)
    await encoder.close()
    let cut = 0
    for (const [index, { precision, recall, f1, score, ...pair }] of pairs.entries()) {
      const wanted = score === undefined ? { precision, recall, f1 } : { score }
      const found = scores[index] as NonNullable<(typeof scores)[number]>
      expect(Object.keys(found.figures)).toEqual(Object.keys(wanted))
      for (const [figure, value] of Object.entries(wanted)) {
        const difference = Math.abs((found.figures[figure] as number) - (value as number))
        expect(difference, `${figure} of ${JSON.stringify(pair)}`).toBeLessThan(tolerance)
      }
      cut += Number(found.truncated)
    }
    expect(cut).toBeGreaterThan(0)
    expect(cut).toBeLessThan(pairs.length)
  })
}

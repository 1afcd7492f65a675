import { describe, expect, test } from 'vitest'
import { aggregations } from '../../../plugin/metric/aggregations.ts'
import { bootstrapStderr } from '../../../plugin/metric/bootstrap.ts'
import type { Statistic } from '../../../plugin/metric/statistic.ts'
import { corpusOf, corpusScore } from '../../../plugin/metric/text/corpus.ts'
import type { CorpusMetricName } from '../../../plugin/metric/text/corpus-metrics.ts'
import { difference, recorded } from './recorded.ts'

interface Input {
  metric: CorpusMetricName
  items: unknown[]
  iterations: number
}

test('values and bootstraps, with one reference, several, and more for some documents than for others', async () => {
  for (const { id, input, expect: wanted } of recorded<Input, unknown>('corpus', 'corpus')) {
    const { value, stderr } = aggregations[input.metric] as (typeof aggregations)[string]
    const statistic = (stderr as (items: readonly unknown[]) => Statistic)(input.items)
    const found = {
      value: value(input.items),
      stderr: await bootstrapStderr(statistic, { iterations: input.iterations }),
    }
    // The specification's precision of bootstrapped corpus metrics.
    expect(difference(found, wanted, 1e-8), id).toBeUndefined()
    expect(difference(found.value, (wanted as typeof found).value), id).toBeUndefined()
  }
})

describe('what is no pair of texts is named', () => {
  test.each([
    [[1], 'value 0 is 1, not a pair'],
    [[['a', 'b', 'c']], "value 0 is ['a', 'b', 'c'], not a pair"],
    [
      [
        ['a', 'b'],
        ['a', 3],
      ],
      'the prediction of value 1 is 3, not one text',
    ],
    [[['a', ['b', 'c']]], "the prediction of value 0 is ['b', 'c'], not one text"],
    [[[5, 'b']], 'the reference of value 0 is 5, neither'],
    [[[['a', 5], 'b']], "the reference of value 0 is ['a', 5], neither"],
    [[[[], 'b']], 'value 0 has no reference'],
    [[[null, 'b']], 'value 0 has no reference'],
    [
      [
        [['a'], 'b'],
        ['a', 'b'],
      ],
      'value 0 has a list of references and value 1 one text',
    ],
    [[], 'there are no values'],
  ])('%j', (items: unknown[], problem) => {
    expect(() => corpusScore(corpusOf('bleu', items))).toThrow(problem)
  })
})

test('a list of one prediction is that prediction', () => {
  const items = [['the cat sat down', ['the cat sat down']]]
  expect(corpusScore(corpusOf('ter', items))).toBe(0)
})

import { expect, test } from 'vitest'
import { porterStem } from '../../../plugin/metric/text/rouge/porter-stem.ts'
import { rouge, rougeMulti } from '../../../plugin/metric/text/rouge/rouge.ts'
import { tokenizeRouge } from '../../../plugin/metric/text/rouge/tokenize-rouge.ts'
import { difference, recorded } from './recorded.ts'

test('words', () => {
  for (const { id, input, expect: wanted } of recorded<{ text: string }, unknown>('rouge_tokenize')) {
    const found = { plain: tokenizeRouge(input.text, false), stemmed: tokenizeRouge(input.text, true) }
    expect(found, id).toEqual(wanted)
  }
})

test('stems', () => {
  for (const { id, input, expect: wanted } of recorded<{ words: string[] }, { stems: string[] }>(
    'porter_stem',
  )) {
    expect(input.words.map(porterStem), id).toEqual(wanted.stems)
  }
})

test('one target', () => {
  interface Input {
    target: string
    prediction: string
    rouge_types: string[]
    use_stemmer: boolean
  }
  for (const { id, input, expect: wanted } of recorded<Input, { value: unknown }>('rouge')) {
    const found = rouge(input.target, input.prediction, input.rouge_types, { useStemmer: input.use_stemmer })
    expect(difference(found, wanted.value), id).toBeUndefined()
  }
})

test('several targets', () => {
  interface Input {
    targets: string[]
    prediction: string
    rouge_types: string[]
  }
  for (const { id, input, expect: wanted } of recorded<Input, { value: unknown }>('rouge_multi')) {
    const found = rougeMulti(input.targets, input.prediction, input.rouge_types)
    expect(difference(found, wanted.value), id).toBeUndefined()
  }
})

test('a type that does not exist is refused', () => {
  expect(() => rouge('a', 'a', ['rouge0'])).toThrow('there is no ROUGE type "rouge0"')
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  exponentText,
  fixedText,
  floatRepr,
  generalText,
  pyFloat,
  roundFloat,
} from '../../plugin/python/index.ts'

type Texts = [digits: number, text: string][]

/** What CPython 3.11 makes of floats with `%.Nf`, `%.Ne`, `%.Ng` and `round`. */
const rows = JSON.parse(readFileSync(new URL('fixtures/number-format.json', import.meta.url), 'utf8')) as {
  value: string
  f: Texts
  e: Texts
  g: Texts
  round: Texts
}[]

const numbers: Record<string, number> = {
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  nan: Number.NaN,
}

test.each(rows)('$value', ({ value, f, e, g, round }) => {
  const number = numbers[value] ?? Number(value)
  const texts = (format: (number: number, digits: number) => string, expected: Texts): Texts =>
    expected.map(([digits]) => [digits, format(number, digits)])
  expect(texts(fixedText, f)).toEqual(f)
  expect(texts(exponentText, e)).toEqual(e)
  expect(texts(generalText, g)).toEqual(g)
  expect(texts((x, digits) => floatRepr(pyFloat(roundFloat(x, digits))), round)).toEqual(round)
})

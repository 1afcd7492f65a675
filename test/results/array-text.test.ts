import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { arrayText } from '../../plugin/results/array-text.ts'

/** What numpy 2.4.6 prints; numbers that JSON lacks are texts. */
const rows: { values: (number | string)[]; text: string }[] = JSON.parse(
  readFileSync(new URL('cases/numpy-arrays.json', import.meta.url), 'utf8'),
)
const special: Readonly<Record<string, number>> = { nan: Number.NaN, inf: Infinity, '-inf': -Infinity }

test('arrays are printed as numpy prints them', () => {
  for (const { values, text } of rows) {
    const numbers = values.map(value => (typeof value === 'string' ? (special[value] as number) : value))
    expect(arrayText(numbers)).toBe(text)
  }
})

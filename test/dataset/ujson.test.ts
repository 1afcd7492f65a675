import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readUjson } from '../../plugin/dataset/arrow/ujson-read.ts'
import { floatText } from '../../plugin/dataset/arrow/ujson-write.ts'
import { floatRepr, pyRepr } from '../../plugin/python/index.ts'

/** Recorded from pandas' ujson: floats read from their repr and written, and texts read. */
interface Recorded {
  float?: number
  text?: string
  read?: string
  written?: string
}

const recorded = readFileSync(new URL('fixtures/ujson.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Recorded)

test.each(recorded.filter(({ float }) => float !== undefined))('$float', ({ float = 0, read, written }) => {
  expect(pyRepr(readUjson(floatRepr(float)))).toBe(read)
  expect(floatText(float)).toBe(written)
})

test.each(recorded.filter(({ text }) => text !== undefined))('text $text', ({ text = '', read }) => {
  const value = readUjson(text)
  expect(value === undefined ? undefined : pyRepr(value)).toBe(read)
})

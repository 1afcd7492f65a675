import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fnmatchPattern } from '../../plugin/python/index.ts'

/** Patterns, and what CPython 3.11's fnmatch.fnmatchcase says of names. */
const rows = JSON.parse(readFileSync(new URL('fixtures/fnmatch.json', import.meta.url), 'utf8')) as [
  pattern: string,
  names: [name: string, matches: boolean][],
][]

test.each(rows)('%j', (pattern, names) => {
  const compiled = fnmatchPattern(pattern)
  expect(names.map(([name]) => [name, compiled.test(name)])).toEqual(names)
})

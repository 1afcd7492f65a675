import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PyDateTime } from '../../../plugin/python/index.ts'
import { compileTemplate } from '../../../plugin/task/template/index.ts'

/** What jinja2 3.1.6 renders of datetimes, which columns of ISO dates become. */
const rows = JSON.parse(readFileSync(new URL('fixtures/datetime.json', import.meta.url), 'utf8')) as {
  template: string
  expected?: string
  error?: string
}[]

const doc = {
  v: new PyDateTime(Date.UTC(2021, 4, 6, 7, 8)),
  w: new PyDateTime(Date.UTC(1999, 11, 31, 23, 59, 58)),
  l: [new PyDateTime(Date.UTC(2020, 0, 1))],
  n: null,
}

test.each(rows)('$template', ({ template, expected }) => {
  const render = () => compileTemplate(template).render(doc)
  if (expected === undefined) expect(render).toThrow()
  else expect(render()).toBe(expected)
})

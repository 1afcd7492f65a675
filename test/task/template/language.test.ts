import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LmEvalError } from '../../../plugin/errors.ts'
import { parseJson } from '../../../plugin/python/index.ts'
import { compileTemplate } from '../../../plugin/task/template/index.ts'
import type { Doc } from '../../../plugin/task/types.ts'

// the first line is the document of all rows; a row is [template, text], the text null where jinja2 3.1.6 raised
const [docText = '', ...lines] = readFileSync(new URL('fixtures/jinja2.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const rows = lines.map(line => JSON.parse(line) as [template: string, text: string | null])

function rendered(template: string): string | null {
  try {
    // a document of its own, as some templates change it, which they can in Python, too
    return compileTemplate(template).render(parseJson(docText) as Doc)
  } catch (error) {
    if (error instanceof LmEvalError && error.code === 'TEMPLATE') return null
    throw error
  }
}

test('filters, tests, methods, operators and statements give what jinja2 gave', () => {
  const wrong = rows
    .map(([template, text]) => ({ template, text, given: rendered(template) }))
    .filter(({ text, given }) => text !== given)
  expect(wrong).toEqual([])
})

test('20,000 prompts of a question, a text and an answer take less than a second', () => {
  const template = compileTemplate('{{sentence}}\nQuestion: {{question}}\nAnswer: {{answer}}\nPlausible:')
  const doc = {
    sentence: 'Two ships met at noon. '.repeat(8),
    question: 'How long did it take?',
    answer: 'an hour',
  }
  const started = performance.now()
  for (let index = 0; index < 20_000; index++) template.render(doc)
  expect(performance.now() - started).toBeLessThan(1000)
})

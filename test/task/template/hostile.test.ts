import { describe, expect, test } from 'vitest'
import { LmEvalError } from '../../../plugin/errors.ts'
import { compileTemplate } from '../../../plugin/task/template/index.ts'

const at = { file: 'evals/stranger.yaml', line: 7, column: 14 }
const doc = { x: ['a'], text: 'abc', dict: { a: 1 } }

function failure(source: string): LmEvalError {
  try {
    compileTemplate(source, at).render(doc)
  } catch (error) {
    if (error instanceof LmEvalError) return error
    throw error
  }
  throw new Error(`rendered: ${source}`)
}

describe('a template cannot reach the host', () => {
  test.each([
    `{{ range.constructor("return process")() }}`,
    `{{ "".constructor.constructor("return process")() }}`,
    `{{ text.constructor }}`,
    `{{ [].constructor }}`,
    `{{ {}.constructor }}`,
    `{{ (1).constructor }}`,
    `{{ dict['constructor']['constructor']('return 1')() }}`,
    `{{ x.__proto__ }}`,
    `{{ x["__proto__"] }}`,
    `{{ dict.hasOwnProperty }}`,
    `{{ x.toString() }}`,
    `{{ x|map("constructor")|list }}`,
    `{{ x|map(attribute="constructor")|join }}`,
    `{{ x|sort(attribute="constructor.name") }}`,
    `{{ x|attr("constructor") }}`,
    `{{ cycler("a").constructor }}`,
    `{{ joiner.constructor }}`,
    `{{ joiner(",").constructor }}`,
    `{{ namespace().constructor }}`,
    `{% for i in x %}{{ loop.constructor }}{% endfor %}`,
    `{% macro f() %}{% endmacro %}{{ f.constructor }}`,
    `{{ self.constructor }}`,
    `{{ "a".__class__.__mro__ }}`,
    `{{ lipsum.__globals__ }}`,
    `{{ "{0.constructor}".format(x) }}`,
    `{{ "%s"|format(x.constructor) }}`,
    `{{ process.env }}`,
    `{{ globalThis }}`,
    `{% include "/etc/passwd" %}`,
    `{% import "fs" as fs %}`,
    `{% extends "x" %}`,
  ])('%s', source => {
    const { code, message } = failure(source)
    expect(code).toBe('TEMPLATE')
    expect(message).toContain('line 1 of the template at evals/stranger.yaml:7:14')
  })

  test('a column that is named like a trap is only data', () => {
    const trap = JSON.parse('{"__proto__": "p", "constructor": "c"}')
    expect(compileTemplate('{{ constructor }}', at).render(trap)).toBe('c')
  })
})

describe('a template cannot take the machine', () => {
  test.each([
    `{% for i in range(10**9) %}{% endfor %}`,
    `{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}`,
    `{{ "a" * 100000000 }}`,
    `{{ [1] * 100000000 }}`,
    `{{ "a"|center(100000000) }}`,
    `{{ "x".rjust(1000000000) }}`,
    `{{ 9 ** (9 ** 9) }}`,
    `{{ ("a" * 40 ~ "b") | regex_replace("(a+)+$", "") }}`,
    `{{ 1 | string * 99999999 }}`,
    `{{ range(10**9) | list }}`,
    `{% for i in range(1000000) %}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{% endfor %}`,
    `{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}`,
    `{% set ns = namespace(t="ab") %}{% for i in range(60) %}{% set ns.t = ns.t ~ ns.t %}{% endfor %}`,
    `${'('.repeat(20000)}`,
    `{{ ${'('.repeat(20000)}1${')'.repeat(20000)} }}`,
    `{{ ${'-'.repeat(20000)}1 }}`,
    `{{ ${'['.repeat(20000)} }}`,
    `${'{% if x %}'.repeat(20000)}`,
  ])('%#: stopped within two seconds', source => {
    const started = performance.now()
    if (source.startsWith('(')) expect(compileTemplate(source, at).render(doc)).toBe(source)
    else expect(failure(source).code).toBe('TEMPLATE')
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('a mistake in a template', () => {
  test('names the missing column, the nearest one and all there are', () => {
    expect(failure('a\n{{ txt }}').message).toMatch(
      /'txt' is not a column of the document; did you mean 'text'\? its columns are x, text, dict \(line 2 of the template at evals\/stranger\.yaml:7:14\)/,
    )
  })

  test.each([
    '{{ text',
    '{% if x %}',
    '{{ text | nosuch }}',
    '{% nosuch %}',
    '{{ 1 + }}',
    "{{ 'a }}",
    '{% endfor %}',
  ])('%s is refused with its line', source => {
    expect(failure(source).message).toMatch(/line 1 of the template/)
  })
})

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

/** A text, a list and a number of digits of the largest sizes that a short template can make cheaply. */
const many = (part: string, count: number) => `{% set v = '${part}' * ${count} %}`
const long = (body: string) => `{% for i in range(100000) %}{% set x = ${body} %}{% endfor %}`

describe('a short template with long values ends soon, with a text or without', () => {
  test.each([
    // filters that search
    `${many('<', 3_000_000)}{{ v | striptags | length }}`,
    `${many('<!--', 1_000_000)}{{ v | striptags | length }}`,
    `${many('&#1;', 1_000_000)}{{ v | striptags | length }}`,
    `${many('a', 3_000_000)}{{ v | wordwrap(1) | length }}`,
    `${many('a-', 1_000_000)}{{ v | wordwrap(1) | length }}`,
    `${many(' ', 3_000_000)}{{ v | wordwrap(3, false, 'x') | length }}`,
    `${many('1', 3_000_000)}{{ v | int }}`,
    `${many('1', 3_000_000)}{{ (v ~ 'x') | float }}`,
    `${many('1_', 1_000_000)}{{ v | float }}`,
    `${many('٣', 3_000_000)}{{ v | int }}`,
    `${many('z', 3_000_000)}{{ v | int(0, 36) }}`,
    `${many('(', 1_000_000)}{{ 'a' | regex_replace(v, '') }}`,
    `${many('a?', 20_000)}{{ 'a' | regex_replace(v, '') }}`,
    `{{ 'a' | regex_replace('((((a{1,900}){1,900}){1,900}){1,900})', '') }}`,
    `${many(' ', 1_000_000)}{{ (v ~ 'x') | regex_replace(' +$', '') | length }}`,
    `${many('a', 2_000_000)}{{ v | regex_replace('', 'bbbbbbbb') | length }}`,
    `${many("'", 4_000_000)}{{ v | e | length }}`,
    `${many('é', 3_000_000)}{{ v | tojson | length }}`,
    `${many('é', 3_000_000)}{{ v | urlencode | length }}`,
    `{{ [[[1]]] | tojson(3000000) }}`,
    `{{ range(100000) | list | tojson(1000000) }}`,
    `${many('%s', 20)}{{ v | format(*(['a' * 4000000] * 20)) }}`,
    `${many('%(a)s', 20)}{{ v | format(a='a' * 4000000) }}`,
    `${many('{0}', 20)}{{ v.format('a' * 4000000) }}`,
    `${many('\\n', 3_000_000)}{{ v | indent(100) | length }}`,
    `{{ 'a\\nb' | indent(1000000000) }}`,
    `{{ range(1000000) | list | pprint | length }}`,
    // searches that take the product of both lengths in other engines
    `${many('a', 1_000_000)}{{ v.find('b' ~ 'a' * 200000) }}`,
    `${many('a', 1_000_000)}{{ v.rfind('a' * 200000 ~ 'b') }}`,
    `${many('a', 1_000_000)}{{ ('b' ~ 'a' * 200000) in v }}`,
    `${many('a', 1_000_000)}{{ v.count('b' ~ 'a' * 200000) }}`,
    `${many('a', 1_000_000)}{{ v.split('b' ~ 'a' * 200000) | length }}`,
    `${many('a', 1_000_000)}{{ v.replace('b' ~ 'a' * 200000, 'c') | length }}`,
    // methods
    `${many('\\t', 3_000_000)}{{ v.expandtabs(1000) | length }}`,
    `${many('ß', 3_000_000)}{{ v.casefold() | length }}`,
    `${many('Σ', 3_000_000)}{{ v.title() | length }}`,
    `${many('ab', 2_000_000)}{{ v.replace('', 'x') | length }}`,
    `${many('a', 2_000_000)}{{ v.translate({97: 'bbbbbbbbbb'}) | length }}`,
    `${many('a', 3_000_000)}{{ v.encode() | string | length }}`,
    `{{ 'a'.join(['b' * 1000000] * 100) | length }}`,
    // messages
    `${many('x', 3_000_000)}{{ ('{:' ~ v ~ '}').format(1) }}`,
    `${many('x', 3_000_000)}{{ [].index(v) }}`,
    `${many('x', 3_000_000)}{{ {}.pop(v) }}`,
    `${many('x', 3_000_000)}{{ 1 | map(v) | list }}`,
    // lists and dicts
    `{% set v = range(300000) | list %}${long('v.copy()')}`,
    `{% set v = range(300000) | list %}${long('v.reverse()')}`,
    `{% set v = range(300000) | list %}${long('v.pop(0)')}`,
    `{% set v = range(300000) | list %}${long('v[::-1]')}`,
    `{% set v = range(300000) | list %}${long('v | sort')}`,
    `{% set v = range(300000) | list %}${long('-1 in v')}`,
    `{% set v = range(300000) | list %}{% set w = v + [] %}${long('v == w')}`,
    `{% set v = range(300000) | list %}{% set w = v + [] %}${long('v < w')}`,
    `{% set f = (range(300000) | list).index %}${long('f(299999)')}`,
    `{% set v = ['a' * 100000 ~ 'b'] * 300 %}${long('v | sort')}`,
    `{{ (range(2000) | map('string') | list) | map('center', 1000) | sort | length }}`,
    `{{ dict(range(200000) | batch(2)) | length }}`,
    `{% set v = {1: 1} %}{% for i in range(100000) %}{% set x = v.setdefault(i + 0.5, 1) %}{% endfor %}`,
    `{% set v = {} %}{% for i in range(100000) %}{% set x = v.update({i | string: 1}) %}{% endfor %}`,
    `{% set v = {(range(100000) | list | batch(100000) | list | string): 1} %}${long('v | string')}`,
    `{{ range(300000) | map('float') | unique | list | length }}`,
    `{% for i in range(1000000) | map('abs') %}{% if loop.length %}{% endif %}{% endfor %}`,
    `{% set n = namespace(v=[]) %}{% for i in range(1000000) %}{% set n.v = [n.v, ${'1, '.repeat(250)}] %}{% endfor %}`,
    `{% set n = namespace(v=(1,)) %}{% for i in range(60) %}{% set n.v = (n.v, n.v) %}{% endfor %}{{ {n.v: 1} | length }}`,
    // numbers
    `{{ 10 ** 10 ** 8 }}`,
    `{% set n = namespace(v=3) %}{% for i in range(60) %}{% set n.v = n.v * n.v %}{% endfor %}{{ n.v }}`,
    `{% set n = namespace(v=3) %}{% for i in range(100000) %}{% set n.v = n.v + n.v %}{% endfor %}`,
    `{% set v = 10 ** 4000 %}${long('v | string')}`,
    `{% set v = 10 ** 4000 %}${long('v % 7 // 3')}`,
    `{{ [10 ** 4000] * 100000 }}`,
    `{{ 1.5 | round(1000000000) }}{{ 15 | round(-1000000000) }}{{ 1.5 | round(-1000000000) }}`,
    `{{ '%.100000000f' % 1.5 }}`,
    `{{ '{:1000000000}'.format(1) }}`,
    `{{ '{:0${'9'.repeat(200)},}'.format(1) }}`,
  ])('%#', source => {
    expect(source.length).toBeLessThan(1500)
    const started = performance.now()
    let text = ''
    try {
      text = compileTemplate(source, at).render(doc)
    } catch (error) {
      expect(error).toBeInstanceOf(LmEvalError)
      expect((error as LmEvalError).message.length).toBeLessThan(2000)
    }
    expect(performance.now() - started).toBeLessThan(2000)
    expect(text.length).toBeLessThanOrEqual(10_000_000)
  })

  test('a number of more than 4,300 digits is neither read nor written, as in CPython', () => {
    expect(compileTemplate("{{ ('1' * 4300) | int == 0 }} {{ ('1' * 4301) | int }}", at).render(doc)).toBe(
      'False 0',
    )
    expect(failure('{{ 10 ** 4300 }}').message).toContain('more than 4300 digits')
    expect(failure(`{{ ${'1'.repeat(4301)} }}`).message).toContain('more than 4300 digits')
    expect(failure("{{ '%d' % 10 ** 4300 }}").code).toBe('TEMPLATE')
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

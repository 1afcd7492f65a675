import { describe, expect, test } from 'vitest'
import { applyChatTemplate, compileChatTemplate } from '../../../plugin/task/chat/index.ts'
import { caught } from '../caught.ts'

const apply = (template: string): unknown =>
  applyChatTemplate(compileChatTemplate(template, { tokens: {} }), [{ role: 'user', content: 'hi' }], {
    addGenerationPrompt: true,
  })

const text = "{% set t = 'xy' * 3900000 %}"
const list = '{% set l = range(99000) | list %}'
const often = (body: string): string => `{% for i in range(90000) %}${body}{% endfor %}`
/** A value of sixty lines that would be written in 2^60 parts. */
const doubled = (start: string, step: string): string =>
  `{% set n = namespace(v=${start}, w=${start}) %}{% for i in range(60) %}{% set n.v = ${step.replaceAll('x', 'n.v')} %}{% set n.w = ${step.replaceAll('x', 'n.w')} %}{% endfor %}`

describe('a chat template ends soon', () => {
  test.each([
    text + often("{% if 'q' in t %}{% endif %}"),
    text + often('{% set s = t | length %}'),
    text + often('{% if t is lower %}{% endif %}'),
    text + often('{% for c in t %}{% break %}{% endfor %}'),
    list + often('{% if l == l + [] %}{% endif %}'),
    list + often('{% set s = l | string %}'),
    list + often('{% set s = l.index(98999) %}'),
    often('{% set s = (3 ** 12000) | string %}'),
    `${doubled('[1]', '[x, x]')}{{ n.v }}`,
    `${doubled('[1]', '[x, x]')}{{ n.v | tojson }}`,
    `${doubled('[1]', '[x, x]')}{{ n.v == n.w }}`,
    `${doubled('[1]', '[x, x]')}{{ [n.v].index(n.w) }}`,
    `${doubled('[1]', '[x, x]')}{{ [n.v] | select('eq', n.w) | list }}`,
    `${doubled('(1,)', '(x, x)')}{{ {n.v: 1} }}`,
    `${doubled('{}', "{'a': x, 'b': x}")}{{ '%s' % n.v }}`,
    `${doubled('{}', "{'a': x, 'b': x}")}{{ '{}'.format(n.v) }}`,
  ])('%s', async template => {
    const started = performance.now()
    expect((await caught(async () => apply(template))).code).toBe('TEMPLATE')
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

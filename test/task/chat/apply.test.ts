import { describe, expect, test } from 'vitest'
import { strftime } from '../../../plugin/python/index.ts'
import { applyChatTemplate, compileChatTemplate } from '../../../plugin/task/chat/index.ts'
import { caught } from '../caught.ts'

const tokens = { bos_token: '<s>', eos_token: '</s>' }
const apply = (template: string, messages = [{ role: 'user', content: 'hi' }]) =>
  applyChatTemplate(compileChatTemplate(template, { file: 'chat_template.jinja', tokens }), messages, {
    addGenerationPrompt: true,
  })

test('a template that refuses system messages gets the conversation without them, and the warning says so', () => {
  const template = `{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}{{ m.content }};{% endfor %}`
  const { text, warnings } = apply(template, [
    { role: 'system', content: 'S' },
    { role: 'user', content: 'Q' },
  ])
  expect(text).toBe('Q;')
  expect(warnings.map(({ code }) => code)).toEqual(['chat_system_removed'])
})

test('a template that refuses everything names itself, the line and its own words', async () => {
  const error = await caught(async () => apply("\n{{ raise_exception('Roles must alternate') }}"))
  expect(error.message).toContain('Roles must alternate')
  expect(error.message).toContain('line 2 of the template at chat_template.jinja:1:1')
})

test('the date is written into the prompt, and told', () => {
  const { text, warnings } = apply("{{ strftime_now('%Y-%m-%d') }}")
  expect(text).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(warnings.map(({ code }) => code)).toEqual(['chat_date'])
})

test('dates as Python writes them', () => {
  const date = new Date(2024, 6, 4, 9, 5, 7)
  const formats = '%d %b %Y|%B %d, %Y|%A %a|%H:%M:%S %I%p|%j %m %y|%-d %-m|%%|%F %T|%q'
  expect(strftime(date, formats)).toBe(
    '04 Jul 2024|July 04, 2024|Thursday Thu|09:05:07 09AM|186 07 24|4 7|%|2024-07-04 09:05:07|%q',
  )
})

test('a message that the template does not show cannot be continued', async () => {
  const template = compileChatTemplate('{{ messages[0].content }}', { tokens })
  const messages = [
    { role: 'user', content: 'Q' },
    { role: 'assistant', content: 'So:' },
  ]
  const error = await caught(async () =>
    applyChatTemplate(template, messages, { addGenerationPrompt: false }),
  )
  expect(error.message).toContain('does not show the message that is to be continued')
})

describe('a chat template of a stranger cannot reach the host', () => {
  test.each([
    "{{ messages.constructor.constructor('return process')() }}",
    "{{ ''.constructor.constructor('return 1')() }}",
    "{{ raise_exception.constructor('return 1')() }}",
    "{{ messages[0]['constructor'] ~ messages[0]['__proto__'].x }}",
    "{{ (messages | map(attribute='constructor') | list)[0]('return 1') }}",
    "{{ [strftime_now] | map('constructor') | list }}",
    "{% set ns = namespace() %}{% set ns.__proto__ = 1 %}{{ ns.constructor('x')() }}",
    "{{ cycler('a').next.constructor('return 1')() }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ messages | attr('__class__') }}",
    '{{ bos_token.format.__globals__ }}',
    "{{ '{0.__class__}'.format(messages) }}",
  ])('%s', async template => {
    const error = await caught(async () => apply(template))
    expect(error.code).toBe('TEMPLATE')
    expect(error.message).toContain('line 1 of the template')
  })

  test.each([
    '{% for i in range(100000000) %}{{ i }}{% endfor %}',
    '{% for i in range(3000) %}{% for j in range(3000) %}{% endfor %}{% endfor %}',
    "{{ 'x' * 10000000 }}",
    '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
    "{% set ns = namespace(t='xxxxxxxxxx') %}{% for i in range(30) %}{% set ns.t = ns.t ~ ns.t %}{% endfor %}",
  ])('%s ends soon', async template => {
    const started = performance.now()
    expect((await caught(async () => apply(template))).code).toBe('TEMPLATE')
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

import { expect, test } from 'vitest'
import { embeddedModel, modelSpec } from '../../plugin/evaluation/model-spec.ts'
import { chatOf } from '../../plugin/vitest/chat.ts'
import { caught } from '../task/caught.ts'
import { temporaryFolder } from '../task/temporary-folder.ts'

const spec = (model: string | undefined) => modelSpec({ model, provider: 'cpu', batchSize: 1 }, '/')

test('off by default, also for the embedded model', () => {
  expect(chatOf({}, spec(undefined))).toEqual({ chat: undefined, warnings: [] })
})

test.each([
  [
    'my-model-Instruct',
    {},
    /looks tuned on conversations, but its chat template is not applied; set chatTemplate/,
  ],
  [
    'plain',
    { 'chat_template.jinja': '{{ messages }}' },
    /has a chat template, but its chat template is not applied/,
  ],
])('%s without its template is told', (name, files, warning) => {
  const folder = temporaryFolder(
    Object.fromEntries(
      Object.entries({ 'x.txt': '', ...files }).map(([file, text]) => [`${name}/${file}`, text]),
    ),
  )
  const { chat, warnings } = chatOf({ chatTemplate: false }, spec(`${folder}/${name}`))
  expect(chat).toBeUndefined()
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(warning)
})

test('applied, with examples as turns of their own unless told otherwise', () => {
  const { chat } = chatOf({ chatTemplate: true }, spec(embeddedModel))
  expect(chat?.multiturn).toBe(true)
  expect(chat?.render([{ role: 'user', content: 'Who is it?' }], true).text).toContain('Who is it?')
  expect(chatOf({ chatTemplate: true, fewshotAsMultiturn: false }, spec(embeddedModel)).chat?.multiturn).toBe(
    false,
  )
})

test('a model without a template, and the dummy, are refused', async () => {
  const folder = temporaryFolder({ 'plain/x.txt': '' })
  const error = await caught(async () => chatOf({ chatTemplate: true }, spec(`${folder}/plain`)))
  expect(error.message).toMatch(
    /has no chat template \(chat_template\.jinja, or chat_template in tokenizer_config/,
  )
  expect((await caught(async () => chatOf({ chatTemplate: true }, undefined))).message).toMatch(
    /needs a model/,
  )
})

test('a template that makes nothing of the conversation is refused', async () => {
  const folder = temporaryFolder({
    'plain/chat_template.jinja': '{% if false %}{{ messages }}{% endif %} \n',
  })
  const { chat } = chatOf({ chatTemplate: true }, spec(`${folder}/plain`))
  const error = await caught(async () => chat?.render([{ role: 'user', content: 'Q' }], true))
  expect(error).toMatchObject({ code: 'TEMPLATE' })
  expect(error.message).toBe(
    `The chat template of ${folder}/plain makes nothing of the conversation; correct it or leave chatTemplate out.`,
  )
})

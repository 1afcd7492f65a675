import { describe, expect, test } from 'vitest'
import { loadChatTemplate } from '../../../plugin/scorer/tokens/chat-template-file.ts'
import { caught } from '../../task/caught.ts'
import { temporaryFolder } from '../../task/temporary-folder.ts'

const render = (files: Record<string, string>, name?: string): string | undefined =>
  loadChatTemplate(temporaryFolder(files), name)?.render([{ role: 'user', content: 'hi' }], true)

const config = (chatTemplate: unknown): string =>
  JSON.stringify({
    bos_token: { content: '<b>' },
    eos_token: '<e>',
    ...(chatTemplate === undefined ? {} : { chat_template: chatTemplate }),
  })

describe('the chat template of a model folder', () => {
  test('a file of its own, with the special tokens of the configuration', () => {
    const files = { 'chat_template.jinja': '{{ bos_token }}{{ messages[0].content }}{{ eos_token }}' }
    expect(render({ ...files, 'tokenizer_config.json': config('not this one') })).toBe('<b>hi<e>')
  })

  test('a text in tokenizer_config.json', () => {
    expect(render({ 'tokenizer_config.json': config('{{ messages[0].role }}') })).toBe('user')
  })

  test('several, by name', async () => {
    const templates = [
      { name: 'default', template: 'D' },
      { name: 'rag', template: 'R' },
    ]
    const files = { 'tokenizer_config.json': config(templates) }
    expect(render(files)).toBe('D')
    expect(render(files, 'rag')).toBe('R')
    const error = await caught(async () => render(files, 'tools'))
    expect(error.message).toMatch(/has no chat template named tools; it has default, rag: set chatTemplate/)
  })

  test('several files', () => {
    expect(render({ 'chat_template.jinja': 'D', 'chat_templates/tools.jinja': 'T' }, 'tools')).toBe('T')
  })

  test('tokens of special_tokens_map.json', () => {
    const files = {
      'chat_template.jinja': '{{ pad_token }}',
      'special_tokens_map.json': '{"pad_token": "<p>"}',
    }
    expect(render(files)).toBe('<p>')
  })

  test('none', () => {
    expect(render({ 'tokenizer_config.json': config(undefined) })).toBeUndefined()
    expect(render({})).toBeUndefined()
  })

  test('a broken file names itself', async () => {
    const error = await caught(async () => render({ 'tokenizer_config.json': '{' }))
    expect(error.message).toMatch(/tokenizer_config\.json cannot be read/)
  })
})

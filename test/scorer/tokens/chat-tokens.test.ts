import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chatTokens } from '../../../plugin/scorer/tokens/chat-tokens.ts'

interface Recorded {
  tokenizer_config: Record<string, unknown>
  special_tokens_map?: Record<string, unknown>
  /** `special_tokens_map` of the tokenizer that transformers 4.57.6 loads from these files. */
  tokens: Record<string, string | string[]>
}

const recorded = readFileSync(new URL('../fixtures/chat-tokens.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Recorded)

describe('the special tokens of a chat template are those of transformers', () => {
  test.each(recorded)('$tokenizer_config $special_tokens_map', row => {
    expect(chatTokens(row.tokenizer_config, row.special_tokens_map ?? {})).toEqual(row.tokens)
  })
})

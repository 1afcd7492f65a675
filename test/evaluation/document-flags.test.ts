import { expect, test } from 'vitest'
import { DocumentFlags } from '../../plugin/evaluation/document-flags.ts'
import { documentWarnings } from '../../plugin/evaluation/warnings.ts'
import type { GenerateResponse, Response } from '../../plugin/scorer/types.ts'

const text = (stopReason: GenerateResponse['stopReason']): Response => ({
  text: 'a',
  stopReason,
  tokens: 1,
  truncated: 0,
})

test('generations cut by max_gen_toks are counted text by text, the last answer of a document counts', () => {
  const flags = new DocumentFlags()
  flags.record(0, [text('length'), text('stop')])
  flags.record(1, [text('length'), text('length')])
  flags.record(2, [text('end'), text('stop')])
  expect(flags.counts.cutShort).toEqual({ texts: 3, of: 6 })
  flags.record(1, [text('end'), text('length')])
  expect(flags.counts.cutShort).toEqual({ texts: 2, of: 6 })
  const counts = { selected: 3, total: 3, failed: 0, ...flags.counts }
  expect(documentWarnings(counts, [])).toEqual([
    '2 of 6 generations were cut by max_gen_toks, before a stop string or the end of the text.',
  ])
})

test('nothing is said where none was cut', () => {
  const flags = new DocumentFlags()
  flags.record(0, [text('stop')])
  flags.record(1, [{ logLikelihood: -1, isGreedy: true, tokens: 1, truncated: 0 }])
  expect(flags.counts).toEqual({ truncated: 0 })
})

import { strip } from '../../plugin/python/index.ts'
import { process_docs } from '../../tasks/wsc273/utils.ts'

type Row = Record<string, unknown>
type Blank = Record<'sentence' | 'option1' | 'option2' | 'answer', string>

const winogrande = {
  doc_to_text: ({ answer }: Blank) => Number(answer) - 1,
  doc_to_target: ({ sentence }: Blank) => strip(sentence.slice(sentence.indexOf('_') + 1)),
  doc_to_choice: ({ sentence, option1, option2 }: Blank) =>
    [option1, option2].map(option => sentence.slice(0, sentence.indexOf('_')) + option),
}

const wsc273 = { process_doc: process_docs }

/** The reference cases' Python functions in TypeScript, by case and module. */
export const translatedFunctions: Record<string, Record<string, Record<string, unknown>>> = {
  'pd-map': {
    utils: {
      process_docs: (rows: Row[]) => rows.map(row => ({ ...row, q: `${String(row.q).toUpperCase()}!` })),
    },
  },
  'pd-filter': { utils: { process_docs: (rows: Row[]) => rows.filter(({ label }) => label === 0) } },
  'pd-remove': {
    utils: { process_docs: (rows: Row[]) => rows.map(({ q, ...rest }) => ({ ...rest, z: q })) },
  },
  'pd-procres': { utils: { pr: () => ({ acc: 1, extra: 2 }) } },
  'real-winogrande-0': { preprocess_winogrande: winogrande },
  'real-wsc273-0': { utils: wsc273 },
  'real-wsc273-1': { utils: wsc273 },
  'real-wsc273-2': { utils: wsc273 },
  'real-wsc273-3': { utils: wsc273 },
}

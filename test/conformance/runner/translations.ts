import * as scoring from './translated/scoring.ts'
import * as winogrande from './translated/winogrande.ts'

/** Functions of a Python module, by name. */
export type Translation = Record<string, unknown>

type Row = Record<string, unknown>

const text = (row: Row, key: string): string => String(row[key])

/** Python modules of the recorded cases, whole, with their functions in TypeScript. */
export const translations: { source: string; functions: Translation }[] = [
  {
    source: 'def samples():\n    return [{"q":"S1","a":"a","label":0},{"q":"S2","a":"b","label":1}]\n',
    functions: {
      samples: () => [
        { q: 'S1', a: 'a', label: 0 },
        { q: 'S2', a: 'b', label: 1 },
      ],
    },
  },
  {
    source:
      'def t(d): return d["q"]+"?"\ndef g(d): return 1-d["label"]\ndef c(d): return ["N"+d["a"],"Y"+d["a"]]\n',
    functions: {
      t: (d: Row) => `${text(d, 'q')}?`,
      g: (d: Row) => 1 - Number(d.label),
      c: (d: Row) => [`N${text(d, 'a')}`, `Y${text(d, 'a')}`],
    },
  },
  {
    source: 'def t(d): return d["label"]\ndef g(d): return "end"\ndef c(d): return ["N"+d["a"],"Y"+d["a"]]\n',
    functions: {
      t: (d: Row) => d.label,
      g: () => 'end',
      c: (d: Row) => [`N${text(d, 'a')}`, `Y${text(d, 'a')}`],
    },
  },
  {
    source:
      'def process_docs(ds):\n    return ds.map(lambda d: {"q": "P:"+d["q"]})\ndef fs(ds):\n    return ds.map(lambda d: {"q": "F:"+d["q"]})\n',
    functions: {
      process_docs: (rows: Row[]) => rows.map(row => ({ ...row, q: `P:${text(row, 'q')}` })),
      fs: (rows: Row[]) => rows.map(row => ({ ...row, q: `F:${text(row, 'q')}` })),
    },
  },
  {
    source: 'def pr(doc, results):\n    return {"acc": 1.0, "extra": 2.0}\n',
    functions: { pr: () => ({ acc: 1, extra: 2 }) },
  },
  {
    source:
      'def load(**kw):\n    from datasets import Dataset\n    return {"test": Dataset.from_list([{"q":str(sorted(kw)),"label":0}])}\n',
    functions: {
      load: (kw: Row) => ({
        test: [
          {
            q: `[${Object.keys(kw)
              .sort()
              .map(key => `'${key}'`)
              .join(', ')}]`,
            label: 0,
          },
        ],
      }),
    },
  },
  { source: winogrande.source, functions: winogrande.functions },
  { source: scoring.source, functions: scoring.functions },
]

import { toNumbers } from '../../../../plugin/metric/numbers.ts'
import { len, pyEquals, pyFloat } from '../../../../plugin/python/index.ts'

/** The Python module of the recorded runs. */
export const source = `import math
def process_results(doc, results):
    p = results[0]
    if len(p) < 2:
        return {"score": math.nan, "len": math.nan}
    return {"score": float(doc["ans"] == p), "len": float(len(p))}
def partial(doc, results):
    r = {"score": float(doc["ans"] == results[0])}
    if len(results[0]) > 1:
        r["extra"] = 1.0
    return r
def my_metric(references, predictions, **kw):
    return {"hit": float(references[0] in predictions[0]), "plen": float(len(predictions[0]))}
def my_plain(references, predictions, scale=1.0):
    return scale * float(references[0] == predictions[0])
def agg_sum(items):
    return float(sum(items))
def custom(resps, docs):
    return [[r + "!" for r in x] for x in resps]
def docs(dataset):
    return dataset.map(lambda d: {"q": "P " + d["q"]}).filter(lambda d: d["label"] != 1)
`

type Row = Record<string, unknown>

const float = (truth: boolean) => pyFloat(Number(truth))

/** What a metric function gets in place of Python's keyword arguments, after its items. */
interface Values {
  references: unknown[]
  predictions: unknown[]
  scale?: number
}

/** Its functions in TypeScript. */
export const functions = {
  process_results(doc: Row, results: string[]): Row {
    const [text = ''] = results
    if (len(text) < 2) return { score: Number.NaN, len: Number.NaN }
    return { score: float(pyEquals(doc.ans, text)), len: pyFloat(len(text)) }
  },
  partial(doc: Row, results: string[]): Row {
    const [text = ''] = results
    const score = float(pyEquals(doc.ans, text))
    return len(text) > 1 ? { score, extra: pyFloat(1) } : { score }
  },
  my_metric(_: unknown, { references, predictions }: Values): Row {
    const [text] = predictions as [string]
    return { hit: float(text.includes(references[0] as string)), plen: pyFloat(len(text)) }
  },
  my_plain(_: unknown, { references, predictions, scale = 1 }: Values): number {
    return Number(scale) * Number(pyEquals(references[0], predictions[0]))
  },
  agg_sum: (items: unknown[]): number => toNumbers(items).reduce((sum, item) => sum + item, 0),
  custom: (responses: string[][]): string[][] => responses.map(texts => texts.map(text => `${text}!`)),
  docs: (rows: Row[]): Row[] =>
    rows.filter(({ label }) => Number(label) !== 1).map(row => ({ ...row, q: `P ${row.q}` })),
}

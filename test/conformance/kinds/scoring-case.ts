import { dictFromEntries, dictGet, dictKeys, isDict, literalEval } from '../../../plugin/python/index.ts'
import { type CompareOptions, compare } from '../runner/compare.ts'
import { type CaseRow, type Difference, type Outcome, outcomeOf } from '../runner/outcome.ts'

/** A mapping of a recording. */
export type Recorded = Record<string, unknown>

/** A recorded case of scoring: `input` is what the harness's function got, `expect` what came of it. */
export interface ScoringCase<Input> {
  input: Input
  /** `{value}` or `{error}`, in some kinds the value itself. */
  expect: Recorded
  /** How far numbers may be apart, relatively; 0 for exact ones. */
  options: Required<CompareOptions>
}

/** Reads a row's input and expectation, with the numbers and keys that JSON lacks put in. */
export function scoringCase<Input>(row: CaseRow): ScoringCase<Input> {
  return {
    input: decoded(row.input) as Input,
    expect: decoded(row.expect) as Recorded,
    options: { tolerance: toleranceOf(row.tol as string | undefined) },
  }
}

/** `rel 1e-9 …`; 1e-12 where nothing is said. */
function toleranceOf(text: string | undefined): number {
  if (text?.startsWith('exact')) return 0
  return Number(/rel ([\d.e-]+)/.exec(text ?? '')?.[1] ?? 1e-12)
}

/** `{"$num": "NaN"}` is a number, and a key `$key:1` the number 1. */
function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded)
  if (!isDict(value)) return value
  const keys = dictKeys(value) as string[]
  if (keys.length === 1 && keys[0] === '$num') return Number(dictGet(value, '$num'))
  return dictFromEntries(
    keys.map(key => [
      key.startsWith('$key:') ? literalEval(key.slice('$key:'.length)) : key,
      decoded(dictGet(value, key)),
    ]),
  )
}

/** Compares what an action gives, or that it fails, with `{value}` or `{error}`. */
export async function checkValue(
  { expect, options }: Pick<ScoringCase<unknown>, 'expect' | 'options'>,
  action: () => unknown,
): Promise<Outcome> {
  return outcomeOf(await compareValue('value', expect, action, options))
}

/** Differences between what an action gives, or that it fails, and `{value}` or `{error}`. */
export async function compareValue(
  where: string,
  expect: Recorded,
  action: () => unknown,
  options: CompareOptions,
): Promise<Difference[]> {
  let found: unknown
  try {
    found = plainList(await action())
  } catch (error) {
    return expect.error === undefined ? [{ where, recorded: expect.value, found: String(error) }] : []
  }
  if (expect.error !== undefined) return [{ where, recorded: `a ${expect.error}`, found }]
  return compare(where, expect.value, found, options)
}

function plainList(value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value
}

/** What came of one recorded case. */
export type Outcome =
  | { status: 'passed' }
  | { status: 'failed'; differences: Difference[] }
  /** Needs a Python function that nobody translated. */
  | { status: 'not run'; reason: string }

/** One place where the product and the recording differ. */
export interface Difference {
  /** `tasks.t.docs[0].requests[1].args`. */
  where: string
  recorded: unknown
  found: unknown
}

/** A line of a case file: its own keys depend on its kind. */
export interface CaseRow {
  id: string
  kind: string
  /** Where the case file lies. */
  folder: string
  note?: string
  needs?: string
  expected: Record<string, unknown>
  [key: string]: unknown
}

/** Runs the product on a case and compares. */
export type CheckCase = (row: CaseRow) => Outcome | Promise<Outcome>

/** The outcome of a list of differences. */
export function outcomeOf(differences: Difference[]): Outcome {
  return differences.length === 0 ? { status: 'passed' } : { status: 'failed', differences }
}

import type { EncodedRequest } from './encode.ts'

/** One sequence that the model runs over, and the requests that its logits answer. */
export interface ModelRow {
  input: readonly number[]
  spans: Span[]
}

/** A request within a row: its targets are scored against the logits of the `targets.length` positions before `end`. */
export interface Span {
  /** Index of the request. */
  request: number
  /** Length of the request's own input, which the row begins with. */
  end: number
  targets: readonly number[]
}

/**
 * Lets requests share a row where one's input begins with the other's: a causal model's logits depend on nothing to the
 * right. So the choices ` no` and ` yes` after one context are a single row.
 * @returns rows in the order of their tokens
 */
export function shareRows(requests: readonly EncodedRequest[]): ModelRow[] {
  const order = requests.map((_, index) => index).sort((a, b) => compareInputs(requests, a, b) || a - b)
  const rows: ModelRow[] = []
  let row: ModelRow | undefined
  // Backwards, what begins like its successor begins like the successor's row.
  for (const index of order.reverse()) {
    const { input, targets } = requests[index] as EncodedRequest
    if (row === undefined || !beginsWith(row.input, input)) {
      row = { input, spans: [] }
      rows.push(row)
    }
    row.spans.push({ request: index, end: input.length, targets })
  }
  return rows.reverse()
}

function beginsWith(long: readonly number[], short: readonly number[]): boolean {
  return short.length <= long.length && short.every((token, place) => token === long[place])
}

function compareInputs(requests: readonly EncodedRequest[], a: number, b: number): number {
  const left = (requests[a] as EncodedRequest).input
  const right = (requests[b] as EncodedRequest).input
  const common = Math.min(left.length, right.length)
  for (let place = 0; place < common; place += 1) {
    const difference = (left[place] as number) - (right[place] as number)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

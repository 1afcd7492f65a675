import { dictFromEntries, jsonDumps, pyStr } from '../python/index.ts'
import type { SampleRecord } from './sample-record.ts'
import { leavesAsText, serialisable } from './serialisable.ts'

/**
 * A record's line of a `samples_*.jsonl` file, with its end (metrics-spec.md, 6.2): arguments by name, so that a table can hold
 * them; answers and target as texts; metric values as they are.
 */
export function sampleLine(record: SampleRecord): string {
  const entries = Object.entries(record).map(
    ([key, value]) => [key, serialisable(logged(key, value))] as const,
  )
  return `${jsonDumps(dictFromEntries(entries), { ensureAscii: false })}\n`
}

function logged(key: string, value: unknown): unknown {
  switch (key) {
    case 'arguments':
      return named(
        'gen_args',
        (value as unknown[][]).map(list => named('arg', list)),
      )
    case 'resps':
    case 'filtered_resps':
      return leavesAsText(value)
    case 'target':
      return pyStr(value)
    default:
      return value
  }
}

function named(prefix: string, items: readonly unknown[]): unknown {
  return Object.fromEntries(items.map((item, index) => [`${prefix}_${index}`, item]))
}

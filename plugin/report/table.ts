import type { Results } from '../metric/types.ts'
import { compareText, isFloat, pyStr } from '../python/index.ts'
import { fixedPoint } from './fixed-point.ts'
import { textTableKeys } from './table-keys.ts'
import { renderTextTable } from './text-table.ts'

export interface TableOptions {
  /** Rows by key instead of by group; names keep their indentation. Default: false. */
  sort?: boolean
}

/**
 * The table that the harness prints under its results (metrics-spec.md, 7), from results in its shape. A float must be a
 * float: `1.0` a PyFloat, as `parseJson` and {@link toResults} give it; an int prints without decimals.
 * @throws TypeError for a standard error that is neither a number nor `N/A`, and for results without versions
 */
export function renderTable(
  results: Results,
  column: 'results' | 'groups' = 'results',
  { sort = false }: TableOptions = {},
): string {
  const title = column === 'groups' ? 'Groups' : 'Tasks'
  const headers = [title, 'Version', 'Filter', 'n-shot', 'Metric', '', 'Value', '', 'Stderr']
  const rows = textTableKeys(results, column, sort).flatMap(({ key, indent }) =>
    entryRows(results, column, key, indent),
  )
  return renderTextTable(headers, rows)
}

/** Keys of an entry that are no metrics. */
const ownKeys = ['alias', 'name', 'sample_len', 'sample_count']

function entryRows(results: Results, column: 'results' | 'groups', key: string, indent: string): unknown[][] {
  const entry = results[column]?.[key] ?? {}
  const versions = results.versions as Results['versions'] | undefined
  if (versions === undefined) throw new TypeError('the results have no versions')
  const version = Object.hasOwn(versions, key) ? versions[key] : '    N/A'
  const shots = results['n-shot'] as Results['n-shot'] | undefined
  const shot = shots !== undefined && Object.hasOwn(shots, key) ? pyStr(shots[key]) : ' '
  const directions = results.higher_is_better?.[key] ?? {}
  const metrics = Object.keys(entry)
    .filter(name => !ownKeys.includes(name))
    .sort(compareText)
    .map(name => splitKey(name))
    .filter(({ metric }) => !metric.endsWith('_stderr'))
  return metrics.map(({ name, metric, filter }, index) => {
    const first = index === 0
    const [sign, stderr] = stderrCells(entry, `${metric}_stderr,${filter}`)
    return [
      first ? `${indent}${entry.alias ?? key}` : '',
      first ? version : '',
      filter,
      shot,
      metric,
      arrow(directions[metric]),
      valueCell(entry[name]),
      sign,
      stderr,
    ]
  })
}

function splitKey(name: string): { name: string; metric: string; filter: string } {
  const comma = name.indexOf(',')
  return comma < 0
    ? { name, metric: name, filter: '' }
    : { name, metric: name.slice(0, comma), filter: name.slice(comma + 1) }
}

function arrow(higherIsBetter: boolean | null | undefined): string {
  if (typeof higherIsBetter !== 'boolean') return ''
  return higherIsBetter ? '↑' : '↓'
}

function valueCell(value: unknown): unknown {
  return isFloat(value) ? fixedPoint(Number(value), 4) : value
}

function stderrCells(entry: Record<string, unknown>, key: string): [sign: string, stderr: string] {
  if (!Object.hasOwn(entry, key)) return ['', '']
  const stderr = entry[key]
  if (stderr === 'N/A') return ['±', '   N/A']
  if (typeof stderr !== 'number' && typeof stderr !== 'boolean' && !(stderr instanceof Number)) {
    throw new TypeError(`the standard error ${key} is ${pyStr(stderr)}, not a number or 'N/A'`)
  }
  return ['±', fixedPoint(Number(stderr), 4)]
}

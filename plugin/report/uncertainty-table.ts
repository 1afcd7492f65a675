import type { EvaluationResult } from '../evaluation/types.ts'
import type { MetricResult } from '../metric/types.ts'
import { compareText } from '../python/index.ts'
import { fixedPoint } from './fixed-point.ts'
import { renderTextTable } from './text-table.ts'

/**
 * What is known about the figures beyond the harness's table: their 95 % intervals, the level of answers drawn by lot, and the
 * standard errors that take dependent documents into account, by task. A column that no figure has an entry in is left out.
 * @returns undefined where no figure has an interval
 */
export function renderUncertainty(results: readonly EvaluationResult[]): string | undefined {
  const inOrder = [...results].sort((a, b) => compareText(a.task, b.task))
  const rows = inOrder.flatMap(({ task, metrics }) =>
    metrics.filter(({ interval }) => interval !== undefined).map(entry => ({ task, entry })),
  )
  if (rows.length === 0) return undefined
  const columns = [
    ...alwaysShown,
    ...seldomShown.filter(({ cell }) => rows.some(({ entry }) => cell(entry) !== '')),
  ]
  const headers = ['Tasks', ...columns.map(({ header }) => header)]
  const cells = rows.map(({ task, entry }, index) => [
    rows[index - 1]?.task === task ? '' : task,
    ...columns.map(({ cell }) => cell(entry)),
  ])
  return renderTextTable(headers, cells)
}

interface Column {
  header: string
  cell: (entry: MetricResult) => string
}

const alwaysShown: Column[] = [
  { header: 'Filter', cell: ({ filter }) => filter },
  { header: 'Metric', cell: ({ metric }) => metric },
  { header: '95 % interval', cell: ({ interval }) => (interval === undefined ? '' : intervalText(interval)) },
  { header: 'Method', cell: ({ interval }) => interval?.method ?? '' },
]

const seldomShown: Column[] = [
  { header: 'By lot', cell: ({ chance }) => (chance === undefined ? '' : fixedPoint(chance, 4)) },
  { header: 'Clusters', cell: ({ clustered }) => (clustered === undefined ? '' : `${clustered.clusters}`) },
  {
    header: 'Stderr by cluster',
    cell: ({ clustered }) => (clustered === undefined ? '' : fixedPoint(clustered.stderr, 4)),
  },
]

function intervalText({ low, high }: NonNullable<MetricResult['interval']>): string {
  return `${fixedPoint(low, 4)} to ${fixedPoint(high, 4)}`
}

import { fixedPoint } from './fixed-point.ts'
import { renderTextTable } from './text-table.ts'

/** Figures in the shape of version-0 files: keys are metrics without a filter, a standard error stands under `METRIC_stderr`. */
export interface Version0Results {
  results: Readonly<Record<string, Readonly<Record<string, number>>>>
  versions: Readonly<Record<string, unknown>>
}

/**
 * The table that the harness printed up to version 0.3 (metrics-spec.md, 8): tasks and metrics in the order of the object,
 * four decimals before the columns are retyped, no filter, shots or direction.
 */
export function renderVersion0Table({ results, versions }: Version0Results): string {
  const rows = Object.entries(results).flatMap(([task, figures]) =>
    Object.keys(figures)
      .filter(metric => !metric.endsWith('_stderr'))
      .map((metric, index) => [
        index === 0 ? task : '',
        index === 0 ? versions[task] : '',
        metric,
        fixedPoint(figures[metric] as number, 4),
        ...stderrCells(figures[`${metric}_stderr`]),
      ]),
  )
  return renderTextTable(['Task', 'Version', 'Metric', 'Value', '', 'Stderr'], rows)
}

function stderrCells(stderr: number | undefined): [sign: string, stderr: string] {
  return stderr === undefined ? ['', ''] : ['±', fixedPoint(stderr, 4)]
}

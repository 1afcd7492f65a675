import type { EvaluationResult } from '../evaluation/types.ts'
import { escapeText } from './escape.ts'
import { toResults } from './results.ts'
import { renderRunHeader } from './run-header.ts'
import { renderTable } from './table.ts'

/** What a run prints at its end: for each model a header, the harness's table, and what a reader must know about it. */
export function renderReport(results: readonly EvaluationResult[]): string {
  const models = new Map<string, EvaluationResult[]>()
  for (const result of results) {
    const key = JSON.stringify(result.scorer)
    models.set(key, [...(models.get(key) ?? []), result])
  }
  return [...models.values()].map(renderModel).join('\n')
}

function renderModel(results: readonly EvaluationResult[]): string {
  const warnings = results.flatMap(({ task, warnings }) => warnings.map(warning => `! ${task}: ${warning}`))
  const parts = [renderRunHeader(results), '', renderTable(toResults(results.map(printable)))]
  return `${parts.join('\n')}${warnings.map(warning => `${escapeText(warning)}\n`).join('')}`
}

/** The names that a table shows come from task files and users' functions. */
function printable(result: EvaluationResult): EvaluationResult {
  const { task, alias, metrics } = result
  return {
    ...result,
    task: escapeText(task),
    alias: escapeText(alias),
    metrics: metrics.map(entry => ({
      ...entry,
      metric: escapeText(entry.metric),
      filter: escapeText(entry.filter),
    })),
  }
}

import type { EvaluationResult } from '../evaluation/types.ts'
import type { Group } from '../metric/types.ts'
import { escapeText } from './escape.ts'
import { summariseResultGroups, toResults } from './results.ts'
import { renderRunHeader } from './run-header.ts'
import { renderTable } from './table.ts'
import { holders, touchedGroups } from './touched-groups.ts'
import { renderUncertainty } from './uncertainty-table.ts'

/**
 * What a run prints at its end: for each model a header, the harness's tables of tasks and of groups, and what a reader must
 * know about them.
 * @param groups as selected; each is shown with the models that have a result of one of its tasks
 */
export function renderReport(results: readonly EvaluationResult[], groups: readonly Group[] = []): string {
  const models = new Map<string, EvaluationResult[]>()
  for (const result of results) {
    const key = JSON.stringify(result.scorer)
    models.set(key, [...(models.get(key) ?? []), result])
  }
  return [...models.values()].map(ofModel => renderModel(ofModel, touchedGroups(groups, ofModel))).join('\n')
}

function renderModel(results: readonly EvaluationResult[], groups: readonly Group[]): string {
  const shown = results.map(printable)
  const shownGroups = groups.map(printableGroup)
  const object = toResults(shown, shownGroups)
  const warnings = [
    ...results.flatMap(({ task, warnings }) => warnings.map(warning => `! ${task}: ${warning}`)),
    ...summariseResultGroups(results, groups).warnings.map(({ message }) => `! ${message}`),
    ...partialGroups(results, groups).map(
      ({ name }) =>
        `! The group ${name} has tasks of which only a part of the documents was selected: its figures are not comparable with a full run.`,
    ),
  ]
  const tables = object.groups === undefined ? ['results'] : ['results', 'groups']
  const uncertainty = renderUncertainty(shown)
  const parts = [
    renderRunHeader(results),
    '',
    [
      ...tables.map(table => renderTable(object, table as 'results' | 'groups')),
      ...(uncertainty === undefined ? [] : [uncertainty]),
    ].join('\n'),
  ]
  return `${parts.join('\n')}${warnings.map(warning => `${escapeText(warning)}\n`).join('')}`
}

/** Groups with a figure over a task of which not all documents were selected. */
function partialGroups(results: readonly EvaluationResult[], groups: readonly Group[]): Group[] {
  const partial = results.filter(({ documents }) => documents.selected < documents.total)
  const above = holders(groups, new Set(partial.map(({ task }) => task)))
  return groups.filter(({ name, metrics }) => metrics.length > 0 && above.has(name))
}

/** The names that a table shows come from task files and users' functions. */
function printable(result: EvaluationResult): EvaluationResult {
  const { task, alias, metrics, directions = {}, unavailable } = result
  return {
    ...result,
    task: escapeText(task),
    alias: escapeText(alias),
    metrics: metrics.map(entry => ({
      ...entry,
      metric: escapeText(entry.metric),
      filter: escapeText(entry.filter),
    })),
    ...(unavailable === undefined
      ? {}
      : {
          unavailable: unavailable.map(entry => ({
            ...entry,
            metric: escapeText(entry.metric),
            filter: escapeText(entry.filter),
          })),
        }),
    ...(result.directions === undefined
      ? {}
      : {
          directions: Object.fromEntries(
            Object.entries(directions).map(([name, direction]) => [escapeText(name), direction]),
          ),
        }),
  }
}

function printableGroup(group: Group): Group {
  const { name, alias, version, members, metrics } = group
  return {
    name: escapeText(name),
    alias: escapeText(alias),
    version: escapeText(version),
    members: members.map(escapeText),
    metrics: metrics.map(entry => ({
      ...entry,
      metric: escapeText(entry.metric),
      filters: entry.filters?.map(escapeText),
    })),
  }
}

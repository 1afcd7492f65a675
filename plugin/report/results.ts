import { figuresOf } from '../baseline/from-result.ts'
import type { EvaluationResult } from '../evaluation/types.ts'
import { type GroupSummaries, summariseGroups, type TaskSummary } from '../metric/group.ts'
import type { Group, Results } from '../metric/types.ts'
import { floatFigures } from './float-figures.ts'
import { addGroups } from './group-results.ts'
import { versionValue } from './version.ts'

/**
 * The harness's results object (metrics-spec.md, 6) for evaluated tasks, and for the groups that hold them. A second result of
 * a task of the same name (another limit, say) is kept under `NAME (2)`.
 * @throws LmEvalError METRIC where a group's standard error cannot be computed
 */
export function toResults(results: readonly EvaluationResult[], groups: readonly Group[] = []): Results {
  const named = nameResults(results)
  return addGroups(taskResults(named), groupSummaries(named, groups), groups)
}

/** Results of the groups over evaluated tasks, with what is worth a warning about them. */
export function summariseResultGroups(
  results: readonly EvaluationResult[],
  groups: readonly Group[],
): GroupSummaries {
  return groupSummaries(nameResults(results), groups)
}

type NamedResults = ReadonlyMap<string, EvaluationResult>

function nameResults(results: readonly EvaluationResult[]): NamedResults {
  const named = new Map<string, EvaluationResult>()
  for (const result of results) {
    let name = result.task
    for (let number = 2; named.has(name); number++) name = `${result.task} (${number})`
    named.set(name, result)
  }
  return named
}

function taskResults(named: NamedResults): Results {
  const samples: NonNullable<Results['n-samples']> = {}
  const object: Results = {
    results: {},
    versions: {},
    'n-shot': {},
    higher_is_better: {},
    'n-samples': samples,
  }
  for (const [name, result] of named) {
    const alias = name === result.task ? result.alias : name.replace(result.task, result.alias)
    const { size, figures, directions, numFewshot } = taskSummary(result)
    object.results[name] = {
      name,
      alias,
      sample_len: size,
      ...floatFigures(figures),
      ...unavailableFigures(result),
    }
    object.versions[name] = result.version === undefined ? 'Yaml' : versionValue(result.version)
    object['n-shot'][name] = numFewshot
    object.higher_is_better[name] = directions
    samples[name] = { original: result.documents.total, effective: size }
  }
  return object
}

/** N/A is no figure: groups do not see it. */
function unavailableFigures({ unavailable = [] }: EvaluationResult): Record<string, 'N/A'> {
  return Object.fromEntries(
    unavailable.flatMap(({ metric, filter }) => [
      [`${metric},${filter}`, 'N/A'],
      [`${metric}_stderr,${filter}`, 'N/A'],
    ]),
  )
}

function taskSummary({ metrics, numFewshot, directions }: EvaluationResult): TaskSummary {
  return {
    figures: figuresOf(metrics),
    size: Math.max(0, ...metrics.map(metric => metric.count)),
    numFewshot,
    directions:
      directions ??
      Object.fromEntries(metrics.map(({ metric, higherIsBetter }) => [metric, higherIsBetter ?? null])),
  }
}

function groupSummaries(named: NamedResults, groups: readonly Group[]): GroupSummaries {
  const tasks = [...named].map(([name, result]) => [name, taskSummary(result)] as const)
  return summariseGroups(groups, Object.fromEntries(tasks))
}

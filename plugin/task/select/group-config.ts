import { dictGet, dictHas, dictKeys, isDict, isInt, type PyDict, pyStr, pyTruth } from '../../python/index.ts'
import { fieldError, formatPath } from '../task-error.ts'
import { type FieldPath, FunctionReference, type Group, type GroupMetric, type TaskFile } from '../types.ts'
import type { SelectionWarning } from './selection-warning.ts'

/** Fields that say something about a group itself; all others of its mapping override its members' (task-spec.md, 4). */
export const groupFields: ReadonlySet<string> = new Set([
  'group',
  'group_alias',
  'task',
  'aggregate_metric_list',
  'metadata',
])

/** A group's mapping and where it stands: a file's own (path []), or one inside another group's `task` list. */
export interface GroupSource {
  name: string
  taskFile: TaskFile
  path: FieldPath
  mapping: PyDict
}

/**
 * What a group says about itself, members left empty.
 * @throws LmEvalError TASK_FIELD with the place of a field that is wrong
 */
export function readGroup(source: GroupSource, warn: (warning: SelectionWarning) => void): Group {
  const { name, taskFile, mapping, path } = source
  const alias = dictGet(mapping, 'group_alias')
  const isText = typeof alias === 'string'
  if (alias !== undefined && alias !== null && !isText) {
    throw fieldError(taskFile, [...path, 'group_alias'], `group_alias of ${name} must be a text.`)
  }
  return {
    name,
    alias: isText && alias !== '' ? alias : name,
    version: versionOf(source),
    members: [],
    metrics: readMetrics(source, warn),
  }
}

function versionOf({ name, taskFile, mapping, path }: GroupSource): string {
  const metadata = dictGet(mapping, 'metadata')
  if (isDict(metadata)) return dictHas(metadata, 'version') ? pyStr(dictGet(metadata, 'version')) : 'N/A'
  // Only a registered group's file gets other metadata wrapped; in an inline group the harness fails on it.
  if (path.length > 0 && metadata !== undefined && pyTruth(metadata)) {
    throw fieldError(taskFile, [...path, 'metadata'], `metadata of the group ${name} must be a mapping.`)
  }
  return 'N/A'
}

function readMetrics(source: GroupSource, warn: (warning: SelectionWarning) => void): GroupMetric[] {
  const { name, taskFile, mapping, path } = source
  const list = dictGet(mapping, 'aggregate_metric_list')
  if (list === undefined || list === null) return []
  const field: FieldPath = [...path, 'aggregate_metric_list']
  if (isDict(list)) return [readMetric(source, list, field, warn)]
  if (!Array.isArray(list)) {
    throw fieldError(taskFile, field, `aggregate_metric_list of ${name} must be a list of mappings.`)
  }
  return list.map((entry, index) => {
    if (isDict(entry)) return readMetric(source, entry, [...field, index], warn)
    throw fieldError(
      taskFile,
      [...field, index],
      `aggregate_metric_list[${index}] of ${name} must be a mapping such as {metric: acc}.`,
    )
  })
}

const metricFields = ['metric', 'filter_list', 'aggregation', 'weight_by_size']

function readMetric(
  { name, taskFile }: GroupSource,
  entry: PyDict,
  path: FieldPath,
  warn: (warning: SelectionWarning) => void,
): GroupMetric {
  const refuse = (key: string, problem: string) =>
    fieldError(
      taskFile,
      [...path, key],
      `${formatPath([...path.slice(-2), key])} of the group ${name} ${problem}.`,
    )
  for (const key of dictKeys(entry)) {
    if (!metricFields.includes(key as string)) {
      throw refuse(String(key), `is unknown; the fields are ${metricFields.join(', ')}`)
    }
  }
  const metric = dictGet(entry, 'metric')
  if (typeof metric !== 'string') throw refuse('metric', 'must be the name of a metric')
  const aggregation = dictHas(entry, 'aggregation') ? dictGet(entry, 'aggregation') : 'mean'
  if (aggregation instanceof FunctionReference) {
    const message = `The group ${name} aggregates ${metric} by the mean: a function as aggregation has no effect.`
    warn({ code: 'group_aggregation_ignored', message, file: taskFile.locate(path).file })
  } else if (aggregation !== 'mean') throw refuse('aggregation', 'must be mean: groups know no other')
  const filters = dictGet(entry, 'filter_list') ?? undefined
  const list = typeof filters === 'string' ? [filters] : filters
  if (list !== undefined && !(Array.isArray(list) && list.every(item => typeof item === 'string'))) {
    throw refuse('filter_list', 'must be a filter name or a list of them')
  }
  const weight = dictHas(entry, 'weight_by_size') ? dictGet(entry, 'weight_by_size') : true
  if (typeof weight !== 'boolean' && !isInt(weight)) throw refuse('weight_by_size', 'must be true or false')
  return { metric, filters: list as string[] | undefined, weightBySize: pyTruth(weight) }
}

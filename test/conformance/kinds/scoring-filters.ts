import { resolveFilters } from '../../../plugin/metric/filter/resolve-filters.ts'
import { dictGet, dictKeys, type PyDict } from '../../../plugin/python/index.ts'
import type { Doc, Task } from '../../../plugin/task/types.ts'
import type { CheckCase } from '../runner/outcome.ts'
import { checkValue, scoringCase } from './scoring-case.ts'

/** A pipeline of filters over recorded answers. */
export const checkFilter: CheckCase = row => {
  const recorded = scoringCase<{ filter: PyDict[]; resps: unknown[][]; docs: Doc[] }>(row)
  const { filter, resps, docs } = recorded.input
  const steps = filter.map(step => ({
    function: String(dictGet(step, 'function')),
    options: Object.fromEntries(
      dictKeys(step)
        .filter(key => key !== 'function')
        .map(key => [String(key), dictGet(step, key)]),
    ),
  }))
  const task = {
    name: 'recorded',
    filters: [{ name: 'recorded', steps }],
    locate: () => ({ file: 'task.yaml', line: 1, column: 1 }),
  } as unknown as Task
  return checkValue(recorded, () => resolveFilters(task).get('recorded')?.(resps, docs))
}

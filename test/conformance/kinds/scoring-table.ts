import type { Results } from '../../../plugin/metric/types.ts'
import { renderTable } from '../../../plugin/report/table.ts'
import type { CheckCase } from '../runner/outcome.ts'
import { checkValue, scoringCase } from './scoring-case.ts'

/** The text of a results object's table. */
export const checkMakeTable: CheckCase = row => {
  const recorded = scoringCase<{
    result_dict: Results
    column: 'results' | 'groups'
    sort_results: boolean
  }>(row)
  const { result_dict, column, sort_results } = recorded.input
  return checkValue(recorded, () => renderTable(result_dict, column, { sort: sort_results }))
}

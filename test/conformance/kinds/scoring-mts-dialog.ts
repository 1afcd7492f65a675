import { existsSync } from 'node:fs'
import { aggregations } from '../../../plugin/metric/aggregations.ts'
import { bootstrapStderr } from '../../../plugin/metric/bootstrap.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'
import { checkValue, type Recorded, scoringCase } from './scoring-case.ts'

const utils = new URL('../../../tasks/mts_dialog/utils.ts', import.meta.url)

/** The shipped task's metrics of a document; those that need a model are not recorded. */
export const checkMtsDialog: CheckCase = async row => {
  const recorded = scoringCase<{ doc: Recorded; results: string[] }>(row)
  if (!existsSync(utils)) return outcomeOf([{ where: 'task', recorded: 'mts_dialog', found: 'no functions' }])
  const { process_results } = await import(utils.href)
  return checkValue(recorded, () => {
    const found: Recorded = process_results(recorded.input.doc, recorded.input.results)
    const names = Object.keys((recorded.expect.value ?? {}) as Recorded)
    return names.length === 0 ? found : Object.fromEntries(names.map(name => [name, found[name]]))
  })
}

/** Means and standard errors of mts_dialog's metrics over documents. */
export const checkMtsDialogAggregate: CheckCase = row => {
  const recorded = scoringCase<{ values: Record<string, unknown[]>; iters: Record<string, number> }>(row)
  const { values, iters } = recorded.input
  return checkValue(recorded, async () => {
    const nanmean = aggregations.nanmean as (typeof aggregations)[string]
    if (typeof nanmean.stderr !== 'function') throw new TypeError('nanmean has no bootstrap')
    const figures: Recorded = {}
    for (const [metric, items] of Object.entries(values)) {
      figures[metric] = nanmean.value(items)
      const iterations = Number(iters[metric])
      figures[`${metric}_stderr`] = await bootstrapStderr(nanmean.stderr(items), { iterations })
    }
    return figures
  })
}

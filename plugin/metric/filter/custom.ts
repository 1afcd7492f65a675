import { shownValue } from '../shown-value.ts'
import { checkOptions } from './options.ts'
import type { FilterMaker } from './types.ts'

/**
 * A user's function `filter_fn(responses, docs)` in place of a filter: one entry for each request in, one out. It is called
 * once for each document, with that document's requests.
 */
export const custom: FilterMaker = options => {
  checkOptions(options, ['filter_fn'])
  const filter = options.filter_fn
  if (typeof filter !== 'function') {
    throw new TypeError(`filter_fn is ${shownValue(filter)}; it must be !function module.name`)
  }
  return (responses, docs) => {
    const result: unknown = filter([...responses], [...docs])
    if (result instanceof Promise) {
      result.catch(() => {})
      throw new TypeError('filter_fn returned a promise; it must return its list at once')
    }
    if (!Array.isArray(result) || result.length !== responses.length) {
      throw new TypeError(
        `filter_fn returned ${shownValue(result)}; it must return a list with an entry for each request`,
      )
    }
    return result
  }
}

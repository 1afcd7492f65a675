import { dictFromEntries, dictGet, dictKeys, isDict } from '../../../plugin/python/index.ts'
import { loggedConfig } from '../../../plugin/task/logged-config.ts'
import type { Task } from '../../../plugin/task/types.ts'
import { compare } from '../runner/compare.ts'
import type { Difference } from '../runner/outcome.ts'
import type { Recorded } from './scoring-case.ts'

/**
 * A task's logged configuration, its keys in order. Functions have another source text than in Python: their names are compared.
 * @param folder what the recording calls `<DIR>`
 */
export function compareConfig(recorded: unknown, task: Task, folder: string): Difference[] {
  const sources = new Map([...task.functions.values()].map(called => [String(called), called.name]))
  const expected = mapTexts(recorded, text => /^def (\w+)\(/u.exec(text)?.[1] ?? text)
  const config = loggedConfig(task)
  const found = mapTexts(config, text => sources.get(text) ?? text.replace(folder, '<DIR>'))
  const where = `configs.${task.name}`
  return [
    ...compare(where, expected, found),
    ...compare(`${where} keys`, Object.keys(expected as Recorded), Object.keys(config)),
  ]
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map(item => mapTexts(item, map))
  if (!isDict(value)) return value
  return dictFromEntries(dictKeys(value).map(key => [key, mapTexts(dictGet(value, key), map)]))
}

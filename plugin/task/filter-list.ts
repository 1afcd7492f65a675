import { dictGet, dictKeys, isDict, setOwn } from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import { fieldError } from './task-error.ts'
import { type FilterConfig, FunctionReference, type TaskFile, type TaskFunction } from './types.ts'

/** What a task without `filter_list` has. */
const takeFirst: FilterConfig = { name: 'none', steps: [{ function: 'take_first', options: {} }] }

/**
 * Reads `filter_list`; names of filters are not looked up here, the metric layer does that.
 * @throws LmEvalError TASK_FIELD for an entry of the wrong shape
 */
export async function readFilterList(
  taskFile: TaskFile,
  importReference: (reference: FunctionReference) => Promise<TaskFunction>,
): Promise<FilterConfig[]> {
  const list = taskFile.config.filter_list as unknown[] | null | undefined
  if (list === null || list === undefined) return [takeFirst]
  const filters: FilterConfig[] = []
  for (const [index, entry] of list.entries()) {
    const fail = wrongEntry(taskFile, index)
    if (!isDict(entry)) throw fail([], 'a mapping with name and filter', entry)
    const name = dictGet(entry, 'name')
    const steps = dictGet(entry, 'filter')
    if (typeof name !== 'string') throw fail(['name'], 'a name', name)
    if (!Array.isArray(steps)) throw fail(['filter'], 'a list of steps', steps)
    filters.push({ name, steps: await readSteps(steps, fail, importReference) })
  }
  if (filters.length > 0) return filters
  throw fieldError(taskFile, ['filter_list'], 'filter_list is empty; leave it out, or name a filter.')
}

async function readSteps(
  steps: readonly unknown[],
  fail: Fail,
  importReference: (reference: FunctionReference) => Promise<TaskFunction>,
): Promise<FilterConfig['steps']> {
  const read: FilterConfig['steps'] = []
  for (const [index, step] of steps.entries()) {
    const called = isDict(step) ? dictGet(step, 'function') : undefined
    if (!isDict(step) || !(typeof called === 'string' || called instanceof FunctionReference)) {
      throw fail(['filter', index], 'a mapping whose function is the name of a filter', step)
    }
    const keys = dictKeys(step).filter(key => key !== 'function')
    const options: Record<string, unknown> = {}
    for (const key of keys) {
      const value = dictGet(step, key)
      setOwn(options, String(key), value instanceof FunctionReference ? await importReference(value) : value)
    }
    read.push({
      function: typeof called === 'string' ? called : await importReference(called),
      options,
    })
  }
  return read
}

type Fail = (path: readonly (string | number)[], allowed: string, value: unknown) => Error

function wrongEntry(taskFile: TaskFile, index: number): Fail {
  return (path, allowed, value) =>
    fieldError(
      taskFile,
      ['filter_list', index, ...path],
      `filter_list[${index}]${path.length === 0 ? '' : `.${path.join('.')}`} must be ${allowed}, not ${describeValue(value)}.`,
    )
}

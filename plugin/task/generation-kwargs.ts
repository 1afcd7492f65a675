import {
  dictFromEntries,
  dictGet,
  dictHas,
  dictKeys,
  isDict,
  isNumber,
  pyFloat,
  strip,
} from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import { fieldError } from './task-error.ts'
import type { TaskFile, TaskWarning } from './types.ts'

export interface GenerationKwargs {
  /** As every request of the task carries them. */
  kwargs: Readonly<Record<string, unknown>>
  warnings: TaskWarning[]
}

/** Tokens generated at most where the task is silent. */
const defaultTokens = 256

/**
 * `generation_kwargs` of a generate_until task (task-spec.md, 12): without any, greedy up to 256 tokens or the few-shot
 * delimiter; given ones are kept as they are, save that `temperature` becomes a float and a missing `until` the delimiter.
 * @param overrides the run's own settings, key by key over the task's
 * @throws LmEvalError TASK_FIELD for a temperature that is no number
 */
export function readGenerationKwargs(
  taskFile: TaskFile,
  fewshotDelimiter: string | null,
  overrides: Readonly<Record<string, unknown>> = {},
): GenerationKwargs {
  const warnings: TaskWarning[] = []
  const given = taskFile.config.generation_kwargs as Record<string, unknown> | null | undefined
  const entries: [unknown, unknown][] = isDict(given)
    ? dictKeys(given).map(key => [key, dictGet(given, key)])
    : [
        ['temperature', pyFloat(0)],
        ['do_sample', false],
        ['max_gen_toks', defaultTokens],
        ['until', fewshotDelimiter === null ? [] : [fewshotDelimiter]],
      ]
  if (!isDict(given)) {
    warnings.push({
      code: 'gen_defaulted',
      message: `generation_kwargs is not given: greedy, at most ${defaultTokens} tokens, until ${JSON.stringify(fewshotDelimiter)}.`,
    })
  } else if (!dictHas(given, 'until')) {
    entries.push(['until', [fewshotDelimiter]])
    warnings.push({
      code: 'gen_no_until',
      message: `generation_kwargs has no until: generation stops at the few-shot delimiter ${JSON.stringify(fewshotDelimiter)}.`,
    })
  }
  const kwargs = entries.map(([key, value]) => [
    key,
    key === 'temperature' ? temperature(taskFile, value) : value,
  ]) as [unknown, unknown][]
  const merged = new Map(kwargs)
  for (const key of dictKeys(overrides)) merged.set(key, dictGet(overrides, key))
  return { kwargs: dictFromEntries(merged) as Record<string, unknown>, warnings }
}

function temperature(taskFile: TaskFile, value: unknown): unknown {
  if (isNumber(value) || typeof value === 'boolean') return pyFloat(Number(value))
  const number = typeof value === 'string' && strip(value) !== '' ? Number(strip(value)) : Number.NaN
  if (!Number.isNaN(number)) return pyFloat(number)
  throw fieldError(
    taskFile,
    ['generation_kwargs', 'temperature'],
    `generation_kwargs.temperature must be a number, not ${describeValue(value)}.`,
  )
}

import { LmEvalError } from '../../errors.ts'
import { isNumber, pyRepr, strip } from '../../python/index.ts'

const integerText = /^[+-]?\d+(_\d+)*$/
const floatText = /^[+-]?((\d+(_\d+)*)?\.?\d+(_\d+)*|\d+(_\d+)*\.)(e[+-]?\d+(_\d+)*)?$/i
const infinityText = /^([+-]?)inf(inity)?$/i

/**
 * Python `int(value)` of a generation argument: numbers are cut towards zero, text must be an integer.
 * @throws LmEvalError TASK_FIELD
 */
export function readInteger(name: string, value: unknown): number {
  if (typeof value === 'boolean') return Number(value)
  if (isNumber(value) && Number.isFinite(Number(value))) return Math.trunc(Number(value))
  const text = typeof value === 'string' ? strip(value) : ''
  if (integerText.test(text)) return Number(text.replaceAll('_', ''))
  throw notA('a whole number', name, value)
}

/**
 * Python `float(value)` of a generation argument.
 * @throws LmEvalError TASK_FIELD
 */
export function readFloat(name: string, value: unknown): number {
  if (typeof value === 'boolean' || isNumber(value)) return Number(value)
  const text = typeof value === 'string' ? strip(value) : ''
  if (floatText.test(text)) return Number(text.replaceAll('_', ''))
  const infinity = infinityText.exec(text)
  if (infinity !== null) return infinity[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (/^[+-]?nan$/i.test(text)) return Number.NaN
  throw notA('a number', name, value)
}

function notA(what: string, name: string, value: unknown): LmEvalError {
  return new LmEvalError(
    `generation_kwargs.${name} must be ${what}, not ${pyRepr(value)}: correct it in the task file or in the run's own settings.`,
    { code: 'TASK_FIELD' },
  )
}

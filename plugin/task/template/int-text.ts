import { intRepr } from '../../python/index.ts'
import { Fault } from './fault.ts'

/** CPython reads and writes no decimal numbers with more digits. */
export const maxDigits = 4300

const limit = 10n ** BigInt(maxDigits)

/** Python `str(int)`. @throws Fault where Python raises ValueError, for more than 4300 digits. */
export function intText(value: number | bigint): string {
  if (typeof value === 'bigint' && (value >= limit || value <= -limit))
    throw new Fault(`an int of more than ${maxDigits} digits cannot be written`)
  return intRepr(value)
}

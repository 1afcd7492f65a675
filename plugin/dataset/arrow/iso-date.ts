import { PyDateTime } from '../../python/index.ts'

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d)(?::(\d\d)(?::(\d\d))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/u

/**
 * A text that Arrow's JSON reader takes for a point in time: an ISO 8601 date, or date and time to the hour, minute or
 * second, with `Z` or an offset (which is applied and dropped). Undefined for every other text.
 */
export function parseIsoDate(text: string): PyDateTime | undefined {
  const match = iso.exec(text)
  if (match === null) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0))
  const [offsetHour, offsetMinute] = match.slice(8, 10).map(part => Number(part ?? 0))
  if ((hour as number) > 23 || (minute as number) > 59 || (second as number) > 59) return undefined
  if ((offsetHour as number) > 23 || (offsetMinute as number) > 59) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year as number, (month as number) - 1, day)
  if (year === 0 || date.getUTCMonth() !== (month as number) - 1 || date.getUTCDate() !== day)
    return undefined
  date.setUTCHours(hour as number, minute, second)
  const offset = ((offsetHour as number) * 60 + (offsetMinute as number)) * 60_000
  return new PyDateTime(date.getTime() + (match[7] === '-' ? offset : -offset))
}

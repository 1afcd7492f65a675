import { strftime } from './strftime.ts'

const two = (number: number): string => String(number).padStart(2, '0')

/** A Python `datetime` without time zone, to the second. */
export class PyDateTime {
  /** Milliseconds since 1970, read as if the time were UTC. */
  readonly #time: number

  constructor(time: number) {
    this.#time = time
  }

  /** Its parts, under Python's names. */
  get parts(): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number> {
    const date = new Date(this.#time)
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    }
  }

  /** Python `datetime.isoformat(separator)`. */
  isoFormat(separator = 'T'): string {
    const { year, month, day, hour, minute, second } = this.parts
    const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
    return `${date}${separator}${two(hour)}:${two(minute)}:${two(second)}`
  }

  /** Python `str(datetime)`. */
  toString(): string {
    return this.isoFormat(' ')
  }

  toJSON(): string {
    return this.isoFormat()
  }

  /** Python `repr(datetime)`: seconds only where they are not 0. */
  repr(): string {
    const { second, ...others } = this.parts
    return `datetime.datetime(${[...Object.values(others), ...(second === 0 ? [] : [second])].join(', ')})`
  }

  /** Python `datetime.strftime(format)`. */
  strftime(format: string): string {
    const { year, month, day, hour, minute, second } = this.parts
    const local = new Date(2000, month - 1, day, hour, minute, second)
    local.setFullYear(year)
    return strftime(local, format)
  }

  /** Python's `weekday()`: Monday is 0. */
  weekday(): number {
    return (new Date(this.#time).getUTCDay() + 6) % 7
  }

  /** Milliseconds, so that `<` compares as Python does. */
  valueOf(): number {
    return this.#time
  }
}

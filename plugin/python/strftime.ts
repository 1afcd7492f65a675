const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const two = (number: number): string => String(number).padStart(2, '0')

/** What stands for each letter behind `%`, in the C locale and local time. */
const fields: Record<string, (date: Date) => string> = {
  a: date => (days[date.getDay()] as string).slice(0, 3),
  A: date => days[date.getDay()] as string,
  b: date => (months[date.getMonth()] as string).slice(0, 3),
  B: date => months[date.getMonth()] as string,
  d: date => two(date.getDate()),
  e: date => String(date.getDate()).padStart(2, ' '),
  f: date => `${String(date.getMilliseconds()).padStart(3, '0')}000`,
  F: date => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
  h: date => (months[date.getMonth()] as string).slice(0, 3),
  H: date => two(date.getHours()),
  I: date => two(date.getHours() % 12 || 12),
  j: date => String(dayOfYear(date)).padStart(3, '0'),
  m: date => two(date.getMonth() + 1),
  M: date => two(date.getMinutes()),
  p: date => (date.getHours() < 12 ? 'AM' : 'PM'),
  S: date => two(date.getSeconds()),
  T: date => `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
  w: date => String(date.getDay()),
  y: date => two(date.getFullYear() % 100),
  Y: date => String(date.getFullYear()),
  Z: () => '',
  z: () => '',
  '%': () => '%',
}

/**
 * Python's `datetime.strftime` of a date without time zone: the usual letters, and `%-d` for a number without its leading
 * zeros. A letter that is not known stays as it is.
 */
export function strftime(date: Date, format: string): string {
  return format.replace(/%(-?)([A-Za-z%])/gu, (all, bare: string, letter: string) => {
    const field = Object.hasOwn(fields, letter) ? fields[letter] : undefined
    if (field === undefined) return all
    return bare === '' ? field(date) : field(date).replace(/^[0 ]+(?=\d)/u, '')
  })
}

function dayOfYear(date: Date): number {
  const start = Date.UTC(date.getFullYear(), 0, 1)
  return (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - start) / 86_400_000 + 1
}

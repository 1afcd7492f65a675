import { exponentText, fixedText, floatRepr } from '../python/index.ts'

/** Decimals at most. */
const precision = 8
/** Columns of a line at most, the bracket that ends it not counted. */
const width = 74
/** Longer arrays are shown by their ends. */
const shownWhole = 1000
const shownAtEnds = 3

/**
 * What Python's str() gives for a one-dimensional numpy array of floats, with numpy's default print options: the harness writes the
 * probabilities of a brier_score so (metrics-spec.md, 6.2). At most eight decimals, one format for all; long arrays wrap at 75
 * columns, those of more than 1,000 numbers are shown by their first and last three.
 */
export function arrayText(values: ArrayLike<number>): string {
  const all = Array.from(values)
  const whole = all.length <= shownWhole
  const shown = whole ? all : [...all.slice(0, shownAtEnds), ...all.slice(-shownAtEnds)]
  const words = formatAll(shown)
  if (!whole) words.splice(shownAtEnds, 0, '...')
  let text = ''
  let line = ' '
  for (const [index, word] of words.entries()) {
    if (line.length + word.length > width && line.length > 1) {
      text += `${line.trimEnd()}\n`
      line = ' '
    }
    line += word
    if (index < words.length - 1) line += ' '
  }
  return `[${(text + line).slice(1)}]`
}

function formatAll(values: readonly number[]): string[] {
  const finite = values.filter(Number.isFinite)
  const sizes = finite.filter(value => value !== 0).map(Math.abs)
  const [largest, smallest] = [Math.max(...sizes), Math.min(...sizes)]
  const exponential = sizes.length > 0 && (largest >= 1e8 || smallest < 1e-4 || largest / smallest > 1000)
  const texts = exponential ? exponentials(finite) : aligned(finite.map(positional))
  const length = Math.max(0, ...texts.map(text => text.length))
  const others = values.filter(value => !Number.isFinite(value)).map(otherText)
  const total = Math.max(length, ...others.map(text => text.length))
  let next = 0
  return values.map(value =>
    (Number.isFinite(value) ? (texts[next++] as string) : otherText(value)).padStart(total),
  )
}

function otherText(value: number): string {
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
}

/** Shortest digits, or eight decimals, without zeros behind them: `0.25`, `1.`. */
function positional(value: number): string {
  const shortest = floatRepr(value)
  const [, fraction = ''] = shortest.split('.')
  return withoutZeros(fraction.length > precision ? fixedText(value, precision) : shortest)
}

/** Point under point. */
function aligned(texts: readonly string[]): string[] {
  const parts = texts.map(text => text.split('.') as [string, string])
  const before = Math.max(...parts.map(([whole]) => whole.length))
  const behind = Math.max(...parts.map(([, fraction]) => fraction.length))
  return parts.map(([whole, fraction]) => `${whole.padStart(before)}.${fraction.padEnd(behind)}`)
}

/** As many decimals and digits of the exponent as any of them needs. */
function exponentials(values: readonly number[]): string[] {
  const decimals = Math.max(...values.map(decimalsOf))
  const parts = values.map(value => exponentText(value, decimals).split('e') as [string, string])
  const before = Math.max(...parts.map(([mantissa]) => mantissa.length))
  const power = Math.max(...parts.map(([, exponent]) => exponent.length - 1))
  return parts.map(([mantissa, exponent]) => {
    const point = decimals === 0 ? '.' : ''
    const digits = exponent.slice(1).padStart(power, '0')
    return `${mantissa.padStart(before)}${point}e${exponent[0]}${digits}`
  })
}

/** Decimals of the shortest digits, at most eight, without zeros behind them. */
function decimalsOf(value: number): number {
  const [mantissa = ''] = value.toExponential().split('e')
  const [, fraction = ''] = mantissa.split('.')
  if (fraction.length <= precision) return fraction.length
  const [rounded = ''] = exponentText(value, precision).split('e')
  return (withoutZeros(rounded).split('.')[1] ?? '').length
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/0+$/, '') : `${text}.`
}

import { exponentText, fixedText, generalText } from '../../python/index.ts'

/**
 * A float as Python's formats write it: `f`, `e`, `g` or their capitals.
 * @param alternate the flag `#`: the point stays, and with `g` the zeros behind it.
 */
export function floatText(value: number, kind: string, digits: number, alternate: boolean): string {
  const lower = kind.toLowerCase()
  const write = lower === 'f' ? fixedText : lower === 'e' ? exponentText : generalText
  const text = write(value, digits)
  const pointed =
    alternate && Number.isFinite(value) ? keepingPoint(text, lower === 'g' ? digits : undefined) : text
  return kind === lower ? pointed : pointed.toUpperCase()
}

/** With a point, and with zeros up to so many figures. */
export function keepingPoint(text: string, figures?: number): string {
  const [mantissa = '', exponent = ''] = text.split(/(?=e)/)
  const pointed = mantissa.includes('.') ? mantissa : `${mantissa}.`
  if (figures === undefined) return pointed + exponent
  const digits = pointed.replace(/[-.]/g, '')
  const significant = Math.max(1, digits.replace(/^0+/, '').length)
  return pointed + '0'.repeat(Math.max(0, Math.max(1, figures) - significant)) + exponent
}

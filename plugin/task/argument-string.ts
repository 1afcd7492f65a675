import { lower, pyFloat, pyInt, split, strip } from '../python/index.ts'

/**
 * Reads `key=value,key=value` as the harness reads its command line's arguments: booleans, None, quoted text, integers,
 * floats, else text. Parts between commas that are empty are skipped; a part without `=` has an empty value.
 */
export function parseArgumentString(text: string): Record<string, unknown> {
  const entries = split(strip(text), ',')
    .filter(part => part !== '')
    .map(part => {
      const [key = '', ...rest] = split(part, '=')
      return [key, parseArgument(rest.join('='))] as const
    })
  return Object.fromEntries(entries)
}

/** One value of such a text. */
export function parseArgument(text: string): unknown {
  const value = strip(text)
  const quoted = /^(["'])(.*)\1$/su.exec(value)
  if (quoted !== null) return quoted[2]
  const word = lower(value)
  if (word === 'true') return true
  if (word === 'false') return false
  if (word === 'none') return null
  if (/^[+-]?[0-9]+$/u.test(value)) return pyInt(BigInt(value.replace(/^\+/u, '')))
  return parseFloatText(value) ?? value
}

function parseFloatText(text: string): unknown {
  const digits = '[0-9](?:_?[0-9])*'
  const number = new RegExp(`^[+-]?(?:${digits}\\.?(?:${digits})?|\\.${digits})(?:[eE][+-]?${digits})?$`, 'u')
  if (number.test(text)) return pyFloat(Number(text.replaceAll('_', '')))
  const special = /^([+-]?)(inf|infinity|nan)$/iu.exec(text)
  if (special === null) return undefined
  const size = lower(special[2] as string) === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY
  return special[1] === '-' ? -size : size
}

import { PatternError } from './syntax.ts'

/** Flags of Python's `re` at a place of a pattern. */
export interface Flags {
  ascii: boolean
  ignoreCase: boolean
  multiline: boolean
  dotAll: boolean
  verbose: boolean
}

export const noFlags: Flags = {
  ascii: false,
  ignoreCase: false,
  multiline: false,
  dotAll: false,
  verbose: false,
}

const names: Record<string, keyof Flags> = {
  a: 'ascii',
  i: 'ignoreCase',
  m: 'multiline',
  s: 'dotAll',
  x: 'verbose',
}

/** Switches flags on and off by their letters. @throws PatternError for letters that Python refuses */
export function changeFlags(flags: Flags, on: string, off: string): Flags {
  if (on.includes('L')) throw new PatternError('the flag L is for bytes, not for text')
  if (on.includes('a') && on.includes('u')) throw new PatternError('the flags a and u exclude each other')
  if (/[auL]/u.test(off)) throw new PatternError('the flags a, u and L cannot be switched off')
  const both = [...on].find(letter => off.includes(letter))
  if (both !== undefined) throw new PatternError(`the flag ${both} is switched on and off`)
  const changed = { ...flags }
  if (on.includes('u')) changed.ascii = false
  for (const letter of on) {
    const name = names[letter]
    if (name !== undefined) changed[name] = true
  }
  for (const letter of off) changed[names[letter] as keyof Flags] = false
  return changed
}

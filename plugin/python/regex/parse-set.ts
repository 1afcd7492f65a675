import { category, characterSet, type SetItem } from './characters.ts'
import { escapedCharacter, octal } from './escapes.ts'
import type { Flags } from './flags.ts'
import type { Reader } from './reader.ts'
import { type CharacterTest, PatternError } from './syntax.ts'

/** Reads a set behind its `[`. A `]` that comes first is a member. */
export function parseSet(reader: Reader, flags: Flags): CharacterTest {
  const negated = reader.skip('^')
  const items: SetItem[] = []
  for (let first = true; ; first = false) {
    if (reader.done) throw new PatternError('a set is not closed by ]')
    if (reader.next === ']' && !first) {
      reader.take()
      return characterSet(items, negated, flags)
    }
    const low = member(reader, flags)
    if (reader.next !== '-' || reader.second === '') items.push(toItem(low))
    else if (reader.second === ']') {
      reader.take()
      items.push(toItem(low), toItem(0x2d))
    } else {
      reader.take()
      const high = member(reader, flags)
      if (typeof low !== 'number' || typeof high !== 'number' || high < low) {
        throw new PatternError('a range of a set is no range')
      }
      items.push({ low, high })
    }
  }
}

function toItem(part: number | CharacterTest): SetItem {
  return typeof part === 'number' ? { low: part, high: part } : { category: part }
}

function member(reader: Reader, flags: Flags): number | CharacterTest {
  const character = reader.take()
  if (character !== '\\') {
    if (character === '') throw new PatternError('a set is not closed by ]')
    return character.codePointAt(0) as number
  }
  const letter = reader.take()
  if (/^[dDsSwW]$/u.test(letter)) return category(letter, flags)
  if (/^[0-7]$/u.test(letter)) return octal(letter + reader.while(/^[0-7]$/u, 2))
  return escapedCharacter(letter, reader)
}

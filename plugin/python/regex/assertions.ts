import { category } from './characters.ts'
import type { Flags } from './flags.ts'
import type { Node } from './syntax.ts'

type Holds = (text: ArrayLike<number>, at: number) => boolean

const newline = 10
const atStart: Holds = (_, at) => at === 0
const atEnd: Holds = (text, at) => at === text.length
const atLineStart: Holds = (text, at) => at === 0 || text[at - 1] === newline
const atLineEnd: Holds = (text, at) => at === text.length || text[at] === newline
const beforeLastNewline: Holds = (text, at) =>
  at === text.length || (at === text.length - 1 && text[at] === newline)

/** The place that `^`, `$`, `\A`, `\Z`, `\b` or `\B` stands for; undefined for any other sign. */
export function assertion(sign: string, flags: Flags): Node | undefined {
  const holds = find(sign, flags)
  return holds === undefined ? undefined : { type: 'assertion', holds }
}

function find(sign: string, flags: Flags): Holds | undefined {
  if (sign === '^') return flags.multiline ? atLineStart : atStart
  if (sign === '$') return flags.multiline ? atLineEnd : beforeLastNewline
  if (sign === '\\A') return atStart
  if (sign === '\\Z') return atEnd
  if (sign !== '\\b' && sign !== '\\B') return undefined
  const isWord = category('w', flags)
  const edge: Holds = (text, at) => {
    const before = at > 0 && isWord(text[at - 1] as number)
    return before !== (at < text.length && isWord(text[at] as number))
  }
  if (sign === '\\b') return (text, at) => text.length > 0 && edge(text, at)
  // Python up to 3.13 finds no \B in an empty text.
  return (text, at) => text.length > 0 && !edge(text, at)
}

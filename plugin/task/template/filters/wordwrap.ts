import { codePoints, isSpace, splitlines } from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { truth } from '../compare.ts'
import { Fault } from '../fault.ts'
import type { CallArguments } from '../values.ts'
import { Undefined } from '../values.ts'
import { chunksOf } from './wrap-chunks.ts'

interface Wrapping {
  width: number
  breakLongWords: boolean
  breakOnHyphens: boolean
}

/** The filter `wordwrap`: each line of the text by Python's `textwrap.wrap`, whose white space stays as it is. */
export function wordwrap(value: unknown, args: CallArguments, budget: Budget): string {
  const [columns, breakLong, separator, hyphens] = bind('wordwrap', args, [
    'width',
    'break_long_words',
    'wrapstring',
    'break_on_hyphens',
  ])
  if (value instanceof Undefined) value.fail()
  const text = textArgument('wordwrap', value)
  const wrapping: Wrapping = {
    width: intArgument('wordwrap', columns, 79),
    breakLongWords: breakLong === undefined || truth(breakLong),
    breakOnHyphens: hyphens === undefined || truth(hyphens),
  }
  budget.spendScan(text.length * 4)
  const lines = splitlines(text)
  if (lines.length > 0 && wrapping.width <= 0) throw new Fault('wordwrap needs a positive width')
  const between = separator == null ? '\n' : textArgument('wordwrap', separator)
  const wrapped = lines.map(line => wrappedLine(line, wrapping, budget))
  const count = wrapped.reduce((sum, parts) => sum + Math.max(1, parts.length), 0)
  budget.spendText(text.length + count * between.length)
  return wrapped.map(parts => parts.join(between)).join(between)
}

function wrappedLine(line: string, wrapping: Wrapping, budget: Budget): string[] {
  const chunks = chunksOf(codePoints(line), wrapping.breakOnHyphens)
  budget.spend(chunks.length)
  const lines: string[] = []
  const rest = new Rest(chunks)
  while (rest.length > 0) {
    if (lines.length > 0 && rest.isBlank()) rest.take(rest.length)
    const current: string[][] = []
    let used = 0
    while (rest.length > 0 && used + rest.length <= wrapping.width) {
      used += rest.length
      current.push(rest.take(rest.length))
    }
    if (rest.length > wrapping.width) {
      const length = cutLongWord(rest, wrapping.width - used, current.length === 0, wrapping)
      // Python adds the empty start of a word as well, and drops that one
      if (length > 0 || wrapping.breakLongWords) current.push(rest.take(length))
    }
    const last = current.at(-1)
    if (last !== undefined && (last.length === 0 || isSpace(last.join('')))) current.pop()
    budget.spend(2 + current.length)
    if (current.length > 0) lines.push(current.flat().join(''))
  }
  return lines
}

/** The chunks that are in no line yet; the first of them may be what is left of a long word. */
class Rest {
  readonly #chunks: string[][]
  #at = 0
  #from = 0
  #solid: number

  constructor(chunks: string[][]) {
    this.#chunks = chunks
    this.#solid = this.#lastSolid()
  }

  get #chunk(): string[] {
    return this.#chunks[this.#at] ?? []
  }

  /** Characters of the first chunk; 0 at the end. */
  get length(): number {
    return this.#chunk.length - this.#from
  }

  isBlank(): boolean {
    return this.#solid < this.#from
  }

  /** The first characters of the first chunk, without taking them. */
  start(length: number): string[] {
    return this.#chunk.slice(this.#from, this.#from + length)
  }

  take(length: number): string[] {
    const taken = this.start(length)
    this.#from += length
    if (this.#from >= this.#chunk.length) {
      this.#at++
      this.#from = 0
      this.#solid = this.#lastSolid()
    }
    return taken
  }

  #lastSolid(): number {
    let index = this.#chunk.length - 1
    while (index >= 0 && isSpace(this.#chunk[index] as string)) index--
    return index
  }
}

/** How much of a word that is longer than a line goes into this one. */
function cutLongWord(word: Rest, room: number, first: boolean, wrapping: Wrapping): number {
  if (!wrapping.breakLongWords) return first ? word.length : 0
  if (!wrapping.breakOnHyphens) return room
  const start = word.start(room)
  const hyphen = start.lastIndexOf('-')
  const letterBefore = hyphen > 0 && start.slice(0, hyphen).some(character => character !== '-')
  return letterBefore ? hyphen + 1 : room
}

import { dictGet, dictKeys, isDict, len, type PyDict, PyTuple, splitlines } from '../../../python/index.ts'
import type { Budget } from '../budget.ts'
import { ordered } from '../compare.ts'
import { Fault } from '../fault.ts'
import { spendValue } from '../spend-value.ts'
import { GroupTuple, toRepr, typeName } from '../values.ts'

const width = 80

/** Python's `pprint.pformat(value)`: a repr with sorted keys, broken into lines where it is wider than 80 characters. */
export function prettyPrinted(value: unknown, budget: Budget): string {
  return new Printer(budget).text(value, 0, 0, true)
}

/**
 * Writes values at a column (`indent`) of a line on which so many characters will follow (`rest`). Names and order of the
 * widths follow what Python's module does, since they decide where lines break.
 */
class Printer {
  readonly #budget: Budget

  constructor(budget: Budget) {
    this.#budget = budget
  }

  text(value: unknown, indent: number, rest: number, outermost = false): string {
    spendValue(value, this.#budget)
    this.#budget.spendText(indent)
    const repr = this.#repr(value)
    if (len(repr) <= width - indent - rest || value instanceof GroupTuple) return repr
    if (typeof value === 'string') return this.#string(value, repr, indent, rest, outermost)
    if (Array.isArray(value)) {
      const [open, close] =
        value instanceof PyTuple ? ['(', value.length === 1 ? ',)' : ')'] : (['[', ']'] as const)
      return open + this.#items(value, indent + 1, rest + close.length) + close
    }
    if (isDict(value)) return `{${this.#entries(value, indent + 1, rest + 1)}}`
    if (value instanceof Uint8Array) throw new Fault('pprint does not break bytes into lines')
    return repr
  }

  #items(items: unknown[], indent: number, rest: number): string {
    const last = items.length - 1
    return items
      .map((item, index) => this.text(item, indent, index === last ? rest : 1))
      .join(`,\n${' '.repeat(indent)}`)
  }

  #entries(dict: PyDict, indent: number, rest: number): string {
    const keys = this.#sortedKeys(dict)
    const last = keys.length - 1
    return keys
      .map((key, index) => {
        const name = this.#repr(key)
        const value = this.text(dictGet(dict, key), indent + len(name) + 2, index === last ? rest : 1)
        return `${name}: ${value}`
      })
      .join(`,\n${' '.repeat(indent)}`)
  }

  #string(text: string, whole: string, column: number, after: number, outermost: boolean): string {
    const indent = outermost ? column + 1 : column
    const rest = outermost ? after + 1 : after
    const room = width - indent
    const lines = splitlines(text, true)
    const chunks = lines.flatMap((line, index) => {
      const final = index === lines.length - 1
      const repr = toRepr(line)
      return len(repr) <= (final ? room - rest : room) ? [repr] : wordsTogether(line, room, final ? rest : 0)
    })
    if (chunks.length === 1) return lines.length === 1 ? whole : toRepr(lines.at(-1))
    const joined = chunks.join(`\n${' '.repeat(indent)}`)
    this.#budget.spendText(joined.length)
    return outermost ? `(${joined})` : joined
  }

  /** The repr with the keys of all dicts in order. */
  #repr(value: unknown): string {
    if (value instanceof GroupTuple) return toRepr(value)
    if (value instanceof PyTuple) {
      return `(${value.map(item => this.#repr(item)).join(', ')}${value.length === 1 ? ',' : ''})`
    }
    if (Array.isArray(value)) return `[${value.map(item => this.#repr(item)).join(', ')}]`
    if (!isDict(value)) return toRepr(value)
    const entries = this.#sortedKeys(value).map(
      key => `${this.#repr(key)}: ${this.#repr(dictGet(value, key))}`,
    )
    return `{${entries.join(', ')}}`
  }

  #sortedKeys(dict: PyDict): unknown[] {
    return dictKeys(dict).sort((a, b) => (this.#before(a, b) ? -1 : this.#before(b, a) ? 1 : 0))
  }

  /** Keys without an order between them are sorted by their types' names. */
  #before(a: unknown, b: unknown): boolean {
    try {
      return ordered('<', a, b, this.#budget)
    } catch (error) {
      if (error instanceof Fault && typeName(a) !== typeName(b)) return typeName(a) < typeName(b)
      throw error
    }
  }
}

const blank = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const wordAndBlanks = new RegExp(`[^${blank}]*[${blank}]*`, 'g')

/** A line's words, as many to a text as there is room for. */
function wordsTogether(line: string, room: number, rest: number): string[] {
  const parts = (line.match(wordAndBlanks) ?? []).filter(part => part !== '')
  const chunks: string[] = []
  let current = ''
  parts.forEach((part, index) => {
    const limit = index === parts.length - 1 ? room - rest : room
    if (len(toRepr(current + part)) > limit) {
      if (current !== '') chunks.push(toRepr(current))
      current = part
    } else current += part
  })
  if (current !== '') chunks.push(toRepr(current))
  return chunks
}

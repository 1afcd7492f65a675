import { dictGet, dictKeys, isDict, isNumber, jsonDumps, type PyDict } from '../../python/index.ts'
import type { JsonDumpsOptions } from '../../python/json-dumps.ts'
import { intArgument } from './arguments.ts'
import type { Budget } from './budget.ts'
import { Fault } from './fault.ts'
import { makeDict } from './make-dict.ts'
import { spendValue } from './spend-value.ts'
import { isText, Markup, toText, typeName } from './values.ts'

/** Python `json.dumps(value)`, paid for. @throws Fault for what JSON has no words for. */
export function dumpJson(value: unknown, options: JsonDumpsOptions, budget: Budget): string {
  spendValue(value, budget)
  const indent = typeof options.indent === 'string' ? options.indent.length : (options.indent ?? 0)
  const plain = new Plain(indent, budget).value(value, 1)
  try {
    const json = jsonDumps(plain, options)
    budget.spendText(json.length)
    return json
  } catch (error) {
    if (error instanceof TypeError) throw new Fault(error.message)
    throw error
  }
}

/** The argument `indent` of `tojson`: spaces, or a text, for each level. */
export function indentOf(indent: unknown): number | string | undefined {
  if (indent == null) return undefined
  return isText(indent) ? toText(indent) : Math.max(0, intArgument('tojson', indent, 0))
}

/** Values with text that is HTML already as the text that it is; pays for what their JSON will have. */
class Plain {
  readonly #indent: number
  readonly #budget: Budget
  #blanks = 0

  constructor(indent: number, budget: Budget) {
    this.#indent = indent
    this.#budget = budget
  }

  value(value: unknown, depth: number): unknown {
    if (isText(value)) {
      // escaping a character is slower than looking at it
      this.#budget.spendScan(toText(value).length * (/[^ -~]/.test(toText(value)) ? 4 : 1))
      return value instanceof Markup ? value.text : value
    }
    if (Array.isArray(value)) {
      this.#pay(value.length, depth)
      return value.map(item => this.value(item, depth + 1))
    }
    if (isDict(value)) return this.#dict(value, depth)
    if (value === null || typeof value !== 'object' || isNumber(value)) return value
    throw new Fault(`a ${typeName(value)} cannot be written as JSON`)
  }

  #dict(value: PyDict, depth: number): PyDict {
    const keys = dictKeys(value)
    this.#pay(keys.length, depth)
    const entries = keys.map(key => [key, this.value(dictGet(value, key), depth + 1)] as const)
    return makeDict(entries, this.#budget)
  }

  /** So many items stand on lines of their own, and the closing bracket on another. */
  #pay(items: number, depth: number): void {
    this.#blanks += (items + 1) * depth * this.#indent
    this.#budget.checkText(this.#blanks)
    this.#budget.spend(items)
  }
}

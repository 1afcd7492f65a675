import { isDict, isFloat, isInt, PyDateTime, PyTuple, pyRepr } from '../../python/index.ts'
import type { Budget } from './budget.ts'
import { Fault, JinjaFault, MissingColumn } from './fault.ts'
import { intText } from './int-text.ts'

/** A name, attribute or item that is not there. Asking whether it is defined is fine, using it is not. */
export class Undefined {
  protected readonly fault: () => Fault

  constructor(fault: () => Fault) {
    this.fault = fault
  }

  static column(name: string): Undefined {
    return new Undefined(() => new MissingColumn(name))
  }

  static because(reason: string): Undefined {
    return new Undefined(() => new JinjaFault(reason))
  }

  fail(): never {
    throw this.fault()
  }

  /** Fails where Python wants a value of a certain type, which it finds out before it asks the value for anything. */
  mistyped(): never {
    this.fail()
  }

  /** The same as an environment without strict undefined values has it. */
  lenient(): MissingElse {
    return this instanceof MissingElse ? this : new MissingElse(this.fault)
  }
}

/**
 * What `{{ x if false }}` comes to, and every undefined name of a lenient environment. Jinja makes the former of its lenient
 * kind whatever the environment says: it prints as nothing, is false, has no items and equals its like; everything else
 * with it fails.
 */
export class MissingElse extends Undefined {
  constructor(fault: () => Fault = () => new JinjaFault("the condition is false and has no 'else'")) {
    super(fault)
  }

  /** A TypeError in Python, not an error of Jinja's. */
  override mistyped(): never {
    throw new Fault(this.fault().message)
  }
}

/** What `random` chose of several items: it is there, but no prompt can be built on it. */
export class Unrepeatable extends Undefined {
  constructor() {
    super(() => new Fault('random gives another prompt at every run, which no result can be built on'))
  }
}

/** Text that is HTML already. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A Python iterator or generator: its items can be had once. */
export class PyIterator implements Iterable<unknown> {
  readonly #items: Iterator<unknown>

  constructor(items: Iterator<unknown>) {
    this.#items = items
  }

  [Symbol.iterator](): Iterator<unknown> {
    return { next: () => this.#items.next() }
  }
}

/** Python's `range(start, stop, step)`. */
export class PyRange {
  readonly start: number
  readonly stop: number
  readonly step: number
  readonly length: number

  constructor(start: number, stop: number, step: number) {
    this.start = start
    this.stop = stop
    this.step = step
    this.length = Math.max(0, Math.ceil((stop - start) / step))
  }

  at(index: number): number {
    return this.start + index * this.step
  }

  toString(): string {
    return `range(${this.start}, ${this.stop}${this.step === 1 ? '' : `, ${this.step}`})`
  }
}

/** `dict.keys()`, `dict.values()` or `dict.items()`, as they were when they were asked for. */
export class DictView {
  readonly kind: 'dict_keys' | 'dict_values' | 'dict_items'
  readonly items: unknown[]

  constructor(kind: DictView['kind'], items: unknown[]) {
    this.kind = kind
    this.items = items
  }
}

/** A group of the filter `groupby`: a pair that can also be read as `group.grouper` and `group.list`. */
export class GroupTuple extends PyTuple {
  constructor(grouper: unknown, list: unknown[]) {
    super()
    this.push(grouper, list)
  }
}

/** What `namespace()` makes: the only thing whose attributes a template can set. */
export class Namespace {
  readonly fields = new Map<string, unknown>()
}

/** Arguments of a call, evaluated. */
export interface CallArguments {
  positional: unknown[]
  named: ReadonlyMap<string, unknown>
}

/** Something a template can call: a method, a macro, a global function. */
export class Callable {
  readonly name: string
  readonly call: (args: CallArguments, budget: Budget) => unknown
  /** Attributes that templates may read, of macros and of `loop`. */
  readonly fields: ((name: string) => unknown) | undefined
  /** Its text, where that is not a memory address. */
  readonly repr: (() => string) | undefined

  constructor(
    name: string,
    call: (args: CallArguments, budget: Budget) => unknown,
    fields?: (name: string) => unknown,
    repr?: () => string,
  ) {
    this.repr = repr
    this.name = name
    this.call = call
    this.fields = fields
  }
}

/** An object of the template engine with attributes that only read, such as `loop`. */
export class Fields {
  readonly get: (name: string) => unknown
  readonly name: string

  constructor(name: string, get: (name: string) => unknown) {
    this.name = name
    this.get = get
  }
}

/** Name of the value's Python type, for messages. */
export function typeName(value: unknown): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'str'
  if (isInt(value)) return 'int'
  if (isFloat(value)) return 'float'
  if (value instanceof PyTuple) return 'tuple'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Set) return 'set'
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof PyDateTime) return 'datetime'
  if (value instanceof Markup) return 'Markup'
  if (value instanceof PyRange) return 'range'
  if (value instanceof PyIterator) return 'generator'
  if (value instanceof DictView) return value.kind
  if (value instanceof Callable || value instanceof Fields) return value.name
  if (value instanceof Namespace) return 'Namespace'
  if (value instanceof MissingElse) return 'Undefined'
  if (value instanceof Undefined) return 'StrictUndefined'
  return isDict(value) ? 'dict' : typeof value
}

/** Whether Python's `isinstance(value, str)` holds. */
export function isText(value: unknown): value is string | Markup {
  return typeof value === 'string' || value instanceof Markup
}

/** Python `str(value)`. @throws Fault for an undefined value and for one whose text would be a memory address. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Markup) return value.text
  if (value instanceof MissingElse) return ''
  if (value instanceof Undefined) value.fail()
  if (value instanceof PyDateTime) return String(value)
  return toRepr(value)
}

/** Python `ascii(value)`: its repr, with everything beyond ASCII escaped. */
export function toAscii(value: unknown): string {
  return toRepr(value).replace(/[^\0-\x7f]/gu, character => {
    const code = character.codePointAt(0) as number
    const [letter, digits] = code < 0x100 ? ['x', 2] : code < 0x10000 ? ['u', 4] : ['U', 8]
    return `\\${letter}${code.toString(16).padStart(digits, '0')}`
  })
}

/** Python `repr(value)`; an undefined value inside a container reads `Undefined`. */
export function toRepr(value: unknown): string {
  if (typeof value === 'bigint') return intText(value)
  if (value instanceof Undefined) return 'Undefined'
  if (value instanceof PyRange) return String(value)
  if (value instanceof Markup) return `Markup(${pyRepr(value.text)})`
  if (value instanceof DictView) return `${value.kind}(${toRepr(value.items)})`
  if (value instanceof Namespace) return `<Namespace ${pyRepr(Object.fromEntries(value.fields))}>`
  if (value instanceof Callable && value.repr !== undefined) return value.repr()
  if (value instanceof Fields && value.name === 'TemplateReference') return '<TemplateReference None>'
  if (value instanceof PyIterator || value instanceof Callable || value instanceof Fields) {
    throw new Fault(`a ${typeName(value)} has no text that stays the same from run to run`)
  }
  try {
    return pyRepr(value, toRepr)
  } catch (error) {
    if (error instanceof TypeError) throw new Fault(error.message)
    throw error
  }
}

import {
  characterAt,
  dictGet,
  dictHas,
  isDict,
  isInt,
  isNumber,
  PyTuple,
  slice,
  sliceIndices,
} from '../../python/index.ts'
import type { Budget } from './budget.ts'
import { hashable } from './compare.ts'
import { Fault } from './fault.ts'
import { boundMethod } from './methods/index.ts'
import { missing } from './missing.ts'
import { spendKeys, spendSurface, spendValue } from './spend-value.ts'
import {
  Callable,
  Fields,
  isText,
  Markup,
  MissingElse,
  Namespace,
  PyRange,
  toRepr,
  toText,
  typeName,
  Undefined,
} from './values.ts'

/** Bounds of `[start:stop:step]`, evaluated; null for a part left out. */
export class SliceIndex {
  readonly start: unknown
  readonly stop: unknown
  readonly step: unknown

  constructor(start: unknown, stop: unknown, step: unknown) {
    this.start = start
    this.stop = stop
    this.step = step
  }
}

/** `object.name`: a method or attribute, else an item of that name, else undefined. */
export function attribute(object: unknown, name: string, budget: Budget): unknown {
  if (object instanceof Undefined) object.fail()
  const own = attributeOnly(object, name, budget)
  if (own !== undefined) return own
  const found = itemOnly(object, name, budget)
  return found === undefined ? missing(`${described(object)} has no attribute '${name}'`, budget) : found
}

/** `object[index]`: an item, else a method or attribute of that name, else undefined. */
export function item(object: unknown, index: unknown, budget: Budget): unknown {
  if (object instanceof Undefined) object.fail()
  spendSurface(object, budget)
  if (index instanceof SliceIndex) return sliced(object, index, budget)
  if (Array.isArray(index)) spendValue(index, budget)
  const found = itemOnly(object, index, budget)
  if (found !== undefined) return found
  const method = isText(index) ? attributeOnly(object, toText(index), budget) : undefined
  if (method !== undefined) return method
  return missing(`${described(object)} has no item ${shown(index)}`, budget)
}

/** An attribute as the `attr` filter sees it: never an item. */
export function attributeOnly(object: unknown, name: string, budget: Budget): unknown {
  if (/^_/.test(name) && !isDict(object)) throw new Fault(`templates cannot reach '${name}'`)
  if (/^__\w+__$/.test(name) && !(isDict(object) && dictHas(object, name))) {
    throw new Fault(`templates cannot reach '${name}'`)
  }
  if (object instanceof Namespace) return object.fields.get(name)
  if (object instanceof Fields) return object.get(name)
  if (object instanceof Callable) return object.fields?.(name)
  return boundMethod(object, name, budget)
}

function itemOnly(object: unknown, index: unknown, budget: Budget): unknown {
  if (isDict(object)) {
    const key = hashableKey(index, budget)
    if (key === undefined) return undefined
    spendKeys(object, key, budget)
    return dictGet(object, key)
  }
  const position = typeof index === 'boolean' ? Number(index) : index
  if (!isInt(position)) return undefined
  const at = Number(position)
  if (typeof object === 'string') return characterAt(object, at)
  if (object instanceof Markup) {
    const character = characterAt(object.text, at)
    return character === undefined ? undefined : new Markup(character)
  }
  if (Array.isArray(object) || object instanceof Uint8Array) return object[at < 0 ? object.length + at : at]
  if (object instanceof PyRange) {
    const from = at < 0 ? object.length + at : at
    return from >= 0 && from < object.length ? object.at(from) : undefined
  }
  return undefined
}

/** Python catches the TypeError of an unhashable key here, so such an item is only missing. */
function hashableKey(index: unknown, budget: Budget): unknown {
  if (index instanceof Undefined && !(index instanceof MissingElse)) index.fail()
  if (Array.isArray(index) && !(index instanceof PyTuple)) return undefined
  return isDict(index) || index instanceof Set ? undefined : hashable(index, budget)
}

function sliced(object: unknown, { start, stop, step }: SliceIndex, budget: Budget): unknown {
  const valid = [start, stop, step].every(
    bound => bound === null || isInt(bound) || typeof bound === 'boolean',
  )
  if (!valid) throw new Fault(`${described(object)} cannot be sliced by something that is no int`)
  const bounds = [start, stop, step].map(bound => (bound === null ? null : Number(bound)))
  const [from = null, to = null, by = null] = bounds
  if (by === 0) throw new Fault('the step of a slice cannot be zero')
  if (isText(object)) {
    budget.spendScan(toText(object).length / (by === null || by === 1 ? 8 : 1))
    const text = slice(toText(object), from, to, by)
    return object instanceof Markup ? new Markup(text) : text
  }
  if (Array.isArray(object)) {
    budget.spend(object.length)
    const items = sliceIndices(object.length, { start: from, stop: to, step: by }).map(index => object[index])
    return object instanceof PyTuple ? PyTuple.fromItems(items) : items
  }
  if (object instanceof PyRange) return slicedRange(object, from, to, by)
  if (object instanceof Uint8Array) {
    budget.spendScan(object.length)
    const bytes = sliceIndices(object.length, { start: from, stop: to, step: by })
    return Uint8Array.from(bytes, index => object[index] as number)
  }
  throw new Fault(`${described(object)} cannot be sliced`)
}

function slicedRange(range: PyRange, from: number | null, to: number | null, by: number | null): PyRange {
  const step = by ?? 1
  const clamp = (bound: number | null, fallback: number) => {
    if (bound === null) return fallback
    const index = bound < 0 ? bound + range.length : bound
    return step < 0
      ? Math.min(Math.max(index, -1), range.length - 1)
      : Math.min(Math.max(index, 0), range.length)
  }
  const start = clamp(from, step < 0 ? range.length - 1 : 0)
  const stop = clamp(to, step < 0 ? -1 : range.length)
  return new PyRange(range.at(start), range.at(stop), range.step * step)
}

/** An index in a message; whole where it is short. */
function shown(index: unknown): string {
  if (index instanceof Undefined) return 'under an undefined index'
  const long = isText(index) ? toText(index).length > 200 : typeof index === 'object' && !isNumber(index)
  return long ? `under such a ${typeName(index)}` : toRepr(index)
}

function described(object: unknown): string {
  return object === null ? 'None' : `the ${typeName(object)}`
}

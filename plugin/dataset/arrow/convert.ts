import { dictGet, isDict, type PyDateTime, pyFloat, rememberKeyOrder, setOwn } from '../../python/index.ts'
import type { ColumnType } from './column-type.ts'
import { parseIsoDate } from './iso-date.ts'
import { readUjson } from './ujson-read.ts'
import { throughUjson } from './ujson-write.ts'

/** What becomes of a value; null and undefined become null. */
export type Convert = (value: unknown) => unknown

const same: Convert = value => value ?? null

/** What a value of a column reads as: dates, floats in place of integers, all keys of a structure in one order. */
export function converter(type: ColumnType): Convert {
  switch (type) {
    case 'null':
    case 'bool':
    case 'int':
    case 'text':
      return same
    case 'float':
      return value => (value === null || value === undefined ? null : pyFloat(Number(value)))
    case 'date':
      return toDate
    case 'json':
      return decoded
  }
  return 'list' in type ? listConverter(type.list) : structConverter(type.fields)
}

function toDate(value: unknown): PyDateTime | null {
  if (typeof value === 'string') return parseIsoDate(value) ?? null
  return (value ?? null) as PyDateTime | null
}

/** A text that is JSON itself is read as such: the loader writes a value as JSON only where it is none yet. */
function decoded(value: unknown): unknown {
  if (typeof value !== 'string') return throughUjson(value ?? null)
  const read = readUjson(value)
  return read === undefined ? value : read
}

function listConverter(items: ColumnType): Convert {
  const convert = converter(items)
  if (convert === same) return same
  return value => (Array.isArray(value) ? value.map(convert) : null)
}

function structConverter(fields: ReadonlyMap<string, ColumnType>): Convert {
  const keys = [...fields.keys()]
  const converters = [...fields].map(([key, type]) => [key, converter(type)] as const)
  return value => {
    if (!isDict(value)) return null
    const object: Record<string, unknown> = {}
    for (const [key, convert] of converters) setOwn(object, key, convert(dictGet(value, key) ?? null))
    rememberKeyOrder(object, keys)
    return object
  }
}

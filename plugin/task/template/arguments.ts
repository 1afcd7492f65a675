import { isInt } from '../../python/index.ts'
import { Fault } from './fault.ts'
import { type CallArguments, isText, toText, typeName, Undefined } from './values.ts'

/**
 * The arguments of a call by the parameters' order; undefined where one was not given.
 * @param required so many of the parameters must be given.
 * @throws Fault for arguments too many, too few, unknown or given twice.
 */
export function bind(
  callee: string,
  { positional, named }: CallArguments,
  parameters: readonly string[],
  required = 0,
): unknown[] {
  if (positional.length > parameters.length) {
    throw new Fault(`${callee} takes at most ${parameters.length} arguments, not ${positional.length}`)
  }
  const bound: unknown[] = parameters.map((name, index) => {
    if (index < positional.length && named.has(name)) throw new Fault(`${callee} got '${name}' twice`)
    return index < positional.length ? positional[index] : named.get(name)
  })
  for (const name of named.keys()) {
    if (!parameters.includes(name)) throw new Fault(`${callee} has no argument '${name}'`)
  }
  const missing = parameters.slice(0, required).find((_, index) => bound[index] === undefined)
  if (missing !== undefined) throw new Fault(`${callee} needs the argument '${missing}'`)
  return bound
}

/** An argument that must be text. */
export function textArgument(callee: string, value: unknown): string {
  if (value instanceof Undefined) value.mistyped()
  if (!isText(value)) throw new Fault(`${callee} needs text, not a ${typeName(value)}`)
  return toText(value)
}

/** An argument that must be an int; `fallback` where it was not given. */
export function intArgument(callee: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (value instanceof Undefined) value.mistyped()
  if (typeof value === 'boolean') return Number(value)
  if (!isInt(value)) throw new Fault(`${callee} needs an int, not a ${typeName(value)}`)
  return Number(value)
}

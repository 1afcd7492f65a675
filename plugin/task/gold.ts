import { isInt, pyEquals, pyRepr } from '../python/index.ts'
import { describeValue } from './check-fields.ts'

/** An index that no choice has: the document counts as wrong. */
export const noChoice = -100

export interface Gold {
  gold: number | number[]
  /** Why the document counts as wrong whatever the model answers (in a list: why one entry does not count). */
  problem: string | undefined
}

/**
 * The right choice of a multiple_choice document (task-spec.md, 8.4): an index, a choice's text, or a list of indices.
 * An index past the end and a text that no choice equals become -100; a negative index stays and never wins.
 * @throws TypeError for anything that names no choice
 */
export function resolveGold(target: unknown, choices: readonly string[]): Gold {
  if (Array.isArray(target)) {
    const gold = target.map(entry => limited(listIndex(entry), choices.length))
    const outside = gold.indexOf(noChoice)
    return { gold, problem: outside < 0 ? undefined : outOfRange(target[outside], choices.length) }
  }
  if (typeof target === 'string') {
    const gold = choices.indexOf(target)
    if (gold >= 0) return { gold, problem: undefined }
    return {
      gold: noChoice,
      problem: `the target ${pyRepr(target)} equals none of the choices ${pyRepr([...choices])}`,
    }
  }
  if (!isInt(target) && typeof target !== 'boolean') {
    throw new TypeError(
      `the target is ${describeValue(target)}; it must be an index, a choice or a list of indices`,
    )
  }
  const gold = limited(Number(target), choices.length)
  return { gold, problem: gold === noChoice ? outOfRange(target, choices.length) : undefined }
}

function listIndex(entry: unknown): number {
  if (typeof entry === 'string' || typeof entry === 'object' || entry === undefined) {
    if (!(entry instanceof Number)) {
      throw new TypeError(
        `the list of targets holds ${describeValue(entry)}; its entries must be indices of choices`,
      )
    }
  }
  return Number(entry)
}

function limited(index: number, choices: number): number {
  return index < choices ? index : noChoice
}

function outOfRange(target: unknown, choices: number): string {
  const what = choices === 1 ? 'there is 1 choice' : `there are ${choices} choices`
  return `the gold index ${pyRepr(target)} is out of range (${what})`
}

/**
 * The harness's look at the first document: an index must find a choice, from the end if negative.
 * @returns what is wrong, or undefined
 */
export function probeGold(target: unknown, choices: readonly string[]): string | undefined {
  if (!isInt(target) && typeof target !== 'boolean') return undefined
  const index = Number(target)
  if (index < choices.length && index >= -choices.length) return undefined
  const offByOne = pyEquals(index, choices.length) ? '; indices count from 0' : ''
  return `${outOfRange(target, choices.length)}${offByOne}`
}

import type { Budget } from './budget.ts'

/** The engine's own search takes the product of both lengths at worst; up to here that is quick. */
const shortPart = 16

/** Where `part` first stands in the text from `start` on, in UTF-16 units, or -1: in time linear in both lengths. */
export function findText(text: string, part: string, start: number, budget: Budget): number {
  const rest = text.length - start
  budget.spendText(Math.max(0, rest) + part.length)
  if (part.length <= shortPart || rest < 1000) return text.indexOf(part, start)
  return search(text, part, start, text.length, index => index)
}

/** Where `part` last stands in the text, in UTF-16 units, or -1: in time linear in both lengths. */
export function findLastText(text: string, part: string, budget: Budget): number {
  budget.spendText(text.length + part.length)
  if (part.length <= shortPart || text.length < 1000) return text.lastIndexOf(part)
  const last = text.length - 1
  const found = search(text, reversed(part), 0, text.length, index => last - index)
  return found < 0 ? -1 : text.length - found - part.length
}

/** Whether `part` stands in the text. */
export function includesText(text: string, part: string, budget: Budget): boolean {
  return findText(text, part, 0, budget) >= 0
}

/** Where `part`, which is not empty, stands in the text, none overlapping another, `limit` of them at most. */
export function occurrences(text: string, part: string, budget: Budget, limit = Infinity): number[] {
  const found: number[] = []
  budget.spendText(text.length)
  if (part.length > text.length) return found
  const next =
    part.length <= shortPart || text.length < 1000
      ? (from: number) => text.indexOf(part, from)
      : (from: number) => search(text, part, from, text.length, index => index)
  for (let at = 0; found.length < limit; at += part.length) {
    at = next(at)
    if (at < 0) break
    budget.spend(0.5)
    found.push(at)
  }
  return found
}

/** The same from the end of the text: the last one first. */
export function lastOccurrences(text: string, part: string, budget: Budget, limit = Infinity): number[] {
  const mirrored = reversed(text)
  budget.spendScan(text.length)
  return occurrences(mirrored, reversed(part), budget, limit).map(at => text.length - at - part.length)
}

function reversed(text: string): string {
  return text.split('').reverse().join('')
}

/** Knuth, Morris and Pratt's search: no character of the text is read twice. `place` says where the n-th one stands. */
function search(
  text: string,
  part: string,
  start: number,
  end: number,
  place: (index: number) => number,
): number {
  const borders = bordersOf(part)
  let matched = 0
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(place(index))
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number
    if (part.charCodeAt(matched) === unit) matched++
    if (matched === part.length) return index - matched + 1
  }
  return -1
}

/** For each start of the part, how long its longest proper start is that it also ends with. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length)
  let length = 0
  for (let index = 1; index < part.length; index++) {
    const unit = part.charCodeAt(index)
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] as number
    if (part.charCodeAt(length) === unit) length++
    borders[index] = length
  }
  return borders
}

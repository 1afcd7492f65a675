const surrogate = /[\ud800-\udfff]/

/** Whether every UTF-16 unit of the text is a code point of its own, so that JavaScript's indices are Python's. */
export function isFlat(text: string): boolean {
  return !surrogate.test(text)
}

/** The characters of the text as Python iterates them: one string for each code point. */
export function codePoints(text: string): string[] {
  return Array.from(text)
}

/** Python `len(text)`: code points, not UTF-16 units. */
export function len(text: string): number {
  if (isFlat(text)) return text.length
  let count = 0
  for (const _ of text) count++
  return count
}

/** Python `text[index]`, negative counting from the end; undefined where Python raises IndexError. */
export function characterAt(text: string, index: number): string | undefined {
  const characters = isFlat(text) ? text : codePoints(text)
  return characters[index < 0 ? characters.length + index : index]
}

/** Start, stop and step of a Python slice; null or undefined for a part left out. */
export interface SliceBounds {
  start?: number | null | undefined
  stop?: number | null | undefined
  step?: number | null | undefined
}

/**
 * Indices that a Python slice of a sequence of `length` items takes, in order.
 * @throws RangeError for a step of zero.
 */
export function sliceIndices(length: number, { start, stop, step }: SliceBounds): number[] {
  const by = step ?? 1
  if (by === 0) throw new RangeError('slice step cannot be zero')
  const lowest = by < 0 ? -1 : 0
  const highest = by < 0 ? length - 1 : length
  const clamp = (index: number) => Math.min(Math.max(index < 0 ? index + length : index, lowest), highest)
  const from = start == null ? (by < 0 ? highest : lowest) : clamp(start)
  const to = stop == null ? (by < 0 ? lowest : highest) : clamp(stop)
  const indices: number[] = []
  for (let index = from; by < 0 ? index > to : index < to; index += by) indices.push(index)
  return indices
}

/** Python `text[start:stop:step]`, by code points; null for a part left out. */
export function slice(
  text: string,
  start?: number | null,
  stop?: number | null,
  step?: number | null,
): string {
  const flat = isFlat(text)
  if ((step ?? 1) === 1) {
    return flat
      ? text.slice(start ?? 0, stop ?? undefined)
      : codePoints(text)
          .slice(start ?? 0, stop ?? undefined)
          .join('')
  }
  const characters = flat ? text : codePoints(text)
  return sliceIndices(characters.length, { start, stop, step })
    .map(index => characters[index])
    .join('')
}

/** Python's order of strings, by code points: negative, zero or positive. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index)
    const y = b.charCodeAt(index)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Surrogates stand for the code points beyond U+FFFF, so they sort behind all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

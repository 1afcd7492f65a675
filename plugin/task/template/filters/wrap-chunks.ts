const blank = /^[\t-\r ]$/
const word = /^[\p{L}\p{N}_]$/u
const letter = /^(?!\p{Nd})[\p{L}\p{N}_]$/u
/** What may stand before a dash between words. */
const wordOrMark = /^[\p{L}\p{N}_!"'&.,?]$/u

/**
 * The parts between which Python's `textwrap` may break a line, given as its characters: white space, words, and with
 * `hyphens` the parts of hyphenated words (the hyphen with the part before it) and dashes of two or more hyphens.
 */
export function chunksOf(line: string[], hyphens: boolean): string[][] {
  const chunks: string[][] = []
  for (let start = 0; start < line.length; ) {
    const end = isBlank(line, start)
      ? blanksEnd(line, start)
      : hyphens
        ? partEnd(line, start)
        : wordEnd(line, start)
    chunks.push(line.slice(start, end))
    start = end
  }
  return chunks
}

function is(kind: RegExp, line: string[], index: number): boolean {
  const character = line[index]
  return character !== undefined && kind.test(character)
}

function isBlank(line: string[], index: number): boolean {
  return is(blank, line, index)
}

function blanksEnd(line: string[], start: number): number {
  let end = start
  while (isBlank(line, end)) end++
  return end
}

function wordEnd(line: string[], start: number): number {
  let end = start
  while (end < line.length && !isBlank(line, end)) end++
  return end
}

function partEnd(line: string[], start: number): number {
  const dash = dashEnd(line, start)
  if (dash > start) return dash
  for (let end = start + 1; end < line.length; end++) {
    if (isBlank(line, end) || dashEnd(line, end) > end) return end
    if (joinsParts(line, end)) return end + 1
  }
  return line.length
}

/** The end of a dash of two or more hyphens between words that starts here; without one, the start itself. */
function dashEnd(line: string[], start: number): number {
  if (line[start] !== '-' || !is(wordOrMark, line, start - 1)) return start
  let end = start
  while (line[end] === '-') end++
  return end - start >= 2 && is(word, line, end) ? end : start
}

/** Whether a hyphen stands here with two letters (or letter, hyphen, letter) on both sides. */
function joinsParts(line: string[], index: number): boolean {
  if (line[index] !== '-' || !is(letter, line, index - 1)) return false
  const before = is(letter, line, index - 2) || (line[index - 2] === '-' && is(letter, line, index - 3))
  if (!before || !is(letter, line, index + 1)) return false
  return is(letter, line, index + 2) || (line[index + 2] === '-' && is(letter, line, index + 3))
}

import { codePoints } from './code-points.ts'

/** What one position of a pattern matches; undefined is `*`. */
type Matcher = ((character: string) => boolean) | undefined

/**
 * Python's `fnmatch.fnmatchcase`, prepared for many names: `*`, `?`, `[seq]`, `[!seq]` over code points, no backslash
 * escape; a bracket without end is itself, a range whose end lies before its start matches nothing. Takes time in
 * proportion to pattern times name at most.
 */
export function fnmatchPattern(pattern: string): { test(name: string): boolean } {
  const matchers = parse(codePoints(pattern))
  return { test: name => matches(matchers, codePoints(name)) }
}

function matches(matchers: readonly Matcher[], name: readonly string[]): boolean {
  let at = 0
  let next = 0
  let star = -1
  let resume = 0
  while (at < name.length) {
    if (next < matchers.length) {
      const matcher = matchers[next]
      if (matcher === undefined) {
        star = next++
        resume = at
        continue
      }
      if (matcher(name[at] as string)) {
        at++
        next++
        continue
      }
    }
    if (star < 0) return false
    // The last star takes one more character.
    next = star + 1
    at = ++resume
  }
  return matchers.slice(next).every(matcher => matcher === undefined)
}

function parse(pattern: readonly string[]): Matcher[] {
  const matchers: Matcher[] = []
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string
    const end = character === '[' ? bracketEnd(pattern, at + 1) : -1
    if (end >= 0) {
      matchers.push(characterClass(pattern.slice(at + 1, end)))
      at = end
    } else if (character === '*') matchers.push(undefined)
    else matchers.push(character === '?' ? () => true : other => other === character)
  }
  return matchers
}

/** Index of the bracket that closes a class; one right after `[` or `[!` is a member. */
function bracketEnd(pattern: readonly string[], start: number): number {
  const first = pattern[start] === '!' ? start + 1 : start
  return pattern.indexOf(']', pattern[first] === ']' ? first + 1 : first)
}

function characterClass(inside: readonly string[]): (character: string) => boolean {
  const chunks = withoutEmptyRanges(splitRanges(inside))
  const negated = chunks[0]?.[0] === '!'
  if (negated) chunks[0]?.shift()
  const members = new Set(chunks.flat())
  const ranges = chunks
    .slice(1)
    .map((chunk, index) => [point(chunks[index]?.at(-1)), point(chunk[0])] as const)
  return character => {
    const code = point(character)
    const inClass = members.has(character) || ranges.some(([low, high]) => low <= code && code <= high)
    return inClass !== negated
  }
}

/** Cuts a class at the hyphens that make ranges: the ends of neighbouring chunks are a range. */
function splitRanges(inside: readonly string[]): string[][] {
  const chunks: string[][] = []
  let start = 0
  let from = inside[0] === '!' ? 2 : 1
  for (;;) {
    const hyphen = inside.indexOf('-', from)
    if (hyphen < 0) break
    chunks.push(inside.slice(start, hyphen))
    start = hyphen + 1
    from = hyphen + 3
  }
  const rest = inside.slice(start)
  if (rest.length > 0) chunks.push(rest)
  else chunks.at(-1)?.push('-')
  return chunks
}

function withoutEmptyRanges(chunks: string[][]): string[][] {
  for (let index = chunks.length - 1; index > 0; index--) {
    const before = chunks[index - 1] as string[]
    const after = chunks[index] as string[]
    if (point(before.at(-1)) <= point(after[0])) continue
    chunks.splice(index - 1, 2, [...before.slice(0, -1), ...after.slice(1)])
  }
  return chunks
}

function point(character: string | undefined): number {
  return character?.codePointAt(0) ?? -1
}

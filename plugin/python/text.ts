const blank = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const blanks = new RegExp(`[${blank}]+`, 'g')
const onlyBlanks = new RegExp(`^[${blank}]+$`)
const leadingBlanks = new RegExp(`^[${blank}]+`)
const blankCharacter = new RegExp(`[${blank}]`)

/** Python `text.isspace()`: at least one character, and only white space. */
export function isSpace(text: string): boolean {
  return onlyBlanks.test(text)
}

// Unicode Numeric_Type=Digit: the decimal digits, and digits such as the superscripts
const digits =
  /^[\p{Nd}\u{b2}\u{b3}\u{b9}\u{1369}-\u{1371}\u{19da}\u{2070}\u{2074}-\u{2079}\u{2080}-\u{2089}\u{2460}-\u{2468}\u{2474}-\u{247c}\u{2488}-\u{2490}\u{24ea}\u{24f5}-\u{24fd}\u{24ff}\u{2776}-\u{277e}\u{2780}-\u{2788}\u{278a}-\u{2792}\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]+$/u

/** Python `text.isdigit()`: at least one character, and only digits; `²` and `٣` are digits, `-1` and `1.0` are not. */
export function isDigit(text: string): boolean {
  return digits.test(text)
}

/** Python `text.lower()`. */
export function lower(text: string): string {
  return text.toLowerCase()
}

/** Python `text.upper()`. */
export function upper(text: string): string {
  return text.toUpperCase()
}

/** Python `text.strip(characters)`; without characters, Python's white space. */
export function strip(text: string, characters?: string | null): string {
  return lstrip(rstrip(text, characters), characters)
}

/** Python `text.lstrip(characters)`. */
export function lstrip(text: string, characters?: string | null): string {
  if (characters == null) return text.replace(leadingBlanks, '')
  const members = new Set(characters)
  let start = 0
  for (const character of text) {
    if (!members.has(character)) break
    start += character.length
  }
  return text.slice(start)
}

/** Python `text.rstrip(characters)`. */
export function rstrip(text: string, characters?: string | null): string {
  if (characters == null) {
    let end = text.length
    while (end > 0 && blankCharacter.test(text[end - 1] as string)) end--
    return text.slice(0, end)
  }
  const members = new Set(characters)
  let end = text.length
  while (end > 0) {
    const code = text.codePointAt(end - 2) ?? 0
    const size = end > 1 && code > 0xffff ? 2 : 1
    if (!members.has(text.slice(end - size, end))) break
    end -= size
  }
  return text.slice(0, end)
}

/**
 * Python `text.split(separator, limit)`: without a separator, at runs of white space and with no empty parts.
 * @param limit most splits to make; -1 for all.
 * @throws RangeError for an empty separator.
 */
export function split(text: string, separator?: string | null, limit = -1): string[] {
  return separator == null ? splitAtBlanks(text, limit) : splitAt(text, separator, limit)
}

/** Python `text.rsplit(separator, limit)`: like {@link split}, counting the splits from the end. */
export function rsplit(text: string, separator?: string | null, limit = -1): string[] {
  if (limit < 0) return split(text, separator)
  if (separator == null) {
    const end = rstrip(text)
    const lead = end.length - lstrip(end).length
    const words = [...end.matchAll(blanks)].filter(match => match.index >= lead)
    const kept = words.slice(Math.max(0, words.length - limit))
    const rest = kept.length === limit ? 0 : lead
    return cut(
      end.slice(rest),
      kept.map(match => [match.index - rest, match.index - rest + match[0].length]),
    )
  }
  const parts = splitAt(text, separator, -1)
  const joined = Math.max(1, parts.length - limit)
  return [parts.slice(0, joined).join(separator), ...parts.slice(joined)]
}

function splitAtBlanks(text: string, limit: number): string[] {
  const start = lstrip(text)
  const words = [...rstrip(start).matchAll(blanks)]
  const kept = limit < 0 ? words : words.slice(0, limit)
  const rest = kept.length === limit ? start : rstrip(start)
  return cut(
    rest,
    kept.map(match => [match.index, match.index + match[0].length]),
  )
}

function cut(text: string, gaps: [number, number][]): string[] {
  if (text === '') return []
  const parts: string[] = []
  let from = 0
  for (const [start, end] of gaps) {
    parts.push(text.slice(from, start))
    from = end
  }
  parts.push(text.slice(from))
  return parts
}

function splitAt(text: string, separator: string, limit: number): string[] {
  if (separator === '') throw new RangeError('empty separator')
  const parts = text.split(separator)
  if (limit < 0 || parts.length <= limit + 1) return parts
  return [...parts.slice(0, limit), parts.slice(limit).join(separator)]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python ends lines at these, too
const lineBreak = /\r\n|[\n-\r\x1c-\x1e\x85\u2028\u2029]/g

/** Python `text.splitlines(keepends)`. */
export function splitlines(text: string, keepEnds = false): string[] {
  const lines: string[] = []
  let from = 0
  for (const match of text.matchAll(lineBreak)) {
    const end = match.index + match[0].length
    lines.push(text.slice(from, keepEnds ? end : match.index))
    from = end
  }
  if (from < text.length) lines.push(text.slice(from))
  return lines
}

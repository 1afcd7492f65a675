/** Whether a text has characters that make it a pattern. */
export function isPattern(text: string): boolean {
  return /[*?[]/u.test(text)
}

/**
 * Python's `fnmatch.fnmatchcase` as a regular expression: `*`, `?`, `[seq]`, `[!seq]`, no backslash escape; a bracket
 * without end is itself.
 */
export function namePattern(pattern: string): RegExp {
  let source = ''
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at] as string
    const bracket = character === '[' ? /^\[!?\]?[^\]]*\]/u.exec(pattern.slice(at)) : null
    if (bracket !== null) {
      source += characterClass(bracket[0])
      at += bracket[0].length
      continue
    }
    source +=
      character === '*' ? '.*' : character === '?' ? '.' : character.replace(/[\\^$.*+?()[\]{}|]/u, '\\$&')
    at += 1
  }
  return new RegExp(`^(?:${source})$`, 'su')
}

function characterClass(bracket: string): string {
  const negated = bracket.startsWith('[!')
  const members = bracket.slice(negated ? 2 : 1, -1).replace(/[\\^[\]&~|]/gu, '\\$&')
  return `[${negated ? '^' : ''}${members}]`
}

/**
 * What must not reach a terminal or a log as it is: control characters, line and paragraph separators, and marks that turn
 * the direction of writing or cannot be seen.
 */
const unsafe = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu

const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Text of a task, a document or a model, safe to print: control characters become escapes (`\x1b`, `\u202e`, `\n`), and a
 * workflow command at the start (`::error::`) is defused by a space. Harmless text comes back unchanged.
 */
export function escapeText(text: string): string {
  const escaped = text.replace(unsafe, character => names[character] ?? codeOf(character))
  return /^\s*::|^\s*##\[/u.test(escaped) ? escaped.replace(/:(?=:)|#(?=#)/u, '$& ') : escaped
}

/** The start of a text, escaped, at most so many code points long; a cut one ends in `…`. */
export function excerpt(text: string, codePoints: number): string {
  // Cut before escaping as well: a document may be megabytes long.
  const points = [...text.slice(0, 2 * codePoints + 2)]
  const cut = points.length > codePoints || text.length > 2 * codePoints + 2
  return escapeText(cut ? `${points.slice(0, codePoints - 1).join('')}…` : text)
}

function codeOf(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

/** Python's `re.escape`: a pattern that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replace(/[()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f]/gu, '\\$&')
}

/**
 * The text form in which Vitest hands snapshots to an environment: `exports[`KEY`] = `TEXT`;`, one after the other. It is
 * parsed here and never run.
 */
export function parseSnapshotText(text: string): Map<string, string> {
  const entries = new Map<string, string>()
  for (const match of text.matchAll(/^exports\[`((?:\\[\s\S]|[^\\`])*)`\] = `((?:\\[\s\S]|[^\\`])*)`;$/gmu)) {
    entries.set(unescapeBackticks(match[1] as string), unescapeBackticks(match[2] as string))
  }
  return entries
}

/** The inverse of {@link parseSnapshotText}, with plain string literals: Vitest runs this text to read it. */
export function formatSnapshotText(header: string, entries: ReadonlyMap<string, string>): string {
  const lines = [...entries].map(
    ([key, value]) => `exports[${JSON.stringify(key)}] = ${JSON.stringify(value)};`,
  )
  return `${header}\n\n${lines.join('\n\n')}\n`
}

function unescapeBackticks(text: string): string {
  return text.replace(/\\([\s\S])/gu, '$1')
}

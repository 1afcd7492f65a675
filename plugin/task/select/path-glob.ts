import { resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { compareText } from '../../python/index.ts'

/**
 * Files that a path glob matches, absolute and sorted by code point; node_modules and names with a leading dot are left
 * out. Only `*`, `**`, `?`, `[…]` and `{a,b}` have a meaning; folders before the first of them are taken as they stand.
 */
export function globFiles(pattern: string, cwd: string): string[] {
  const segments = pattern.replaceAll('\\', '/').split('/')
  const magic = segments.findIndex(segment => /[*?[\]{}]/u.test(segment))
  if (magic < 0) return []
  // An absolute pattern begins with an empty segment.
  const fixed = segments.slice(0, magic).join('/')
  const folder = resolve(cwd, magic > 0 && fixed === '' ? '/' : fixed)
  return globSync(segments.slice(magic).map(escapeOthers).join('/'), {
    cwd: folder,
    ignore: ['**/node_modules/**'],
    expandDirectories: false,
  })
    .map(file => resolve(folder, file))
    .sort(compareText)
}

/** Takes the meaning from characters that only this glob library knows. */
function escapeOthers(segment: string): string {
  return segment.replace(/[()|+@$^]|^!/gu, '\\$&')
}

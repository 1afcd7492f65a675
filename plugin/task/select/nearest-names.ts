import { distance } from 'fastest-levenshtein'

/** `Did you mean a or b?` with at most three names that are close, else the list of all (the first twenty). */
export function nameHint(wanted: string, names: readonly string[]): string {
  const nearest = names
    .map(name => ({ name, far: distance(wanted, name) }))
    .filter(({ name, far }) => far <= Math.max(2, name.length / 2))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name)
  if (nearest.length > 0) return `Did you mean ${nearest.join(' or ')}?`
  if (names.length === 0) return 'There are none.'
  const more = names.length > 20 ? ` and ${names.length - 20} more` : ''
  return `There are: ${names.slice(0, 20).join(', ')}${more}.`
}

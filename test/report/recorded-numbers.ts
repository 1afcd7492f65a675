/** Puts in the numbers that JSON lacks, written `{"$num": "NaN"}` in recorded cases. */
export function withNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumbers)
  if (typeof value !== 'object' || value === null || value instanceof Number) return value
  if ('$num' in value) return Number(value.$num)
  for (const [key, member] of Object.entries(value))
    (value as Record<string, unknown>)[key] = withNumbers(member)
  return value
}

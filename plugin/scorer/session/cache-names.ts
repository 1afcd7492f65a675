/**
 * Which output holds the new keys or values for each cache input: `past_key_values.0.key` comes back as
 * `present.0.key`, `past_0` as `present_0`.
 * @returns output names by input name; undefined where the model has no cache, or does not give all of it back
 */
export function findCacheNames(
  inputs: readonly string[],
  outputs: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const given = new Map(
    outputs.filter(name => name.startsWith('present')).map(name => [layerOf(name, 'present'), name]),
  )
  const names = new Map<string, string>()
  for (const input of inputs) {
    if (!input.startsWith('past')) continue
    const output = given.get(layerOf(input, 'past'))
    if (output === undefined) return undefined
    names.set(input, output)
  }
  return names.size === 0 ? undefined : names
}

function layerOf(name: string, prefix: string): string {
  return name.slice(prefix.length).replace(/^_key_values/, '')
}

import { parseJson } from '../python/index.ts'

/** A task's version as the harness holds it, from its text: `1.0` is a float (PyFloat), `2` an integer, `None` null, else the text. */
export function versionValue(version: string | undefined): unknown {
  if (version === undefined) return undefined
  if (version === 'None') return null
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/u.test(version) ? parseJson(version) : version
}

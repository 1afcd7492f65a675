import { dictGet, type PyDict } from '../../python/index.ts'
import type { FieldPath, OverrideLayer } from '../types.ts'
import { overridingKeys } from './overrides.ts'

/** A mapping that overrides fields, and the `task` that it gives them, if it does. */
export interface Layer extends OverrideLayer {
  keys: readonly string[]
  task: unknown
}

/** What a group or one of its members, written at `path` of a file, overrides. */
export function layerOf(file: string, path: FieldPath, mapping: PyDict): Layer {
  const keys = overridingKeys(mapping, path.length === 0)
  return { file, path, keys, task: keys.includes('task') ? dictGet(mapping, 'task') : undefined }
}

/** The place alone, which is all that a run needs to read it again. */
export function placeOf({ file, path }: Layer): OverrideLayer {
  return { file, path }
}

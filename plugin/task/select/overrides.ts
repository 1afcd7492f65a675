import { dictGet, dictHas, dictKeys, isDict, type PyDict } from '../../python/index.ts'
import type { OverrideLayer } from '../types.ts'
import { groupFields } from './group-config.ts'

/**
 * Keys of a mapping that reach the tasks below it (task-spec.md, 4): of a group's own mapping all but the group's fields;
 * of a mapping that refers to a registered group all but `group`; of a member mapping all.
 * @param isFile the mapping is a group file's own
 */
export function overridingKeys(mapping: PyDict, isFile: boolean): string[] {
  const keys = dictKeys(mapping) as string[]
  const isGroup = dictHas(mapping, 'group')
  // A mapping with `group` and a list of members is an inline group; without the list it refers to a registered one.
  if (isFile || (isGroup && Array.isArray(dictGet(mapping, 'task'))))
    return keys.filter(key => !groupFields.has(key))
  return isGroup ? keys.filter(key => key !== 'group') : keys
}

/** Value inside nested mappings and lists; undefined where the path leads nowhere. */
export function valueAt(config: PyDict, path: OverrideLayer['path']): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[step as number]
    return isDict(value) ? dictGet(value, step) : undefined
  }, config)
}

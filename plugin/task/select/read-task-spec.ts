import { LmEvalError } from '../../errors.ts'
import { dictGet, isDict } from '../../python/index.ts'
import { readTaskFile } from '../task-file.ts'
import type { FieldPath, TaskFile, TaskSpec } from '../types.ts'
import { overridingKeys, valueAt } from './overrides.ts'

/** Where a field was written: in which file, below which path. */
interface Owner {
  taskFile: TaskFile
  path: FieldPath
}

/** Fields of a task file that organise tasks and are no part of a task's configuration. */
const structuralFields = ['tag', 'group', 'task_list']

/**
 * Reads the configuration of a selected task: its file with includes, then the overrides of the groups above it, each
 * field as a whole, later layers winning (task-spec.md, 4). `locate` names the file and line that won.
 * @throws LmEvalError TASK_FILE as readTaskFile; TASK_FILE too if a file no longer has the mapping that was selected
 */
export function readTaskSpec(spec: TaskSpec): TaskFile {
  const base = readTaskFile(spec.base ?? spec.file)
  const config: Record<string, unknown> = {}
  const owners = new Map<string, Owner>()
  if (spec.base !== undefined) {
    for (const [key, value] of Object.entries(base.config)) {
      if (!structuralFields.includes(key)) config[key] = value
    }
  }
  const files = new Set(base.files)
  for (const layer of spec.layers) {
    const taskFile = layer.file === base.file ? base : readTaskFile(layer.file)
    for (const file of taskFile.files) files.add(file)
    const mapping = valueAt(taskFile.config, layer.path)
    if (!isDict(mapping)) {
      throw new LmEvalError(`${layer.file} changed while it was used: run again.`, { code: 'TASK_FILE' })
    }
    for (const key of overridingKeys(mapping, layer.path.length === 0)) {
      if (spec.base !== undefined && structuralFields.includes(key)) continue
      config[key] = dictGet(mapping, key)
      owners.set(key, { taskFile, path: layer.path })
    }
  }
  if (typeof config.task === 'string' || spec.base === undefined) config.task = spec.name
  return {
    file: spec.file,
    config,
    files: [...files],
    locate: field => {
      const owner = owners.get(String(field[0]))
      if (owner !== undefined) return owner.taskFile.locate([...owner.path, ...field])
      return base.locate(spec.base === undefined ? (spec.layers.at(-1)?.path ?? []) : field)
    },
  }
}

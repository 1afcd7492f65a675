import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { formatPosition, LmEvalError } from '../errors.ts'
import { readYaml, type YamlMapping } from './read-yaml.ts'
import type { TaskFile } from './types.ts'

/** A merged configuration and which file each of its top-level fields comes from. */
interface Merged {
  config: Record<string, unknown>
  owners: Map<string, YamlMapping>
}

/**
 * Reads a task file and merges what it includes: later includes override earlier ones, the file's own fields override
 * all, each field as a whole (task-spec.md, 2). Functions stay references; no field is checked.
 * @param file path of the YAML
 * @throws LmEvalError TASK_FILE with file, line and column
 */
export function readTaskFile(file: string): TaskFile {
  const path = resolve(file)
  const visited = new Set<string>()
  const main = readYaml(path)
  const { config, owners } = merge(main, visited)
  return {
    file: path,
    config,
    files: [...visited],
    locate: field => (owners.get(String(field[0])) ?? main).locate(field),
  }
}

function merge(yaml: YamlMapping, visited: Set<string>): Merged {
  visited.add(yaml.file)
  const merged: Merged = { config: {}, owners: new Map() }
  for (const [index, included] of includesOf(yaml).entries()) {
    const file = resolve(dirname(yaml.file), included)
    const at = yaml.locate(['include', index])
    if (visited.has(file)) {
      throw new LmEvalError(
        `${formatPosition(at)}: ${included} is included twice or includes itself; include each file once.`,
        { code: 'TASK_FILE', at },
      )
    }
    if (!existsSync(file)) {
      throw new LmEvalError(
        `${formatPosition(at)}: the included file ${included} does not exist; it is looked for as ${file}.`,
        { code: 'TASK_FILE', at },
      )
    }
    const { config, owners } = merge(readYaml(file), visited)
    // Only the harness's task_list is not inherited.
    delete config.task_list
    owners.delete('task_list')
    override(merged, config, owners)
  }
  const { include: _, ...own } = yaml.config
  override(merged, own, new Map(Object.keys(own).map(key => [key, yaml])))
  return merged
}

function override(merged: Merged, config: Record<string, unknown>, owners: Map<string, YamlMapping>): void {
  merged.config = { ...merged.config, ...config }
  for (const [key, owner] of owners) merged.owners.set(key, owner)
}

function includesOf(yaml: YamlMapping): string[] {
  const { include } = yaml.config
  if (include === undefined) return []
  const includes = Array.isArray(include) ? include : [include]
  for (const [index, entry] of includes.entries()) {
    if (typeof entry === 'string' && entry !== '') continue
    const at = yaml.locate(['include', index])
    throw new LmEvalError(
      `${formatPosition(at)}: include must be a file path or a list of file paths, not ${JSON.stringify(entry)}.`,
      { code: 'TASK_FILE', at },
    )
  }
  return includes as string[]
}

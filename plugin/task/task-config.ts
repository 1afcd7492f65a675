import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dictFromEntries, dictGet, dictKeys, isDict, jsonDumps } from '../python/index.ts'
import { functionModules } from './function-modules.ts'
import { FunctionReference, type TaskFile } from './types.ts'

/** What the harness puts in where a task file is silent (task-spec.md, 3); fields that are null there are left out. */
const defaults: Record<string, unknown> = {
  description: '',
  target_delimiter: ' ',
  fewshot_delimiter: '\n\n',
  num_fewshot: 0,
  output_type: 'generate_until',
  repeats: 1,
  should_decontaminate: false,
  unsafe_code: false,
}

/** A task's configuration with defaults filled in, null fields left out, functions and dates as text. */
export function completeConfig({ config }: TaskFile): Record<string, unknown> {
  const given = Object.entries(config).filter(([, value]) => value !== null)
  const complete: Record<string, unknown> = { ...defaults, ...Object.fromEntries(given) }
  if (complete.metadata !== undefined && !isDict(complete.metadata))
    complete.metadata = { _metadata: complete.metadata }
  return asText(complete) as Record<string, unknown>
}

function asText(value: unknown): unknown {
  if (value instanceof FunctionReference) return value.text
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(asText)
  return isDict(value)
    ? dictFromEntries(dictKeys(value).map(key => [key, asText(dictGet(value, key))]))
    : value
}

/**
 * SHA-256, hex, over a complete configuration (fields sorted, what lies below in file order) and the text of the task's
 * function modules. Paths do not go in, so that a task keeps its hash on another machine.
 */
export function taskHash(taskFile: TaskFile, complete: Record<string, unknown>): string {
  const hash = createHash('sha256')
  for (const field of Object.keys(complete).sort()) hash.update(`${field}: ${jsonDumps(complete[field])}\n`)
  for (const file of functionModules(taskFile)) hash.update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

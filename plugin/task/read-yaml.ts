import { readFileSync, statSync } from 'node:fs'
import yaml from 'js-yaml'
import { formatPosition, LmEvalError, type SourcePosition } from '../errors.ts'
import { type FieldPath, FunctionReference } from './types.ts'
import { offsetOf, PlaceListener } from './yaml-places.ts'
import { taskSchema } from './yaml-schema.ts'

/** One YAML file as it stands, includes not followed. */
export interface YamlMapping {
  file: string
  config: Record<string, unknown>
  /** Place of a field; the nearest enclosing field if the path itself has none. */
  locate(path: FieldPath): SourcePosition
}

const largestFile = 4 * 1024 * 1024
/** Values that a file may hold once its aliases are written out: a bomb of nested aliases reaches billions. */
const mostValues = 200_000
const deepest = 100

/**
 * Reads one YAML file as PyYAML's safe loader does.
 * @throws LmEvalError TASK_FILE with file, line and column: unreadable, not UTF-8, not YAML, not a mapping, absurdly
 * large or deep
 */
export function readYaml(file: string): YamlMapping {
  const text = readText(file)
  const listener = new PlaceListener()
  const at = (offset: number): SourcePosition => positionAt(file, text, offset)
  const schema = taskSchema(reference => new FunctionReference(reference, at(listener.offset)))
  let config: unknown
  try {
    config = yaml.load(text, { schema, json: true, listener: listener.listen })
  } catch (cause) {
    throw yamlError(file, cause)
  }
  const start = { file, line: 1, column: 1 }
  if (!isMapping(config)) {
    throw new LmEvalError(
      `${formatPosition(start)}: a task file must be a mapping of fields (task: …), but this one holds ${kindOf(config)}.`,
      { code: 'TASK_FILE', at: start },
    )
  }
  checkSize(config, start)
  return { file, config, locate: path => at(offsetOf(listener.root, path)) }
}

function readText(file: string): string {
  const start = { file, line: 1, column: 1 }
  let bytes: Buffer
  try {
    const { size } = statSync(file)
    if (size > largestFile) {
      throw new LmEvalError(`${file} is ${size} bytes long; a task file may have ${largestFile} at most.`, {
        code: 'TASK_FILE',
        at: start,
      })
    }
    bytes = readFileSync(file)
  } catch (cause) {
    if (cause instanceof LmEvalError) throw cause
    throw new LmEvalError(`${file} cannot be read: ${(cause as Error).message}.`, {
      code: 'TASK_FILE',
      at: start,
      cause,
    })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    const valid = new TextDecoder().decode(bytes).indexOf('\ufffd')
    const at = positionAt(file, new TextDecoder().decode(bytes), Math.max(valid, 0))
    throw new LmEvalError(`${formatPosition(at)}: the file is not UTF-8 text; save it as UTF-8.`, {
      code: 'TASK_FILE',
      at,
      cause,
    })
  }
}

function positionAt(file: string, text: string, offset: number): SourcePosition {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/u)
  return { file, line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}

function yamlError(file: string, cause: unknown): LmEvalError {
  const { mark, reason = (cause as Error).message } = cause as {
    mark?: { line: number; column: number }
    reason?: string
  }
  const at = { file, line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 }
  const problem = `${formatPosition(at)}: not valid YAML: ${reason}.${advice(reason)}`
  return new LmEvalError(problem, { code: 'TASK_FILE', at })
}

function advice(reason: string): string {
  if (reason.includes('tab characters')) return ' Indent with spaces.'
  if (reason.includes('unknown tag')) return ' The only tag of task files is !function module.name.'
  return ''
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  return Array.isArray(value) ? 'a list' : 'a single value'
}

function checkSize(config: unknown, at: SourcePosition): void {
  let values = 0
  const visit = (value: unknown, depth: number): void => {
    if (++values > mostValues || depth > deepest) {
      throw new LmEvalError(
        `${at.file} is too large once its aliases are written out: more than ${mostValues} values, or nested deeper than ${deepest}.`,
        { code: 'TASK_FILE', at },
      )
    }
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1)
    else if (isMapping(value)) for (const key of Object.keys(value)) visit(value[key], depth + 1)
  }
  visit(config, 0)
}

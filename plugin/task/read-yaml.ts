import { readFileSync, statSync } from 'node:fs'
import yaml from 'js-yaml'
import { formatPosition, LmEvalError, type SourcePosition } from '../errors.ts'
import { type FieldPath, FunctionReference } from './types.ts'
import { offsetOf, PlaceListener } from './yaml-places.ts'
import { taskSchema } from './yaml-schema.ts'
import { StrictnessError } from './yaml-strictness.ts'

/** One YAML file as it stands, includes not followed. */
export interface YamlMapping {
  file: string
  config: Record<string, unknown>
  /** Place of a field; the nearest enclosing field if the path itself has none. */
  locate(path: FieldPath): SourcePosition
}

const largestFile = 1024 * 1024
/** Values that a file may hold once its aliases are written out: a bomb of nested aliases reaches billions. */
const mostValues = 50_000
const deepest = 100

/**
 * Reads one YAML file as PyYAML's safe loader does.
 * @throws LmEvalError TASK_FILE with file, line and column: unreadable, not UTF-8, not YAML, not a mapping, absurdly
 * large or deep
 */
export function readYaml(file: string): YamlMapping {
  const text = readText(file)
  const listener = new PlaceListener(!/[\r\n]$/u.test(text))
  const lines = lineStarts(text)
  const at = (offset: number): SourcePosition => positionAt(file, text, lines, offset)
  const schema = taskSchema(reference => new FunctionReference(reference, at(listener.offset)))
  let config: unknown
  try {
    config = yaml.load(text, { schema, json: true, listener: listener.listen })
  } catch (cause) {
    throw yamlError(file, cause, at(cause instanceof StrictnessError ? cause.offset : listener.offset))
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
    return checkedText(file, new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes))
  } catch (cause) {
    if (cause instanceof LmEvalError) throw cause
    const text = new TextDecoder().decode(bytes)
    const at = positionAt(file, text, lineStarts(text), Math.max(text.indexOf('\ufffd'), 0))
    throw new LmEvalError(`${formatPosition(at)}: the file is not UTF-8 text; save it as UTF-8.`, {
      code: 'TASK_FILE',
      at,
      cause,
    })
  }
}

/** PyYAML reads UTF-16 too where a byte order mark says so. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * The text as YAML 1.1 sees it: U+0085 is a line break, and one of the two line separators takes the blanks around it along.
 */
function checkedText(file: string, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const control = text.search(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/u)
  if (control >= 0) {
    const at = positionAt(file, text, lineStarts(text), control)
    const code = text.charCodeAt(control).toString(16).toUpperCase().padStart(4, '0')
    throw new LmEvalError(
      `${formatPosition(at)}: not valid YAML: the control character U+${code} is not allowed; write it as an escape in double quotes.`,
      { code: 'TASK_FILE', at },
    )
  }
  return text.replaceAll('\u0085', '\n').replace(/[ \t]*([\u2028\u2029])[ \t]*/gu, '$1')
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/gu)) starts.push(index + end.length)
  return starts
}

function positionAt(file: string, text: string, lines: readonly number[], offset: number): SourcePosition {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  const before = text.slice(lines[low], offset)
  // Far into one line, code points are not worth counting.
  return { file, line: low + 1, column: (before.length > 2000 ? before.length : [...before].length) + 1 }
}

function yamlError(file: string, cause: unknown, near: SourcePosition): LmEvalError {
  const { mark, reason = (cause as Error).message } = cause as {
    mark?: { line: number; column: number }
    reason?: string
  }
  const at = mark === undefined ? near : { file, line: mark.line + 1, column: mark.column + 1 }
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

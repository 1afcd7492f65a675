import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatPosition, LmEvalError } from '../errors.ts'
import { dictGet, dictKeys, isDict } from '../python/index.ts'
import { reasonOf } from './task-error.ts'
import { FunctionReference, type TaskFile, type TaskFunction } from './types.ts'

const extensions = ['ts', 'mts', 'js', 'mjs']

interface ParsedReference {
  /** Path of the module without extension, beside the YAML that holds the tag. */
  stem: string
  module: string
  name: string
}

function parse({ text, position }: FunctionReference): ParsedReference | undefined {
  const match = /^((?:[\p{L}\p{N}_]+\.)*[\p{L}\p{N}_]+)\.([\p{L}\p{N}_$]+)$/u.exec(text)
  if (match === null) return undefined
  const [, module = '', name = ''] = match
  return { stem: join(dirname(position.file), ...module.split('.')), module, name }
}

function moduleFile(stem: string): string | undefined {
  return extensions.map(extension => `${stem}.${extension}`).find(file => existsSync(file))
}

/** All `!function` references of a task file, in file order. */
export function functionReferences(taskFile: Pick<TaskFile, 'config'>): FunctionReference[] {
  const found: FunctionReference[] = []
  const visit = (value: unknown): void => {
    if (value instanceof FunctionReference) found.push(value)
    else if (Array.isArray(value)) for (const item of value) visit(item)
    else if (isDict(value)) for (const key of dictKeys(value)) visit(dictGet(value, key))
  }
  visit(taskFile.config)
  return found
}

/** Module files of all `!function` tags of a task file, those that exist, each once. */
export function functionModules(taskFile: Pick<TaskFile, 'config'>): string[] {
  const files = functionReferences(taskFile).map(reference => {
    const parsed = parse(reference)
    return parsed === undefined ? undefined : moduleFile(parsed.stem)
  })
  return [...new Set(files.filter(file => file !== undefined))]
}

/**
 * Imports the function behind `!function a.b.name`: export `name` of `a/b.ts` (or .mts, .js, .mjs) beside the YAML in
 * which the tag is written.
 * @throws LmEvalError TASK_FUNCTION: no such module, no such export (the message lists those there are), not a function,
 * or the module failed
 */
export async function importFunction(
  reference: FunctionReference,
  importModule: (file: string) => Promise<Record<string, unknown>>,
): Promise<TaskFunction> {
  const parsed = parse(reference)
  if (parsed === undefined) {
    throw functionError(reference, 'must have the form module.name, for instance utils.process_docs')
  }
  const file = moduleFile(parsed.stem)
  if (file === undefined) throw functionError(reference, missingModule(parsed))
  let module: Record<string, unknown>
  try {
    module = await importModule(file)
  } catch (cause) {
    throw functionError(reference, `: importing ${file} failed: ${reasonOf(cause)}`, cause)
  }
  if (!Object.hasOwn(module, parsed.name)) {
    const exports = Object.keys(module).filter(name => name !== 'default')
    const list = exports.length === 0 ? 'nothing by name' : exports.join(', ')
    throw functionError(reference, `: ${file} does not export ${parsed.name}; it exports ${list}`)
  }
  const value = module[parsed.name]
  if (typeof value !== 'function') {
    throw functionError(reference, `: the export ${parsed.name} of ${file} is not a function`)
  }
  return value as TaskFunction
}

function missingModule({ stem, module }: ParsedReference): string {
  const looked = `: there is no module ${module} beside the task file; looked for ${stem}.{${extensions.join(',')}}`
  if (!existsSync(`${stem}.py`)) return looked
  return `${looked}; ${stem}.py is Python, which is not run here: translate its functions to TypeScript in ${stem}.ts`
}

function functionError(reference: FunctionReference, problem: string, cause?: unknown): LmEvalError {
  const { text, position } = reference
  const separator = problem.startsWith(':') ? '' : ' '
  return new LmEvalError(`${formatPosition(position)}: !function ${text}${separator}${problem}.`, {
    code: 'TASK_FUNCTION',
    at: position,
    cause,
  })
}

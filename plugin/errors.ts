import { fileURLToPath } from 'node:url'

/** A place in a user's file: lines and columns count from 1. */
export interface SourcePosition {
  file: string
  line: number
  column: number
}

/** Every code that an {@link LmEvalError} can carry, and what it stands for. */
export const errorCodes = {
  OPTION: 'an option of lmEval() or evaluate() is wrong',
  TASK_NOT_FOUND: 'no task has this name, path or pattern',
  TASK_FILE: 'a task file cannot be read or is not YAML',
  TASK_FIELD: 'a field of a task file is missing, unknown or of the wrong type',
  TASK_FUNCTION: 'a !function reference cannot be resolved, or the function failed',
  TEMPLATE: 'a template is malformed or cannot be rendered',
  DATASET: 'a data set cannot be found or read',
  DOCUMENT: 'a document cannot be turned into requests or scored',
  MODEL: 'a model folder is missing, incomplete or unusable',
  PROVIDER: 'an execution provider that was asked for cannot run',
  MODEL_PROCESS: 'the process that runs the model failed',
  METRIC: 'a metric cannot be computed',
  BASELINE: 'a baseline file is missing, malformed or cannot be written',
  POOL: 'the Vitest pool does not suit the chosen way of running the model',
} as const

/** The code of an LmEvalError: what kind of thing is wrong. */
export type ErrorCode = keyof typeof errorCodes

export interface LmEvalErrorOptions {
  code: ErrorCode
  /** Where in the user's files the mistake stands, nearest first. */
  at?: SourcePosition | SourcePosition[] | undefined
  cause?: unknown
}

/**
 * The only error this package throws on purpose. The message is one sentence that says what is wrong, where, and what
 * to do; the stack names only the user's own files, so that Vitest shows those instead of ours.
 */
export class LmEvalError extends Error {
  override readonly name = 'LmEvalError'
  readonly code: ErrorCode
  readonly at: SourcePosition[]
  /** What was caught, if anything: for debugging, never printed. */
  readonly reason: unknown

  constructor(message: string, { code, at, cause }: LmEvalErrorOptions) {
    super(message)
    this.code = code
    this.at = at === undefined ? [] : Array.isArray(at) ? at : [at]
    this.reason = cause
    this.stack = [`${this.name}: ${message}`, ...framesOf(cause), ...this.at.map(frame)].join('\n')
  }

  /** What Node prints, for a startup error. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.stack ?? this.message
  }

  /** What Vitest prints: the message and the places, without the fields of this class and stacks of ours. */
  toJSON(): Pick<Error, 'name' | 'message' | 'stack'> {
    const { name, message, stack } = this
    return { name, message, ...(stack === undefined ? {} : { stack }) }
  }
}

const packageFolder = fileURLToPath(new URL('..', import.meta.url))

/** Where a function of the user's threw: the frames of a caught error in files that are neither ours nor a dependency's. */
function framesOf(cause: unknown): string[] {
  if (!(cause instanceof Error) || cause instanceof LmEvalError) return []
  const frames = cause.stack?.split('\n').filter(line => /^\s+at .*:\d+:\d+\)?$/u.test(line)) ?? []
  return frames.filter(
    line =>
      !/node:|node_modules|\.ya?ml:/u.test(line) &&
      !['dist', 'plugin'].some(part => line.includes(`${packageFolder}${part}/`)),
  )
}

function frame({ file, line, column }: SourcePosition): string {
  return `    at ${file}:${line}:${column}`
}

/** `file:line:column`, the form in which every message of this package names a place. */
export function formatPosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`
}

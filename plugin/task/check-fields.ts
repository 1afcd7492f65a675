import { closest, distance } from 'fastest-levenshtein'
import * as v from 'valibot'
import { isDict, pyRepr } from '../python/index.ts'
import { fieldError } from './task-error.ts'
import { taskFields } from './task-fields.ts'
import { FunctionReference, type TaskFile } from './types.ts'
import { checkSupported, unreadFields } from './unsupported-fields.ts'

/**
 * Checks a merged task file field by field.
 * @throws LmEvalError TASK_FIELD: an unknown field (with the nearest known one), one of the wrong type (with what was
 * given and what is allowed), a required one that is missing, or one that this version cannot evaluate
 */
export function checkFields(taskFile: TaskFile): void {
  const { config } = taskFile
  for (const field of Object.keys(config)) {
    if (!Object.hasOwn(taskFields, field) && !unreadFields.includes(field)) {
      throw fieldError(taskFile, [field], `unknown field ${field}.${suggestion(field)}`)
    }
  }
  checkSupported(taskFile)
  for (const [field, rule] of Object.entries(taskFields)) {
    const value = config[field]
    if (value === undefined || v.is(rule.schema, value) || isReplaced(config, field)) continue
    throw fieldError(taskFile, [field], `${field} must be ${rule.allowed}, not ${describeValue(value)}.`)
  }
  checkRequired(taskFile)
}

/** `use_prompt` stands in for the prompt's own fields, which are then not read. */
function isReplaced(config: Record<string, unknown>, field: string): boolean {
  if (config.use_prompt === undefined || config.use_prompt === null) return false
  return config[field] === null && ['doc_to_text', 'doc_to_target'].includes(field)
}

function checkRequired(taskFile: TaskFile): void {
  const { config } = taskFile
  const missing = (field: string, why: string): void => {
    if (config[field] === undefined || config[field] === null) {
      throw fieldError(taskFile, [], `the field ${field} is missing: ${why}.`)
    }
  }
  missing('task', 'it names the task')
  const given = (field: string): boolean => config[field] !== undefined && config[field] !== null
  if (!given('custom_dataset')) missing('dataset_path', 'it names the data set (json for local files)')
  if (!given('use_prompt')) {
    missing('doc_to_text', 'it makes the context of a document')
    missing('doc_to_target', 'it says what the right answer is')
  }
  if (given('doc_to_choice') && config.target_delimiter === null) {
    throw fieldError(
      taskFile,
      ['target_delimiter'],
      'target_delimiter must be a string where there are choices, not null.',
    )
  }
  if (config.output_type === 'multiple_choice')
    missing('doc_to_choice', 'output_type multiple_choice needs it')
  if ((config.test_split ?? config.validation_split ?? undefined) === undefined) {
    throw fieldError(
      taskFile,
      [],
      'the task names no split to evaluate: give test_split or validation_split (a training split alone is not evaluated).',
    )
  }
}

function suggestion(field: string): string {
  const known = Object.keys(taskFields)
  const nearest = closest(field, known)
  if (distance(field, nearest) <= Math.max(2, field.length / 3)) return ` Did you mean ${nearest}?`
  return ` Known fields: ${known.join(', ')}.`
}

/** A value as a message shows it: `a list`, `the number 3`, `null`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof FunctionReference) return `!function ${value.text}`
  if (Array.isArray(value)) return `the list ${shorten(pyRepr(value))}`
  if (value instanceof Date) return `the date ${value.toISOString()} (quote it)`
  if (typeof value === 'boolean') return `the boolean ${value} (quote a word such as "yes" or "no")`
  if (isDict(value)) return 'a mapping'
  if (typeof value === 'string') return `the string ${shorten(JSON.stringify(value))}`
  return `the number ${pyRepr(value)}`
}

function shorten(text: string): string {
  const points = [...text]
  return points.length > 60 ? `${points.slice(0, 60).join('')}…` : text
}

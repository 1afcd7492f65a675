import { isInt, PyTuple } from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import type { DocumentReader } from './document-reader.ts'
import { probeGold } from './gold.ts'
import type { Task } from './types.ts'

/** What document 0 decides for all documents of a task (task-spec.md, 3.1). */
export interface FirstDocument {
  /**
   * Its number of choices where doc_to_text is an index into them, so that the choices are contexts and the target
   * continues them all; else 0.
   */
  multipleInput: number
  /** Number of right answers where the target is a list, else 0. */
  multipleTarget: number
}

/**
 * Looks at the first document as the harness does when it loads a task.
 * @throws LmEvalError DOCUMENT or TEMPLATE where it cannot be read or its target and choices do not fit
 */
export function probeFirstDocument(task: Task, reader: DocumentReader): FirstDocument {
  const text = reader.read(0, 'text')
  const target = reader.read(0, 'target')
  const hasChoices = task.prompt.choices !== undefined
  const first = {
    multipleInput: hasChoices && isLabel(text) ? reader.readChoices(0).choices.length : 0,
    multipleTarget: isList(target) ? target.length : 0,
  }
  if (hasChoices) checkChoices(task, reader, target, first.multipleInput > 0)
  return first
}

/** @throws LmEvalError DOCUMENT where a later document's target is of another kind than the first one's */
export function checkTargetKind(
  reader: DocumentReader,
  docId: number,
  target: unknown,
  { multipleInput, multipleTarget }: FirstDocument,
): void {
  if (multipleInput > 0 || isList(target) === multipleTarget > 0) return
  const first = multipleTarget > 0 ? 'a list' : 'no list'
  const problem = `the target is ${describeValue(target)}, but that of document 0 is ${first}`
  throw reader.error(docId, 'target', problem)
}

function checkChoices(task: Task, reader: DocumentReader, target: unknown, multipleInput: boolean): void {
  const { choices, warning } = reader.readChoices(0)
  const isChoiceTask = task.outputType === 'multiple_choice'
  const empty = choices.indexOf('')
  if (empty >= 0) throw reader.error(0, 'choices', `choice ${empty} is the empty string`)
  if (multipleInput && warning !== undefined) throw reader.error(0, 'choices', warning)
  if (multipleInput && !isChoiceTask) {
    throw reader.error(0, 'text', 'an index as doc_to_text needs output_type multiple_choice')
  }
  if (multipleInput && isList(target) && target.length > 0) {
    throw reader.error(0, 'target', 'the target is a list, but it continues every choice; it must be text')
  }
  if (isChoiceTask && !multipleInput && isList(target) && target.length === 0) {
    throw reader.error(0, 'target', 'the list of targets is empty')
  }
  const problem = probeGold(target, choices)
  if (problem !== undefined) throw reader.error(0, 'target', problem)
}

function isLabel(value: unknown): boolean {
  return isInt(value) || typeof value === 'boolean'
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && !(value instanceof PyTuple)
}

import type { SourcePosition } from '../errors.ts'
import { dictGet, dictKeys, isDict, isDigit, literalEval, pyRepr } from '../python/index.ts'
import { compileTemplate } from './template/index.ts'
import type { Doc, DocReader, TaskFunction } from './types.ts'

/**
 * How a doc_to_* field reads a document (task-spec.md, 8). A string equal to a column of the evaluated documents is that
 * column's raw value, any other string a template.
 */

/** Value of a field that is a function, imported, or any other constant as the file has it. */
export type FieldValue = string | number | bigint | boolean | readonly unknown[] | object | TaskFunction

/** A column or a rendered template; `convert` sees rendered text only. */
export function stringReader(
  source: string,
  at: SourcePosition,
  convert: (text: string) => unknown,
): DocReader {
  const template = compileLazily(source, at)
  return (doc, features) => (features.has(source) ? column(doc, source) : convert(template(doc)))
}

/** As {@link plainReader}, but with the columns of the very document that is read. */
export function ownColumnReader(source: string, at: SourcePosition): DocReader {
  const template = compileLazily(source, at)
  return doc => (Object.hasOwn(doc, source) ? doc[source] : template(doc))
}

/** A column of that name. */
export function columnReader(name: string): DocReader {
  return doc => column(doc, name)
}

function column(doc: Doc, name: string): unknown {
  if (Object.hasOwn(doc, name)) return doc[name]
  throw new TypeError(`the row has no column ${name}; it has ${Object.keys(doc).join(', ') || 'none'}`)
}

/** A column name need not be a valid template, so a template is compiled when it is first needed. */
function compileLazily(source: string, at: SourcePosition): (doc: Doc) => string {
  let template: ReturnType<typeof compileTemplate> | undefined
  return doc => {
    template ??= compileTemplate(source, at)
    return template.render(doc)
  }
}

/** doc_to_text: rendered digits become an int where the task has choices. */
export function textReader(value: FieldValue, at: SourcePosition, hasChoices: boolean): DocReader {
  if (typeof value === 'string') return stringReader(value, at, text => toLabel(text, hasChoices))
  return constantOrFunction(value)
}

/** doc_to_target: as doc_to_text, and rendered text in brackets becomes a list where it is a Python literal. */
export function targetReader(value: FieldValue, at: SourcePosition, hasChoices: boolean): DocReader {
  if (typeof value !== 'string') return constantOrFunction(value)
  return stringReader(value, at, text => {
    const label = toLabel(text, hasChoices)
    if (typeof label !== 'string' || !text.startsWith('[') || !text.endsWith(']')) return label
    try {
      return literalEval(text)
    } catch {
      return text
    }
  })
}

/** doc_to_choice: rendered text is always a Python literal; a mapping gives its values in file order. */
export function choiceReader(value: FieldValue, at: SourcePosition): DocReader {
  if (typeof value === 'string') return stringReader(value, at, toChoiceList)
  if (isDict(value)) {
    const choices = dictKeys(value).map(key => dictGet(value, key))
    return () => choices
  }
  return constantOrFunction(value)
}

/** doc_to_decontamination_query: as doc_to_choice, rendered text must be a Python literal. */
export function literalReader(value: FieldValue, at: SourcePosition): DocReader {
  return typeof value === 'string'
    ? stringReader(value, at, text => literalEval(text))
    : constantOrFunction(value)
}

/** A column or a rendered template, as text. */
export function plainReader(value: string, at: SourcePosition): DocReader {
  return stringReader(value, at, text => text)
}

function constantOrFunction(value: FieldValue): DocReader {
  return typeof value === 'function' ? doc => (value as TaskFunction)(doc) : () => value
}

function toLabel(text: string, hasChoices: boolean): unknown {
  return hasChoices && isDigit(text) ? literalEval(text) : text
}

function toChoiceList(text: string): unknown {
  try {
    return literalEval(text)
  } catch (cause) {
    const reason = (cause as Error).message
    throw new TypeError(`the rendered text ${pyRepr(text)} is no list of choices: ${reason}`, { cause })
  }
}

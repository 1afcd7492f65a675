import type { State } from 'js-yaml'

/** js-yaml's parser state as its listener sees it; the published types leave some of it out. */
export type ParserState = State & {
  input: string
  position: number
  kind: string | null
  result: unknown
  tag: string | null
}

/** A node as the rules below need it. */
export interface ReadNode {
  offset: number
  end: number
  kind: string | null
  tag: string | null
  result: unknown
}

/** Where PyYAML refuses what js-yaml reads; becomes an error of the file with the place of `offset`. */
export class StrictnessError extends Error {
  readonly offset: number

  constructor(reason: string, offset: number) {
    super(reason)
    this.offset = offset
  }
}

/**
 * What PyYAML (libyaml) makes of a scalar, where js-yaml differs: a block scalar that the end of the file cuts off gets no
 * line break; surrogate escapes, raw line separators outside quotes and tabs before a block's first text are refused.
 * @param isCut the file's last character is no line break
 */
export function strictScalar(node: ReadNode, input: string, isCut: boolean): unknown {
  if (typeof node.result !== 'string') return node.result
  const style = scalarStyle(input, node.offset)
  const source = input.slice(node.offset, node.end)
  if (style === '"' && /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/u.test(source)) {
    throw new StrictnessError(
      'half of a surrogate pair is no character; write the character itself',
      node.offset,
    )
  }
  if (style !== '"' && style !== "'" && /[\u2028\u2029]/u.test(source)) {
    throw new StrictnessError(
      'a line separator (U+2028, U+2029) ends the line; write \\L or \\P in double quotes',
      node.offset,
    )
  }
  if (style === '|' || style === '>') {
    if (/^[^\r\n]*(?:\r\n?|\n)(?:[ ]*(?:\r\n?|\n))*[ ]*\t/u.test(source) && !/[|>][-+]?[1-9]/u.test(source)) {
      throw new StrictnessError('tab characters must not be used in indentation', node.offset)
    }
    return isCut && input.slice(node.end).replace(/[\n\0]/gu, '') === ''
      ? cutOff(node.result, source)
      : node.result
  }
  return node.result
}

function scalarStyle(input: string, offset: number): string {
  const properties = /(?:[!&][^\s]*[ \t]+)*/uy
  properties.lastIndex = offset
  properties.test(input)
  return input[properties.lastIndex] ?? ''
}

/** js-yaml ends every file with a line break; a text that the file's end cuts off has none. */
function cutOff(text: string, source: string): string {
  if (!text.endsWith('\n')) return text
  const lastLine = source.replace(/[\n\0]+$/u, '').replace(/^[\s\S]*[\r\n]/u, '')
  const keeps = /^[^\r\n]*[|>][0-9]?\+/u.test(source)
  return keeps || /[^ ]/u.test(lastLine) || text.replace(/\n$/u, '').endsWith(' ') ? text.slice(0, -1) : text
}

const mergeTag = 'tag:yaml.org,2002:merge'
const valueTag = 'tag:yaml.org,2002:value'

/** `=` and `<<` have a meaning of their own in YAML 1.1 and are no values. */
export function refuseSpecialValue({ tag, offset }: ReadNode): void {
  if (tag === mergeTag || tag === valueTag) {
    throw new StrictnessError(
      `${tag === mergeTag ? '<<' : '='} without quotes is no text in YAML 1.1; quote it`,
      offset,
    )
  }
}

/** A list or mapping as key, most often a template without quotes. */
export function refuseCollectionKey(offset: number, input: string): never {
  const advice =
    input.startsWith('{{', offset - 1) || input.startsWith('{{', offset)
      ? '; quote a template such as "{{text}}"'
      : ''
  throw new StrictnessError(`a mapping or list cannot be a key${advice}`, offset)
}

import { Fault } from './fault.ts'

/** What stands behind the colon of a format field. */
export interface FormatSpec {
  fill: string | undefined
  align: string | undefined
  sign: string | undefined
  /** The flag `z`: a number that rounds to zero has no minus sign. */
  positiveZero: boolean
  /** The flag `#`. */
  alternate: boolean
  /** The flag `0`, which counts where no fill is given. */
  zero: boolean
  width: number
  grouping: string | undefined
  precision: number | undefined
  kind: string | undefined
}

const pattern = /^(?:([\s\S])?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/u

/** @throws Fault for what is no format specification. */
export function parseFormatSpec(text: string): FormatSpec {
  const match = pattern.exec(text)
  if (match === null) throw new Fault(`the format '${text}' is malformed`)
  const [, fill, align, sign, positiveZero, alternate, zero, width, grouping, precision, kind] = match
  return {
    fill,
    align,
    sign,
    positiveZero: positiveZero !== undefined,
    alternate: alternate !== undefined,
    zero: zero !== undefined && fill === undefined,
    width: Number(width ?? 0),
    grouping,
    precision: precision === undefined ? undefined : Number(precision),
    kind,
  }
}

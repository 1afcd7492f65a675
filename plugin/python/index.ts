/**
 * Python's meaning of text, numbers, literals and random numbers, as far as prompts and scores depend on it.
 * Values: None is null; an int is an integral number or a bigint; a float is any other number or a {@link PyFloat}; a
 * list is an array; a tuple a {@link PyTuple}; a dict a plain object or a Map; a set a Set; bytes a Uint8Array.
 */
export {
  characterAt,
  codePoints,
  compareText,
  isFlat,
  len,
  type SliceBounds,
  slice,
  sliceIndices,
} from './code-points.ts'
export { PyComplex } from './complex.ts'
export {
  dictFromEntries,
  dictGet,
  dictHas,
  dictKeys,
  dictSize,
  isDict,
  type PyDict,
  PyTuple,
  rememberKeyOrder,
  setOwn,
} from './containers.ts'
export { PyDateTime } from './datetime.ts'
export { pyEquals, pyTruth } from './equality.ts'
export { fnmatchPattern } from './fnmatch.ts'
export { parseJson } from './json.ts'
export { type JsonDumpsOptions, jsonDumps } from './json-dumps.ts'
export { LiteralError, type LiteralErrorKind } from './literal-error.ts'
export { literalEval } from './literal-eval.ts'
export { floatRepr, intRepr, isFloat, isInt, isNumber, PyFloat, pyFloat, pyInt } from './number.ts'
export {
  divideHalfEven,
  exponentText,
  fixedText,
  fraction,
  generalText,
  roundFloat,
} from './number-format.ts'
export { Random } from './random.ts'
export { pyRepr, pyStr } from './repr.ts'
export { strftime } from './strftime.ts'
export { isDigit, isSpace, lower, lstrip, rsplit, rstrip, split, splitlines, strip, upper } from './text.ts'

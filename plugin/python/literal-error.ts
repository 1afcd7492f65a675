/** Python exceptions that `ast.literal_eval` ends in. */
export type LiteralErrorKind = 'SyntaxError' | 'ValueError' | 'TypeError'

/** The text is not a Python literal. `kind` names the exception that Python raises. */
export class LiteralError extends Error {
  override readonly name = 'LiteralError'
  readonly kind: LiteralErrorKind

  constructor(kind: LiteralErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

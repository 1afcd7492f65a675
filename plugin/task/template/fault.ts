/** Why a template cannot go on; `render` turns it into a TemplateError that says where. */
export class Fault extends Error {
  override readonly name: string = 'Fault'
}

/** The template is malformed at a line of its own. */
export class SyntaxFault extends Fault {
  override readonly name = 'SyntaxFault'
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** The template used a name that is no column of the document. */
export class MissingColumn extends Fault {
  override readonly name = 'MissingColumn'
  readonly column: string

  constructor(column: string) {
    super(`'${column}' is not a column of the document`)
    this.column = column
  }
}

/** Why a template cannot go on; `render` turns it into a TemplateError that says where. */
export class Fault extends Error {
  override readonly name: string = 'Fault'
}

/**
 * A fault that jinja2 itself reports (its `TemplateError`): undefined values, malformed templates, what its sandbox refuses,
 * `raise_exception`. Every other fault is some exception of Python's there, which callers of jinja2 do not catch.
 */
export class JinjaFault extends Fault {
  override readonly name: string = 'JinjaFault'
}

/** The template is malformed at a line of its own. */
export class SyntaxFault extends JinjaFault {
  override readonly name = 'SyntaxFault'
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** The template used a name that is no column of the document. */
export class MissingColumn extends JinjaFault {
  override readonly name = 'MissingColumn'
  readonly column: string

  constructor(column: string) {
    super(`'${column}' is not a column of the document`)
    this.column = column
  }
}

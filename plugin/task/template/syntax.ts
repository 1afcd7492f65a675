/** Expressions of the template language. Every node knows its line. */
export type Expression = { line: number } & (
  | { type: 'const'; value: unknown }
  | { type: 'name'; name: string }
  | { type: 'list' | 'tuple'; items: Expression[] }
  | { type: 'dict'; items: [Expression, Expression][] }
  | { type: 'attribute'; object: Expression; name: string }
  | { type: 'item'; object: Expression; index: Expression }
  | { type: 'slice'; start?: Expression; stop?: Expression; step?: Expression }
  | { type: 'call'; callee: Expression; args: Arguments }
  | { type: 'filter'; name: string; value: Expression | undefined; args: Arguments }
  | { type: 'test'; name: string; value: Expression; args: Arguments }
  | { type: 'unary'; operator: '-' | '+' | 'not'; value: Expression }
  | { type: 'binary'; operator: string; left: Expression; right: Expression }
  | { type: 'compare'; first: Expression; rest: [operator: string, Expression][] }
  | { type: 'concat'; parts: Expression[] }
  | { type: 'logic'; operator: 'and' | 'or'; left: Expression; right: Expression }
  | { type: 'condition'; test: Expression; value: Expression; otherwise: Expression | undefined }
)

export interface Arguments {
  positional: Expression[]
  named: [string, Expression][]
  spread: Expression | undefined
  namedSpread: Expression | undefined
}

/** Where a value goes: a name, an attribute of a namespace, or several of them. */
export type Target =
  | { type: 'name'; name: string }
  | { type: 'field'; object: string; field: string }
  | { type: 'unpack'; targets: Target[] }

export interface Parameter {
  name: string
  fallback: Expression | undefined
}

export type Statement = { line: number } & (
  | { type: 'text'; text: string }
  | { type: 'print'; value: Expression }
  | { type: 'if'; branches: [test: Expression, body: Statement[]][]; otherwise: Statement[] }
  | {
      type: 'for'
      target: Target
      items: Expression
      condition: Expression | undefined
      body: Statement[]
      otherwise: Statement[]
      recursive: boolean
    }
  | { type: 'set'; target: Target; value: Expression }
  | { type: 'setBlock'; target: Target; filter: Expression | undefined; body: Statement[] }
  | { type: 'with'; targets: [Target, Expression][]; body: Statement[] }
  | { type: 'macro'; name: string; parameters: Parameter[]; body: Statement[] }
  | { type: 'callBlock'; call: Expression; parameters: Parameter[]; body: Statement[] }
  | { type: 'filterBlock'; filter: Expression; body: Statement[] }
  | { type: 'block'; name: string; scoped: boolean; body: Statement[] }
  | { type: 'refused'; reason: string }
  | { type: 'group'; body: Statement[] }
  | { type: 'leave'; how: 'break' | 'continue' }
)

import { PyTuple } from '../../python/index.ts'
import type { StatementCompiler } from './compile-statement.ts'
import { Fault } from './fault.ts'
import type { Frame } from './frame.ts'
import { makeDict } from './make-dict.ts'
import type { Expression, Parameter, Statement } from './syntax.ts'
import { type CallArguments, Callable, toRepr, Undefined } from './values.ts'

/** A function that makes the macro's value in the frame where its definition stands. */
export function compileMacro(
  compiler: StatementCompiler,
  /** Undefined for the body of a `{% call %}` block. */
  ownName: string | undefined,
  parameters: Parameter[],
  statements: Statement[],
): (frame: Frame) => Callable {
  const name = ownName ?? 'caller'
  const run = compiler.outsideLoops(() => compiler.body(statements))
  const fallbacks = parameters.map(({ fallback }) => fallback && compiler.expressions.compile(fallback))
  const names = parameters.map(parameter => parameter.name)
  const used = usedNames(statements)
  const takes = { varargs: used.has('varargs'), kwargs: used.has('kwargs'), caller: used.has('caller') }

  const call = (frame: Frame, { positional, named }: CallArguments) => {
    const inner = frame.inner()
    const extra = new Map(named)
    const absent: number[] = []
    names.forEach((parameter, index) => {
      const given = index < positional.length ? positional[index] : extra.get(parameter)
      if (index < positional.length && extra.has(parameter))
        throw new Fault(`${name} got '${parameter}' twice`)
      extra.delete(parameter)
      if (given === undefined) absent.push(index)
      const missing = Undefined.because(`the parameter '${parameter}' of ${name} was not given`)
      inner.scope.set(parameter, given === undefined ? missing : given)
    })
    // a default sees all parameters, its own as one that was not given
    for (const index of absent) {
      const fallback = fallbacks[index]
      if (fallback !== undefined) inner.scope.set(names[index] as string, fallback(inner))
    }
    if (takes.caller && !names.includes('caller')) {
      inner.scope.set('caller', extra.get('caller') ?? Undefined.because('there is no caller'))
      extra.delete('caller')
    }
    if (takes.kwargs) inner.scope.set('kwargs', makeDict(extra, frame.budget))
    else if (extra.size > 0) throw new Fault(`${name} has no parameter '${[...extra.keys()][0]}'`)
    const rest = positional.slice(names.length)
    if (takes.varargs) inner.scope.set('varargs', PyTuple.fromItems(rest))
    else if (rest.length > 0) throw new Fault(`${name} takes at most ${names.length} arguments`)
    return inner.capture(run, inner.scope)
  }

  const facts = new Map<string, unknown>([
    ['name', ownName ?? null],
    ['arguments', PyTuple.fromItems(names)],
    ['catch_varargs', takes.varargs],
    ['catch_kwargs', takes.kwargs],
    ['caller', takes.caller],
  ])
  return frame =>
    new Callable(
      'Macro',
      args => call(frame, args),
      field => facts.get(field),
      () => `<Macro ${ownName === undefined ? 'anonymous' : toRepr(ownName)}>`,
    )
}

/** Every name that a part of the template mentions. */
function usedNames(node: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(node)) for (const child of node) usedNames(child, found)
  else if (typeof node === 'object' && node !== null && !(node instanceof Number)) {
    const { type, name } = node as Partial<Expression & { type: 'name' }>
    if (type === 'name' && typeof name === 'string') found.add(name)
    for (const child of Object.values(node)) usedNames(child, found)
  }
  return found
}

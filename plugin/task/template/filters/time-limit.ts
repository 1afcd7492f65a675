import { type Context, createContext, Script } from 'node:vm'
import { PatternError } from '../../../python/regex/syntax.ts'
import { Fault } from '../fault.ts'

const script = new Script('run()')
const shared: { run?: () => void } = {}
let context: Context | undefined

/**
 * Runs something that counts no steps of its own, such as a pattern that backtracks without end, for a limited time.
 * The engine's watchdog ends it; nothing but the given function runs.
 * @throws Fault when the time is over.
 */
export function withTimeLimit<T>(what: string, milliseconds: number, run: () => T): T {
  let result: { value: T } | undefined
  context ??= createContext(shared)
  shared.run = () => {
    result = { value: run() }
  }
  try {
    script.runInContext(context, { timeout: Math.ceil(milliseconds) })
  } catch (error) {
    // V8 turns a pattern into code at its first use, and finds it too large only then
    if (error instanceof PatternError) throw new Fault(`${what}: ${error.message}`)
    if (error instanceof SyntaxError) throw new Fault(`${what} is too large`)
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
  }
  if (result === undefined) throw new Fault(`${what} takes too long`)
  return result.value
}

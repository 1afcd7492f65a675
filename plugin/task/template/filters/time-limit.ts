import { type Context, createContext, Script } from 'node:vm'
import { Fault } from '../fault.ts'

const script = new Script('run()')
const shared: { run?: () => void } = {}
let context: Context | undefined

/**
 * Runs something that counts no steps of its own, such as a pattern that backtracks without end, for one second at most.
 * The engine's watchdog ends it; nothing but the given function runs.
 * @throws Fault when the time is over.
 */
export function withTimeLimit<T>(what: string, run: () => T): T {
  let result: { value: T } | undefined
  context ??= createContext(shared)
  shared.run = () => {
    result = { value: run() }
  }
  try {
    script.runInContext(context, { timeout: 1000 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
  }
  if (result === undefined) throw new Fault(`${what} takes more than a second`)
  return result.value
}

import { formatPosition, type LmEvalError } from '../errors.ts'
import { escapeText } from '../report/escape.ts'
import { packageVersion } from '../vitest/package-version.ts'
import { commands } from './commands.ts'
import type { Output } from './output.ts'
import { nearestOf, parseLine } from './parse-line.ts'
import { commandUsage, usage } from './usage.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs one command of `vitest-lm-eval`.
 * @param args what stands behind the program's name
 * @returns exit code: 0; 1 with the error's sentence on standard error; 2 with the usage text for a wrong command line
 */
export async function runCli(args: readonly string[], output: Output): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version' || name === '-v') return print(output, `${packageVersion()}\n`)
  if (name === '--help' || name === '-h' || name === 'help') return print(output, usage())
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name === undefined || command === undefined) {
    const problem =
      name === undefined
        ? 'no command is given.'
        : `unknown command ${name}; ${nearestOf(name, Object.keys(commands))}`
    return misused(output, problem, usage())
  }
  const text = commandUsage(name, command)
  try {
    const line = parseLine(rest, command.options)
    if (line.options.has('help')) return print(output, text)
    await command.run(line, output)
    return 0
  } catch (error) {
    if (error instanceof UsageError) return misused(output, error.message, text)
    output.writeError(`${errorText(error)}\n`)
    return 1
  }
}

function print(output: Output, text: string): number {
  output.write(text)
  return 0
}

function misused(output: Output, problem: string, text: string): number {
  output.writeError(`vitest-lm-eval: ${escapeText(problem)}\n\n${text}`)
  return 2
}

/** A sentence for users; anything else is a fault of this package, which its stack helps to find. */
function errorText(error: unknown): string {
  // Another copy of this package, the config's, may have thrown it.
  if (error instanceof Error && error.name === 'LmEvalError')
    return [error.message, ...placesUnsaid(error as LmEvalError)].map(escapeText).join('\n')
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text.split('\n').map(escapeText).join('\n')
}

function placesUnsaid({ message, at }: LmEvalError): string[] {
  return at
    .map(formatPosition)
    .filter(place => !message.includes(place))
    .map(place => `    at ${place}`)
}

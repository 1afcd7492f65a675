import { type Command, commands } from './commands.ts'
import type { OptionRule } from './parse-line.ts'
import { alignColumns } from './terminal-text.ts'

/** Usage text of all commands. */
export function usage(): string {
  const rows = Object.entries(commands).map(([name, { takes, about }]) => [`  ${name} ${takes}`, about])
  const [first = [], ...rest] = rows
  return [
    'Usage: vitest-lm-eval COMMAND [OPTION...]',
    '',
    ...alignColumns(first, rest),
    '',
    'vitest-lm-eval COMMAND --help says more; --version prints the version. Tasks are run by `vitest run`.',
    '',
  ].join('\n')
}

/** Usage text of one command. */
export function commandUsage(name: string, { takes, about, options }: Command): string {
  const rows = Object.entries(options).map(([option, rule]) => [
    `  --${option}${valueText(rule)}`,
    rule.about,
  ])
  const [first, ...rest] = rows
  const head = [
    `Usage: vitest-lm-eval ${[name, takes, '[OPTION...]'].filter(part => part !== '').join(' ')}`,
    '',
    about,
  ]
  return [...head, ...(first === undefined ? [] : ['', ...alignColumns(first, rest)]), ''].join('\n')
}

function valueText({ value, optional }: OptionRule): string {
  if (value === undefined) return ''
  return optional === true ? `[=${value}]` : ` ${value}`
}

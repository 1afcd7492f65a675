import { len } from '../../../python/index.ts'
import { bind, intArgument, textArgument } from '../arguments.ts'
import type { Budget } from '../budget.ts'
import { Fault } from '../fault.ts'
import type { Method } from './index.ts'

type TextMethod = Method<string>

/** Methods that fill a text up. */
export const paddingMethods: [string, TextMethod][] = [
  [
    'center',
    padding('center', (missing, width) => {
      const left = Math.floor(missing / 2) + (missing & width & 1)
      return [left, missing - left]
    }),
  ],
  ['ljust', padding('ljust', missing => [0, missing])],
  ['rjust', padding('rjust', missing => [missing, 0])],
  [
    'zfill',
    (self, args, budget) => {
      const width = intArgument('zfill', bind('zfill', args, ['width'], 1)[0], 0)
      const missing = Math.max(0, width - len(self))
      budget.spendText(missing)
      const sign = /^[-+]/.exec(self)?.[0] ?? ''
      return sign + '0'.repeat(missing) + self.slice(sign.length)
    },
  ],
  [
    'expandtabs',
    (self, args, budget) =>
      expandTabs(self, intArgument('expandtabs', bind('expandtabs', args, ['tabsize'])[0], 8), budget),
  ],
]

function padding(name: string, sides: (missing: number, width: number) => [number, number]): TextMethod {
  return (self, args, budget) => {
    const [width, fill] = bind(name, args, ['width', 'fillchar'], 1)
    const columns = intArgument(name, width, 0)
    const character = fill === undefined ? ' ' : textArgument(name, fill)
    if (len(character) !== 1) throw new Fault(`${name} fills with one character`)
    const missing = Math.max(0, columns - len(self))
    budget.spendText(missing)
    const [left, right] = sides(missing, columns)
    return character.repeat(left) + self + character.repeat(right)
  }
}

function expandTabs(text: string, size: number, budget: Budget): string {
  let column = 0
  let length = 0
  const parts: string[] = []
  budget.spendScan(text.length)
  for (const character of text) {
    if (character === '\t') {
      const width = size > 0 ? size - (column % size) : 0
      length += width
      budget.checkText(length)
      budget.spendText(width)
      parts.push(' '.repeat(width))
      column += width
    } else {
      parts.push(character)
      column = character === '\n' || character === '\r' ? 0 : column + 1
    }
  }
  return parts.join('')
}

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository } from '../e2e/workspace.ts'
import { runCommand } from './run-command.ts'

const { version, bin } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))

describe('wrong usage ends with code 2 and the usage text', () => {
  test.each([
    ['no command', [], 'no command is given.'],
    ['an unknown command', ['taks'], 'unknown command taks; did you mean tasks?'],
    [
      'a command that is like none',
      ['evaluate-all'],
      'unknown command evaluate-all; known are tasks, show, metrics, cache, schema.',
    ],
    ['an unknown option', ['show', 'wsc273', '--dok', '1'], 'unknown option --dok; did you mean --doc?'],
    ['a missing value', ['show', 'wsc273', '--doc'], 'option --doc needs a value: --doc N.'],
    ['a value for a switch', ['tasks', '--json=1'], 'option --json takes no value, but was given 1.'],
    ['no task', ['show'], 'show takes one task.'],
    ['two tasks', ['show', 'wsc273', 'mc_taco'], 'show takes one task.'],
    ['no number', ['show', 'wsc273', '--doc', 'one'], 'option --doc must be a whole number, not "one".'],
    [
      'samples that are no JSON',
      ['show', 'wsc273', '--samples', '{wsc273}'],
      'option --samples must be JSON such as',
    ],
    [
      'a seed by chance',
      ['show', 'wsc273', '--seed', '0,1,2,None'],
      'option --seed must be a number for the few-shot',
    ],
    [
      'a data set without a path',
      ['show', 'wsc273', '--datasets', 'mc_taco'],
      'must be NAME=PATH, not "mc_taco".',
    ],
  ])('%s', async (_, args, problem) => {
    const { code, out, error } = await runCommand(args)
    expect(error).toContain(problem)
    expect(error).toContain('\n\nUsage: vitest-lm-eval ')
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })
})

test('--help and --version', async () => {
  expect(await runCommand(['--version'])).toEqual({ code: 0, out: `${version}\n`, error: '' })
  const general = await runCommand(['--help'])
  for (const name of ['tasks', 'show', 'schema'])
    expect(general.out).toMatch(new RegExp(`^ {2}${name} `, 'mu'))
  const { code, out } = await runCommand(['show', '--help'])
  expect(code).toBe(0)
  expect(out).toMatch(/^ {2}--num-fewshot N +shots/mu)
})

test('what is wrong with a task is one sentence, code 1', async () => {
  const { code, out, error } = await runCommand(['show', 'wsc237', '--config', 'none'])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(error).toMatch(/^No task is named wsc237; .* Did you mean wsc273\?.*\n$/u)
})

test('the installed program', () => {
  const program = join(repository, bin['vitest-lm-eval'])
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { cwd: repository, encoding: 'utf8' })
  expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/u)
  const shown = run('show', 'wsc273', '--doc', '0')
  expect(shown.stderr).toBe('')
  expect(shown.stdout).toContain('because the city councilmen∎\n')
  expect(shown.status).toBe(0)
  const wrong = run('show', 'wsc273', '--doc', '273')
  expect(wrong.stderr).toBe('The task wsc273 has documents 0 to 272, no document 273; give another --doc.\n')
  expect(wrong.status).toBe(1)
})

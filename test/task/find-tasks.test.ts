import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findTasks } from '../../plugin/task/find-tasks.ts'
import type { SelectionWarning } from '../../plugin/task/select/selection-warning.ts'
import { caught } from './caught.ts'
import { temporaryFolder } from './temporary-folder.ts'

const files = {
  'evals/one.yaml': 'task: alpha_one\n',
  'evals/deep/two.yaml': 'include: ../_base\ntask: alpha_two\n',
  'evals/_base': 'output_type: multiple_choice\n',
  'evals/part.yaml': 'output_type: multiple_choice\n',
  'evals/beta.yaml': 'task: Beta\n',
}

const names = (patterns: string[], root: string, tasksDir?: string) =>
  findTasks(patterns, { root, tasksDir }).map(({ name }) => name)

describe('by name', () => {
  test('shipped tasks', () => {
    const [task] = findTasks(['wsc273'], { root: '/' })
    expect(task?.file).toBe(join(import.meta.dirname, '../../tasks/wsc273/default.yaml'))
    expect(names(['mc_*'], '/')).toEqual(['mc_taco'])
  })

  test('tasks of tasksDir, in the order asked for, each once', () => {
    const root = temporaryFolder(files)
    expect(names(['Beta', 'alpha_one', 'Beta'], root, 'evals')).toEqual(['Beta', 'alpha_one'])
  })

  test.each([
    ['alpha*', ['alpha_one', 'alpha_two']],
    ['alpha_t??', ['alpha_two']],
    ['alpha_[no]*', ['alpha_one']],
    ['alpha_[!o]*', ['alpha_two']],
    ['[A-C]*', ['Beta']],
  ])('pattern %s', (pattern, expected) => {
    expect(names([pattern], temporaryFolder(files), 'evals')).toEqual(expected)
  })

  test.each(['beta', 'Bet', '[Beta]', 'gamma*', '', 'alpha_one?'])('%j is nobody', async pattern => {
    const root = temporaryFolder(files)
    const error = await caught(() => names([pattern], root, 'evals'))
    expect(error.code).toBe('TASK_NOT_FOUND')
    expect(error.message).toContain('evals')
  })

  test('the nearest names are offered', async () => {
    expect((await caught(() => names(['wsc237'], '/'))).message).toContain('Did you mean wsc273')
    expect((await caught(() => names(['zzzzzzzzzzzz'], '/'))).message).toContain('There are: ')
  })

  test('a task of tasksDir hides the shipped one of its name', () => {
    const root = temporaryFolder({ 'own/wsc.yaml': 'task: wsc273\n' })
    expect(findTasks(['wsc273'], { root, tasksDir: 'own' })).toMatchObject([
      { name: 'wsc273', file: join(root, 'own/wsc.yaml') },
    ])
  })

  test('a broken file stops nobody else and is told', async () => {
    const root = temporaryFolder({
      ...files,
      'evals/broken.yaml': 'task: [\n',
      'evals/group.yaml': 'group: g\ntask: [Beta]\n',
    })
    const problems: SelectionWarning[] = []
    const found = findTasks(['Beta'], {
      root,
      tasksDir: 'evals',
      onProblem: problem => problems.push(problem),
    })
    expect(found).toHaveLength(1)
    expect(problems.map(({ code, file }) => [code, file.split('/').at(-1)])).toEqual([
      ['task_file_skipped', 'broken.yaml'],
      ['task_file_without_name', 'part.yaml'],
    ])
    expect(problems[0]?.message).toMatch(/broken\.yaml:\d+:\d+/)
  })

  test('a group gives its tasks, an empty one is named', async () => {
    const root = temporaryFolder({
      ...files,
      'evals/group.yaml': 'group: g\ntask: [Beta, alpha_one]\n',
      'evals/empty.yaml': 'group: none\ntask: Beta\n',
    })
    expect(names(['g'], root, 'evals')).toEqual(['Beta', 'alpha_one'])
    const error = await caught(() => names(['none'], root, 'evals'))
    expect(error).toMatchObject({
      code: 'TASK_FIELD',
      message: expect.stringContaining('the group none is empty'),
    })
  })
})

describe('by path', () => {
  test('a path, relative or absolute', () => {
    const root = temporaryFolder(files)
    expect(names(['evals/one.yaml', join(root, 'evals/beta.yaml'), './evals/one.yaml'], root)).toEqual([
      'alpha_one',
      'Beta',
    ])
  })

  test('a glob skips files that define no task', () => {
    const root = temporaryFolder(files)
    expect(names(['evals/**/*.yaml'], root)).toEqual(['Beta', 'alpha_two', 'alpha_one'])
    expect(names([`${root}/evals/*.yaml`], '/')).toEqual(['Beta', 'alpha_one'])
  })

  test('a broken file that a glob matches stays in under its base name', () => {
    const root = temporaryFolder({ ...files, 'evals/broken.yaml': 'task: [\n' })
    expect(names(['evals/b*.yaml'], root)).toEqual(['Beta', 'broken'])
  })

  const refused: [pattern: string, code: string, message: RegExp][] = [
    ['evals/gone.yaml', 'TASK_NOT_FOUND', /gone\.yaml: no file matches it/],
    ['evals/pa*.yaml', 'TASK_NOT_FOUND', /none of the 1 files/],
    ['nothing/**/*.yaml', 'TASK_NOT_FOUND', /no file matches/],
    ['evals/part.yaml', 'TASK_FIELD', /part\.yaml defines no task/],
    ['evals/bad.yaml', 'TASK_FILE', /bad\.yaml:\d+:\d+/],
  ]
  test.each(refused)('%s is refused', async (pattern, code, message) => {
    const root = temporaryFolder({ ...files, 'evals/bad.yaml': 'task: [\n' })
    const error = await caught(() => names([pattern], root))
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
  })
})

test('two selected files with one task name are refused, both named', async () => {
  const root = temporaryFolder({ 'a.yaml': 'task: same\n', 'b.yaml': 'task: same\n' })
  const error = await caught(() => names(['*.yaml'], root))
  expect(error.message).toContain(join(root, 'a.yaml'))
  expect(error.message).toContain(join(root, 'b.yaml'))
})

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fnmatchPattern } from '../../plugin/python/index.ts'
import { matchTasks, type TaskEntry } from '../../plugin/task/select/match-tasks.ts'
import { readTaskSpec } from '../../plugin/task/select/read-task-spec.ts'
import { selectTasks } from '../../plugin/task/select/select-tasks.ts'
import type { SelectionWarning } from '../../plugin/task/select/selection-warning.ts'
import { indexTasks } from '../../plugin/task/task-registry.ts'
import { caught } from './caught.ts'
import { temporaryFolder } from './temporary-folder.ts'

const a = 'task: ta\ndataset_path: json\nmetadata: {version: 1.0}\n'
const b = 'task: tb\ndataset_path: json\n'
const c = 'task: tc\ndataset_path: json\n'

/** Selects by registered names over the folder `tasks`. */
function select(files: Record<string, string>, wanted: string[], folders = ['tasks']) {
  const root = temporaryFolder(files)
  const warnings: SelectionWarning[] = []
  const index = indexTasks(
    folders.map(folder => join(root, folder)),
    warning => warnings.push(warning),
  )
  const selection = selectTasks(
    wanted.map((name): TaskEntry => ({ kind: 'name', name })),
    index,
  )
  return {
    root,
    tasks: selection.tasks.map(({ name }) => name),
    groups: selection.groups,
    members: Object.fromEntries(selection.groups.map(({ name, members }) => [name, members])),
    delimiters: selection.tasks.map(({ spec }) => readTaskSpec(spec).config.target_delimiter),
    read: (name: string) => {
      const found = selection.tasks.find(task => task.name === name)
      return readTaskSpec(structuredClone(found?.spec) as NonNullable<typeof found>['spec'])
    },
    codes: [...warnings, ...selection.warnings].map(({ code }) => code),
  }
}

describe('the index', () => {
  test('in one folder the first file in path order keeps a name', () => {
    const found = select({ 'tasks/a.yaml': a, 'tasks/b.yaml': `${a}target_delimiter: "@"\n` }, ['ta'])
    expect(found.delimiters).toEqual([undefined])
    expect(found.codes).toEqual(['duplicate_task_same_path'])
  })

  test('of two folders the later wins, a tag as a whole', () => {
    const found = select(
      { 'p1/a.yaml': `${a}tag: t\n`, 'p1/b.yaml': `${b}tag: t\n`, 'p2/c.yaml': `${c}tag: t\n` },
      ['t'],
      ['p1', 'p2'],
    )
    expect(found.tasks).toEqual(['tc'])
    expect(found.codes).toEqual(['task_overridden_by_later_path'])
  })

  test('broken files are told with their reason, files that others include are not', () => {
    const found = select(
      {
        'tasks/a.yaml': 'include: part.yaml\ntask: ta\n',
        'tasks/part.yaml': 'dataset_path: json\n',
        'tasks/broken.yaml': 'task: [\n',
        'tasks/list.yaml': 'task: [x]\n',
        'tasks/__pycache__/b.yaml': b,
        'tasks/c.yml': c,
        'tasks/.hidden/d.yaml': 'task: td\n',
      },
      ['ta', 'td'],
    )
    expect(found.tasks).toEqual(['ta', 'td'])
    expect(found.codes).toEqual(['task_file_skipped', 'task_file_skipped'])
  })

  test('a tag named like an earlier task is no tag; a task named like an earlier tag is left out', () => {
    expect(select({ 'tasks/a.yaml': a, 'tasks/z.yaml': `${b}tag: ta\n` }, ['ta']).tasks).toEqual(['ta'])
    const found = select({ 'tasks/a.yaml': `${a}tag: tb\n`, 'tasks/b.yaml': b }, ['tb'])
    expect(found.tasks).toEqual(['ta'])
    expect(found.codes).toEqual(['duplicate_task_same_path'])
  })
})

describe('tags and names', () => {
  const tagged = { 'tasks/a.yaml': 'task: tz\ntag: tt\n', 'tasks/b.yaml': 'task: ty\ntag: [tt, uu]\n' }

  test('a tag gives its tasks in alphabetical order, each once', () => {
    expect(select(tagged, ['tt']).tasks).toEqual(['ty', 'tz'])
    expect(select(tagged, ['uu', 'tt', 'tz']).tasks).toEqual(['ty', 'tz'])
    expect(select({ ...tagged, 'tasks/g.yaml': 'group: g\ntask: [tt]\n' }, ['g']).members).toEqual({
      g: ['ty', 'tz'],
    })
  })

  test('a task that two selected things hold is refused where one is a group', async () => {
    const files = {
      'tasks/a.yaml': a,
      'tasks/g.yaml': 'group: g\ntask: [ta]\n',
      'tasks/h.yaml': 'group: h\ntask: [ta]\n',
    }
    const error = await caught(() => select(files, ['ta', 'g']))
    expect(error).toMatchObject({
      code: 'TASK_FIELD',
      message: expect.stringMatching(/ta .* own name .* group g/),
    })
    expect((await caught(() => select(files, ['g', 'h']))).message).toMatch(/group g .* group h/)
    expect(select(files, ['ta', 'ta']).tasks).toEqual(['ta'])
  })
})

describe('overrides', () => {
  test('its file < inner group < outer group < member mapping', () => {
    const found = select(
      {
        'tasks/a.yaml': a,
        'tasks/b.yaml': b,
        'tasks/c.yaml': c,
        'tasks/h.yaml': 'group: h\ntask: [tb, {task: tc, target_delimiter: "c"}]\ntarget_delimiter: "h"\n',
        'tasks/g.yaml': 'group: g\ntask: [ta, h]\ntarget_delimiter: "g"\n',
      },
      ['g'],
    )
    expect(found.tasks).toEqual(['ta', 'tb', 'tc'])
    expect(found.delimiters).toEqual(['g', 'g', 'c'])
    expect(found.members).toEqual({ g: ['ta', 'h'], h: ['tb', 'tc'] })
    const task = found.read('tc')
    expect(task.locate(['target_delimiter'])).toEqual({
      file: join(found.root, 'tasks/h.yaml'),
      line: 2,
      column: 23,
    })
    expect(task.locate(['dataset_path'])).toEqual({
      file: join(found.root, 'tasks/c.yaml'),
      line: 2,
      column: 1,
    })
    expect(task.files.map(file => file.split('/').at(-1))).toEqual(['c.yaml', 'h.yaml', 'g.yaml'])
  })

  test('an inline group with an alias, and a registered one with a task field', () => {
    const files = { 'tasks/a.yaml': a, 'tasks/b.yaml': b, 'tasks/c.yaml': c }
    const inline = `group: g
target_delimiter: g
task:
  - ta
  - group: inner
    group_alias: Inner
    metadata: {version: 1.0}
    target_delimiter: i
    task: [tb, {task: tc, target_delimiter: c}]
aggregate_metric_list: {metric: acc, filter_list: none, weight_by_size: no}
`
    const found = select({ ...files, 'tasks/g.yaml': inline }, ['g'])
    expect(found.delimiters).toEqual(['g', 'g', 'c'])
    expect(found.groups).toEqual([
      {
        name: 'g',
        alias: 'g',
        version: 'N/A',
        members: ['ta', 'g::inner'],
        metrics: [{ metric: 'acc', filters: ['none'], weightBySize: false }],
      },
      { name: 'g::inner', alias: 'Inner', version: '1.0', members: ['tb', 'tc'], metrics: [] },
    ])
    const reference = select(
      {
        ...files,
        'tasks/h.yaml': 'group: h\ntask: [tb, tc]\ntarget_delimiter: "h"\n',
        'tasks/g.yaml': 'group: g\ntask: [ta, {group: h, target_delimiter: "@"}]\n',
      },
      ['g'],
    )
    expect(reference.delimiters).toEqual([undefined, '@', '@'])
    expect(reference.members).toEqual({ g: ['ta', 'h'], h: ['tb', 'tc'] })
  })

  test('a member that is not registered is built in place', () => {
    const found = select({ 'tasks/g.yaml': 'group: g\ntask:\n  - dataset_path: json\n    task: new\n' }, [
      'g',
    ])
    expect(found.tasks).toEqual(['g::new'])
    const task = found.read('g::new')
    expect(task.config).toEqual({ task: 'g::new', dataset_path: 'json' })
    expect(task.locate(['doc_to_text'])).toMatchObject({ line: 3 })
  })

  test('a tag with overrides renames its members: the last stays, with a warning', () => {
    const found = select(
      {
        'tasks/a.yaml': 'task: tz\ntag: tt\ndescription: z\n',
        'tasks/b.yaml': 'task: ty\ntag: tt\n',
        'tasks/g.yaml': 'group: g\ntask: [{task: tt, target_delimiter: "@"}]\n',
      },
      ['g'],
    )
    expect(found.members).toEqual({ g: ['tt'] })
    expect(found.read('tt').config).toEqual({ task: 'tt', description: 'z', target_delimiter: '@' })
    expect(found.codes).toEqual(['members_renamed'])
  })

  test('a tag on a group has no effect; a text as member list makes an empty group', () => {
    const found = select({ 'tasks/a.yaml': a, 'tasks/g.yaml': 'group: g\ntag: x\ntask: ta\n' }, ['g'])
    expect(found.members).toEqual({ g: [] })
    expect(found.codes).toEqual(['empty_group'])
  })

  const refused: [what: string, group: string, message: RegExp][] = [
    ['an unknown name', 'task: [ta, tx]', /g\.yaml:2:12: .*names tx.*Did you mean ta/],
    ['an unknown name in a mapping', 'task: [{task: tx, num_fewshot: 1}]', /names tx/],
    [
      'a mapping without task and group',
      'task: [{num_fewshot: 1}]',
      /g\.yaml:2:8: .*mapping with task or group/,
    ],
    ['a number as member', 'task: [1]', /must be a name/],
    ['itself', 'task: [g]', /g → g/],
    ['a circle', 'task: [h]', /g → h → g/],
    ['a group through task', 'task: [{task: k, target_delimiter: "@"}]', /k.yaml:1:1: .*write group: k/],
    ['a field of a group', 'task: [{group: k, group_alias: K}]', /g\.yaml:2:19: group_alias cannot/],
    ['an unknown key', 'task: [ta]\naggregate_metric_list: [{metric: acc, foo: 1}]', /g\.yaml:3:39: .*foo/],
    [
      'another aggregation',
      'task: [ta]\naggregate_metric_list: [{metric: acc, aggregation: sum}]',
      /must be mean/,
    ],
    ['no metric', 'task: [ta]\naggregate_metric_list: [{}]', /name of a metric/],
    ['a text as list', 'task: [ta]\naggregate_metric_list: acc', /list of mappings/],
  ]
  test.each(refused)('%s is refused', async (_, group, message) => {
    const files = {
      'tasks/a.yaml': a,
      'tasks/g.yaml': `group: g\n${group}\n`,
      'tasks/h.yaml': 'group: h\ntask: [g]\n',
      'tasks/k.yaml': 'group: k\ntask: [ta]\n',
    }
    expect((await caught(() => select(files, ['g']))).message).toMatch(message)
  })

  test('groups that hold groups twice over are stopped', async () => {
    const files: Record<string, string> = { 'tasks/a.yaml': a }
    for (let level = 0; level < 30; level++) {
      const next = level === 29 ? 'ta' : `g${level + 1}`
      files[`tasks/g${level}.yaml`] = `group: g${level}\ntask: [${next}, ${next}]\n`
    }
    expect((await caught(() => select(files, ['g0']))).message).toContain('more than 50000')
  })
})

// Expected: the harness's --tasks on the same files.
describe('what is asked for', () => {
  const files = {
    'tasks/a.yaml': 'task: alpha_one\ntag: greek\n',
    'tasks/b.yaml': 'task: alpha_two\ntag: greek\n',
    'tasks/c.yaml': 'task: Beta\n',
    'tasks/g.yaml': 'group: alpha\ntask: [alpha_one]\n',
    'tasks/x/d.yaml': 'task: "w[1]"\n',
    'own/t1.yaml': 'task: own1\n',
    'own/t2.yaml': 'task: own2\n',
    'own/readme.md': 'x',
    'alpha/zz.yaml': 'task: zz\n',
  }
  function match(patterns: string | string[]) {
    const cwd = temporaryFolder(files)
    const warnings: string[] = []
    const index = indexTasks([join(cwd, 'tasks')])
    const entries = matchTasks(patterns, index, { cwd, onWarning: ({ code }) => warnings.push(code) })
    return { found: entries.map(({ kind, name }) => (kind === 'file' ? `file ${name}` : name)), warnings }
  }

  test.each<[string | string[], string[]]>([
    [
      ['alpha_one,Beta', 'alpha_two'],
      ['alpha_one', 'Beta', 'alpha_two'],
    ],
    ['alpha*', ['alpha', 'alpha_one', 'alpha_two']],
    ['w[[]1]', ['w[1]']],
    ['own', ['file own1', 'file own2']],
    ['tasks', ['file alpha_one', 'file alpha_two', 'file Beta', 'file alpha']],
    ['own/*.yaml,own/t1.yaml', ['file own1', 'file own2']],
    ['own/t{1,2}.yaml', ['file own1', 'file own2']],
    ['', []],
    [[], []],
  ])('%j', (patterns, expected) => {
    expect(match(patterns)).toEqual({ found: expected, warnings: [] })
  })

  test('a registered name wins over a folder', () => {
    expect(match('alpha')).toEqual({ found: ['alpha'], warnings: ['dir_shadowed'] })
  })

  test.each([['beta'], ['alpha_one, Beta'], ['alpha_one,'], ['w[1]'], ['own/zz.yaml'], ['own,alpha_one']])(
    '%j is refused',
    async patterns => {
      expect((await caught(() => match(patterns))).code).toBe('TASK_NOT_FOUND')
    },
  )

  test('one error names everything without a match', async () => {
    const { message } = await caught(() => match(['alpha_one', 'nope', 'own/zz.yaml']))
    expect(message).toContain('nope')
    expect(message).toContain('own/zz.yaml')
  })

  test('a group that a glob finds holds its members, found or not', () => {
    const cwd = temporaryFolder(files)
    const index = indexTasks([])
    const selection = selectTasks(matchTasks('tasks/*.yaml', index, { cwd }), index)
    expect(selection.tasks.map(({ name }) => name)).toEqual(['alpha_two', 'Beta', 'alpha_one'])
    expect(selection.groups.map(({ name }) => name)).toEqual(['alpha'])
  })
})

// Expected: CPython's fnmatch.fnmatchcase.
test.each([
  ['[b-a]', 'b', false],
  ['[!b-a]', 'b', true],
  ['[a-c-e]', '-', true],
  ['[--0]', '.', true],
  ['[&~|]', '~', true],
  ['[\\]', '\\', true],
  ['[^a]', '^', true],
  ['[]]', ']', true],
  ['[!]]', ']', false],
  ['[', '[', true],
  ['a[', 'a[', true],
  ['?', '😀', true],
  ['*/b', 'a/x/b', true],
  ['a*b*c', 'abxbc', true],
  ['a\\*', 'a\\x', true],
])('fnmatch %s on %s: %s', (pattern, name, expected) => {
  expect(fnmatchPattern(pattern).test(name)).toBe(expected)
})

test('a pattern of many stars takes no time', () => {
  expect(fnmatchPattern(`${'*a'.repeat(30)}b`).test('a'.repeat(5000))).toBe(false)
})

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dictKeys, PyFloat } from '../../plugin/python/index.ts'
import { readTaskFile } from '../../plugin/task/task-file.ts'
import { FunctionReference } from '../../plugin/task/types.ts'
import { caught } from './caught.ts'
import { temporaryFolder } from './temporary-folder.ts'

function read(files: Record<string, string | Uint8Array>) {
  return readTaskFile(join(temporaryFolder(files), 'task.yaml'))
}

describe('YAML 1.1 scalars, as PyYAML reads them', () => {
  const cases: [text: string, value: unknown][] = [
    ['yes', true],
    ['No', false],
    ['ON', true],
    ['off', false],
    ['y', 'y'],
    ['n', 'n'],
    ['TRUE', true],
    ['tRUE', 'tRUE'],
    ['~', null],
    ['', null],
    ['Null', null],
    ['010', 8],
    ['08', '08'],
    ['0o7', '0o7'],
    ['0x1F', 31],
    ['0b11', 3],
    ['1_000', 1000],
    ['-12', -12],
    ['+5', 5],
    ['1:30', 90],
    ['-1:30', -90],
    ['9007199254740993', 9007199254740993n],
    ['1e3', '1e3'],
    ['1e+3', '1e+3'],
    ['1.e3', '1.e3'],
    ['.5', 0.5],
    ['2.5', 2.5],
    ['.inf', Number.POSITIVE_INFINITY],
    ['-.Inf', Number.NEGATIVE_INFINITY],
    ['.nan', Number.NaN],
    ['"yes"', 'yes'],
    ["'010'", '010'],
  ]
  test.each(cases)('%s', (text, value) => {
    expect(read({ 'task.yaml': `description: ${text}\n` }).config.description).toEqual(value)
  })

  test.each([
    ['1.0', 1],
    ['1.0e+3', 1000],
    ['2.', 2],
    ['1:30.0', 90],
  ])('%s stays a float', (text, value) => {
    const { description } = read({ 'task.yaml': `description: ${text}\n` }).config
    expect(description).toBeInstanceOf(PyFloat)
    expect(Number(description)).toBe(value)
  })

  test('a date is a date', () => {
    expect(read({ 'task.yaml': 'description: 2020-01-01\n' }).config.description).toEqual(
      new Date('2020-01-01'),
    )
  })

  test('the last of repeated keys wins, and mappings keep their order', () => {
    const { config } = read({
      'task.yaml': 'description: one\ndescription: two\ndoc_to_choice: {2: b, 1: a, 2: c}\n',
    })
    expect(config.description).toBe('two')
    expect(dictKeys(config.doc_to_choice as object as Record<string, unknown>)).toEqual(['2', '1'])
  })

  // Expected values: PyYAML 6.0.4's CSafeLoader.
  test.each([
    ['a: |\n  x', 'x'],
    ['a: |\n  x\n', 'x\n'],
    ['a: |\n  x\n  ', 'x\n'],
    ['a: |+\n  x\n\n    ', 'x\n\n  '],
    ['a: >\n  x\n   y\n  z: ', 'x\n y\nz: '],
    ['a: "x\u0085y"\n', 'x y'],
    ['a: "x \u2028 y"\n', 'x\u2028y'],
    ['a: |\r\n  x\r\n  y\r\n', 'x\ny\n'],
    ['a: "\\N\\_\\L\\P\\x41\\/"\n', '\u0085\u00a0\u2028\u2029A/'],
  ])('the text of %j', (text, value) => {
    expect(read({ 'task.yaml': text }).config.a).toBe(value)
  })

  test('merge keys', () => {
    const { config } = read({ 'task.yaml': 'a: &m {x: 1, y: 2}\nb:\n  <<: *m\n  y: 3\n' })
    expect(config.b).toEqual({ x: 1, y: 3 })
  })
})

describe('functions', () => {
  test('keep the file and place of their tag through an include', () => {
    const { config, file } = read({
      'task.yaml': 'include: base/part.yaml\ntask: t\nprocess_docs: # comment\n  !function utils.own\n',
      'base/part.yaml': 'doc_to_text: !function utils.read\nmetric_list:\n  - metric: !function m.score\n',
    })
    const folder = file.slice(0, -'task.yaml'.length)
    const own = config.process_docs as FunctionReference
    expect(own).toBeInstanceOf(FunctionReference)
    expect(own.text).toBe('utils.own')
    expect(own.position).toEqual({ file, line: 4, column: 3 })
    const text = config.doc_to_text as FunctionReference
    expect(text.position).toEqual({ file: join(folder, 'base/part.yaml'), line: 1, column: 14 })
    const [entry] = config.metric_list as { metric: FunctionReference }[]
    expect(entry?.metric.position).toMatchObject({ line: 3, column: 13 })
  })
})

describe('includes', () => {
  test('later ones override earlier ones, own fields override all, each as a whole', () => {
    const { config, files } = read({
      'task.yaml': 'include: [a.yaml, sub/b]\ntask: child\ndescription: null\n',
      'a.yaml': 'task: a\ndescription: A\nmetadata: {version: 1, x: 1}\ntarget_delimiter: "A"\n',
      'sub/b': 'include: c.yaml\nmetadata: {version: 2}\ntask_list: [x]\n',
      'sub/c.yaml': 'target_delimiter: "C"\n',
    })
    expect(config).toEqual({
      task: 'child',
      description: null,
      metadata: { version: 2 },
      target_delimiter: 'C',
    })
    expect(files.map(file => file.split('/').at(-1))).toEqual(['task.yaml', 'a.yaml', 'b', 'c.yaml'])
  })

  test('an empty list is fine', () => {
    expect(read({ 'task.yaml': 'include: []\ntask: t\n' }).config).toEqual({ task: 't' })
  })

  const refused: [what: string, files: Record<string, string>, message: RegExp][] = [
    [
      'itself',
      { 'task.yaml': 'task: t\ninclude: task.yaml\n' },
      /task\.yaml:2:1: task\.yaml is included twice/,
    ],
    [
      'a diamond',
      {
        'task.yaml': 'include:\n  - a.yaml\n  - b.yaml\n',
        'a.yaml': 'include: b.yaml\n',
        'b.yaml': 'task: t\n',
      },
      /task\.yaml:3:5: b\.yaml is included twice/,
    ],
    [
      'a missing file',
      { 'task.yaml': 'include: gone.yaml\n' },
      /task\.yaml:1:1: the included file gone\.yaml does not exist/,
    ],
    [
      'a list file',
      { 'task.yaml': 'include: a.yaml\n', 'a.yaml': '- 1\n' },
      /a\.yaml:1:1: .* must be a mapping .* a list/,
    ],
    ['an empty file', { 'task.yaml': 'include: a.yaml\n', 'a.yaml': '' }, /a\.yaml:1:1: .* holds nothing/],
    ['a number', { 'task.yaml': 'include: 3\n' }, /include must be a file path/],
  ]
  test.each(refused)('%s is refused', async (_, files, message) => {
    const error = await caught(() => read(files))
    expect(error.code).toBe('TASK_FILE')
    expect(error.message).toMatch(message)
    expect(error.at).toHaveLength(1)
  })
})

describe('broken files', () => {
  const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 12; level++) {
    bomb.push(
      `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  }
  const merged = Array.from({ length: 500 }, (_, index) => `k${index}: 1`).join(', ')
  const merges = `{<<: [${Array(90).fill('*m').join(', ')}]}`
  const mergeBomb = `m: &m {${merged}}\n${Array.from({ length: 300 }, (_, index) => `x${index}: ${merges}`).join('\n')}\n`
  const broken: [what: string, text: string | Uint8Array, message: RegExp][] = [
    ['a tab', 'task: t\nmetadata:\n\tversion: 1\n', /task\.yaml:3:1: .*tab.* Indent with spaces/],
    ['an open bracket', 'task: t\ndoc_to_choice: [a, b\n', /task\.yaml:\d+:\d+: not valid YAML/],
    ['an unknown tag', 'task: !python x\n', /task\.yaml:1:\d+: .*unknown tag/],
    ['an undefined alias', 'task: *x\n', /task\.yaml:1:\d+: not valid YAML/],
    ['a single value', 'just text\n', /must be a mapping/],
    ['two documents', 'task: t\n---\ntask: u\n', /not valid YAML/],
    [
      'bytes that are no UTF-8',
      Buffer.from('task: t\ndescription: "caf\xe9"\n', 'latin1'),
      /task\.yaml:2:18: .*not UTF-8/,
    ],
    ['an alias bomb', `${bomb.join('\n')}\n`, /too large/],
    ['a number without digits', 'task: 0x_\n', /not valid YAML/],
    ['a circle', 'a: &a [*a]\n', /too large|not valid/],
    ['absurd depth', `a: ${'['.repeat(5000)}${']'.repeat(5000)}\n`, /nesting|too large/],
    ['absurd size', `a: "${'x'.repeat(5_000_000)}"\n`, /bytes long/],
    ['a merge bomb', mergeBomb, /merge keys/],
    ['a very long list', `a: [${'1,'.repeat(480_000)}]\n`, /too large/],
    ['many functions in one line', `a: [${'!function x.y, '.repeat(60_000)}]\n`, /too large/],
    ['a number of more digits than Python reads', `a: ${'1:'.repeat(480_000)}1\n`, /more than 4300 digits/],
    [
      'a template without quotes',
      'task: t\ndoc_to_text: {{question}}\n',
      /task\.yaml:2:\d+: .*cannot be a key; quote a template/,
    ],
    ['a list as key', '? [a, b]\n: c\n', /cannot be a key/],
    ['a lone =', 'target_delimiter: =\n', /task\.yaml:1:19: .*quote it/],
    ['a day that does not exist', 'a: 2020-13-45\n', /no date of the calendar/],
    ['half a surrogate pair', 'a: "\\ud83d"\n', /surrogate/],
    ['a control character', 'a: "\x7f"\n', /task\.yaml:1:5: .*U\+007F/],
    ['a tab before the text of a block', 'a: |\n  \tx\n', /tab/],
    ['a line separator outside quotes', 'a: x\u2028y\n', /line separator/],
  ]
  test.each(broken)('%s', async (_, text, message) => {
    const start = performance.now()
    const error = await caught(() => read({ 'task.yaml': text }))
    expect(error.code).toBe('TASK_FILE')
    expect(error.message).toMatch(message)
    // The promise is 200 ms; the rest is room for a busy machine.
    expect(performance.now() - start).toBeLessThan(1000)
  })

  test('a file that does not exist', async () => {
    expect(await caught(() => readTaskFile('/nowhere/task.yaml'))).toMatchObject({ code: 'TASK_FILE' })
  })
})

describe('locate', () => {
  const text = `task: t
metric_list:
  - metric: acc
    aggregation: mean
  - {metric: f1, "higher_is_better": true}
dataset_kwargs:
  data_files: {test: x.jsonl, train: [a, b]}
anchored: &x {k: 1}
aliased: *x
metadata:
    version: 1.0
`
  const taskFile = () => read({ 'task.yaml': text })
  test.each([
    [['task'], 1, 1],
    [['metric_list'], 2, 1],
    [['metric_list', 0], 3, 5],
    [['metric_list', 0, 'aggregation'], 4, 5],
    [['metric_list', 1, 'metric'], 5, 6],
    [['metric_list', 1, 'higher_is_better'], 5, 18],
    [['metric_list', 7, 'metric'], 2, 1],
    [['dataset_kwargs', 'data_files', 'test'], 7, 16],
    [['dataset_kwargs', 'data_files', 'train', 1], 7, 42],
    [['dataset_kwargs', 'data_files', 'nothing'], 7, 3],
    [['anchored', 'k'], 8, 15],
    [['aliased', 'k'], 9, 1],
    [['metadata', 'version'], 11, 5],
    [['unknown'], 1, 1],
    [[], 1, 1],
  ])('%j is at %i:%i', (path, line, column) => {
    expect(taskFile().locate(path)).toMatchObject({ line, column })
  })

  test('names the included file that won', () => {
    const found = read({
      'task.yaml': 'include: a.yaml\ntask: t\n',
      'a.yaml': '\n\nmetadata:\n  version: 2\n',
    })
    expect(found.locate(['metadata', 'version'])).toMatchObject({
      file: expect.stringMatching(/a\.yaml$/),
      line: 4,
    })
  })
})

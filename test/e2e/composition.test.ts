import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { config, Project, smallRows, smallTask } from './project.ts'
import { vitestMajor } from './workspace.ts'

test('other projects, reporters, setup files and a snapshot environment of the repository stay as they are', async () => {
  const project = new Project({
    'vitest.config.ts': config(
      "{ tasks: ['evals/*.yaml'] }",
      `test: {
  reporters: ['default', ['json', { outputFile: 'report.json' }]],
  setupFiles: ['setup.ts'],
  snapshotEnvironment: './environment.ts',
}`,
    ),
    'setup.ts': 'globalThis.mySetup = true\n',
    'environment.ts': `import { VitestSnapshotEnvironment } from 'vitest/runtime'
class Mine extends VitestSnapshotEnvironment { getHeader() { return '// mine' } }
export default new Mine()
`,
    'unit.test.ts': `import { expect, test } from 'vitest'
test('unit', () => { expect(globalThis.mySetup).toBe(true); expect({ a: 1 }).toMatchSnapshot() })
`,
    'evals/colours.yaml': smallTask(),
    'evals/rows.jsonl': smallRows(4),
  })
  const { code, output } = await project.vitest(['run'])
  expect(output).toContain('6 passed')
  expect(output).toContain('|colours')
  expect(code).toBe(0)
  expect(readFileSync(project.path('__snapshots__/unit.test.ts.snap'), 'utf8')).toMatch(/^\/\/ mine/u)
  const report = JSON.parse(readFileSync(project.path('report.json'), 'utf8'))
  expect(report.numPassedTests).toBe(6)
})

test('evaluate() and the matchers work in tests written by hand, with .only and baselines of their own', async () => {
  const project = new Project({
    'vitest.config.ts': config('{}'),
    'pronouns.test.ts': `import { expect, test } from 'vitest'
import { evaluate } from 'vitest-lm-eval'
test('not selected', async () => { await evaluate('nowhere') })
test.only('colours are told apart', { timeout: 0 }, async () => {
  const result = await evaluate('evals/colours.yaml')
  expect(result).toReachMetric('acc', { closeTo: 0.25, within: 0.26 })
  expect(result).not.toReachMetric('acc', { atLeast: 1.01 })
  expect(result).toMatchBaseline({ name: 'colours' })
  expect(() => expect(result).toReachMetric('accuracy', { atLeast: 0 })).toThrow(/it has acc/)
})
`,
    'evals/colours.yaml': smallTask(),
    'evals/rows.jsonl': smallRows(4),
  })
  const first = await project.vitest(['run'])
  expect(first.output).toMatch(/1 passed \| 1 skipped/u)
  expect(first.output).toMatch(/Snapshots\s+1 written/u)
  expect(first.output).toContain('|colours')
  expect(existsSync(project.path('baselines/colours-res.json'))).toBe(true)
  const accepted = await project.vitest(['run', '-u'])
  expect(accepted.output).not.toMatch(/updated|written/u)
  const stored = project.path('baselines/colours-res.json')
  writeFileSync(stored, readFileSync(stored, 'utf8').replace(/"acc,none": [\d.]+/u, '"acc,none": 0.99'))
  const moved = await project.vitest(['run'])
  expect(moved.code).toBe(1)
  expect(moved.output).toMatch(/colours: acc is 0(?:\.\d+)?, the baseline is 0\.99 \(-[\d.]+, worse\)/u)
})

test('the model may run inside the worker, where a process of its own is not wanted', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['evals/*.yaml'], modelProcess: false }"),
    'evals/colours.yaml': smallTask(),
    'evals/rows.jsonl': smallRows(4),
  })
  const { code, output } = await project.vitest(['run'])
  expect(output).toContain('5 passed')
  expect(code).toBe(0)
})

test('a vm pool is no obstacle to the model process', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['evals/*.yaml'] }"),
    'evals/colours.yaml': smallTask(),
    'evals/rows.jsonl': smallRows(4),
  })
  const { code, output } = await project.vitest(['run', '--pool=vmThreads'])
  expect(output).toContain('5 passed')
  expect(code).toBe(0)
})

// Vitest 5 writes a file instead.
test.runIf(vitestMajor < 5)('a reporter that writes JSON to standard output keeps it to itself', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ model: 'dummy', tasks: ['evals/*.yaml'] }"),
    'evals/colours.yaml': smallTask(),
    'evals/rows.jsonl': smallRows(4),
  })
  const running = project.start(['run', '--reporter=json'])
  let standardOutput = ''
  running.process.stdout?.on('data', data => {
    standardOutput += data
  })
  await running.ended
  expect(JSON.parse(standardOutput).numPassedTests).toBe(5)
  expect(running.output()).toContain('|colours|')
})

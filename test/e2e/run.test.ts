import { existsSync, readFileSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { config, Project, smallRows, smallTask } from './project.ts'
import { vitestMajor } from './workspace.ts'

const small = (options = "{ tasks: ['evals/*.yaml'] }"): Record<string, string> => ({
  'vitest.config.ts': config(options),
  'evals/colours.yaml': smallTask(),
  'evals/rows.jsonl': smallRows(12),
})

describe('a run', () => {
  test('evaluates a shipped task on the embedded model and prints the table behind the summary', async () => {
    const project = new Project({ 'vitest.config.ts': config("{ tasks: ['wsc273'] }") })
    const { code, output } = await project.vitest(['run'])
    expect(output).toContain('274 passed')
    expect(output).toContain(
      [
        '|Tasks |Version|Filter|n-shot|Metric|   |Value |   |Stderr|',
        '|------|------:|------|-----:|------|---|-----:|---|-----:|',
        '|wsc273|      1|none  |     0|acc   |↑  |0.4908|±  |0.0303|',
        '',
        // From the recorded answers by Miller's double sum and Wilson's closed form, in Python.
        '|Tasks |Filter|Metric| 95 % interval  |Method|By lot|Clusters|Stderr by cluster|',
        '|------|------|------|----------------|------|-----:|-------:|----------------:|',
        '|wsc273|none  |acc   |0.4636 to 0.5181|wilson|   0.5|     131|           0.0139|',
      ].join('\n'),
    )
    expect(output).toContain('wsc273: acc is not distinguishable from answers drawn by lot (0.5000)')
    expect(output.indexOf('|Tasks')).toBeGreaterThan(output.indexOf('Duration'))
    expect(output).toMatch(/tiny-model/u)
    expect(output).toMatch(/fp32|fp16/u)
    expect(output).toMatch(/cpu/u)
    expect(output).toMatch(/winograd_wsc/u)
    expect(output).toMatch(/demonstration model/u)
    expect(code).toBe(0)
  })

  test('makes a suite of a YAML of the user, a test of each document and of each gate, and writes the first baseline', async () => {
    const project = new Project(small())
    const first = await project.vitest(['run'])
    expect(first.output).toContain('13 passed')
    expect(first.output).toMatch(/Snapshots\s+1 written/u)
    expect(first.code).toBe(0)
    const baseline = JSON.parse(readFileSync(project.path('baselines/colours-v1.0-res.json'), 'utf8'))
    expect(Object.keys(baseline.results.colours)).toEqual(['acc,none', 'acc_stderr,none'])
    expect(baseline.versions).toEqual({ colours: 1 })
    expect(baseline.provenance).toMatchObject({ model: 'tiny-model', documents: 12 })
    const second = await project.vitest(['run'], { CI: '1' })
    expect(second.output).not.toMatch(/Snapshots/u)
    expect(second.code).toBe(0)
  })

  test('prints few lines for thousands of documents, also when a gate fails', async () => {
    const project = new Project({
      ...small("{ model: 'dummy', tasks: ['evals/*.yaml'] }"),
      'evals/rows.jsonl': smallRows(10_000),
      'baselines/colours-v1.0-res.json':
        '{"results": {"colours": {"acc,none": 0.9}}, "versions": {"colours": 1.0}}',
    })
    const { code, output, seconds } = await project.vitest(['run'])
    expect(code).toBe(1)
    expect(output).toMatch(/acc is 0\.\d+, the baseline is 0\.9 \(-0\.\d+, worse\)/u)
    expect(output.split('\n').length).toBeLessThan(80)
    expect(seconds).toBeLessThan(30)
  })
})

describe('documents', () => {
  test("wrong answers fail with documents: 'assert', but only the first twenty are printed", async () => {
    const project = new Project({
      ...small("{ model: 'dummy', tasks: ['evals/*.yaml'], documents: 'assert' }"),
      'evals/rows.jsonl': smallRows(400),
    })
    const { code, output } = await project.vitest(['run'])
    expect(code).toBe(1)
    const failed = Number(/Tests +(\d+) failed/u.exec(output)?.[1])
    expect(failed).toBeGreaterThan(100)
    expect(output.match(/was answered with/gu)).toHaveLength(20)
    expect(output).toContain(`and ${failed - 20} more failed documents, not shown`)
    expect(output.split('\n').length).toBeLessThan(300)
  })

  test('carry their answers in task.meta, which add up to the table', async () => {
    const project = new Project({
      ...small("{ model: 'dummy', tasks: ['evals/*.yaml'] }"),
      'evals/rows.jsonl': smallRows(100),
      'reporter.ts': `export default class {
  onTestRunEnd(modules) {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const metas = tests.map(test => test.meta().lmEval).filter(Boolean)
    const mean = metas.reduce((sum, meta) => sum + meta.values.acc, 0) / metas.length
    const [suite] = modules.flatMap(module => [...module.children.suites()])
    console.log('MEAN', metas.length, mean === suite.meta().lmEvalSuite.result.metrics[0].value, JSON.stringify(metas[7]))
  }
}
`,
    })
    const { output } = await project.vitest(['run', '--reporter=default', '--reporter=./reporter.ts'])
    expect(output).toMatch(
      /MEAN 100 true \{"doc":7,"values":\{"acc":[01](?:\.0)?\},"gold":1,"logLikelihoods":\[-[\d.]+,-[\d.]+\],"prediction":[01]\}/u,
    )
  })
})

describe('selection', () => {
  test('-t picks one document, which alone is scored; the gate is skipped and the figures are marked', async () => {
    const project = new Project(small())
    const { code, output } = await project.vitest(['run', '-t', 'doc 3:'])
    expect(output).toMatch(/1 passed \| 12 skipped/u)
    expect(output).toContain('Only 1 of 12 documents were selected')
    expect(existsSync(project.path('baselines'))).toBe(false)
    expect(code).toBe(0)
  })

  test('-t with a metric alone scores every document for its gate', async () => {
    const project = new Project(small())
    const { output } = await project.vitest(['run', '-t', 'acc'])
    expect(output).toMatch(/1 passed \| 12 skipped/u)
    expect(output).toMatch(/Snapshots\s+1 written/u)
  })

  test('FILE:LINE picks what the line of the YAML stands for', async () => {
    const project = new Project(small())
    const line =
      smallTask()
        .split('\n')
        .findIndex(text => text.includes('metric: acc')) + 1
    const gate = await project.vitest(['run', `evals/colours.yaml:${line}`])
    expect(gate.output).toMatch(/1 passed \| 12 skipped/u)
    const documents = await project.vitest(['run', 'evals/colours.yaml:1'])
    expect(documents.output).toMatch(/12 passed \| 1 skipped/u)
  })

  test('--bail=1 stops the scoring at the first wrong answer', async () => {
    const project = new Project({
      ...small("{ tasks: ['evals/*.yaml'], documents: 'assert' }"),
      'evals/rows.jsonl': smallRows(600),
    })
    const { code, output } = await project.vitest(['run', '--bail=1'])
    expect(code).toBe(1)
    expect(output).toMatch(/1 failed/u)
    expect(output).toMatch(/doc \d was answered with [01] "(?:red|blue)" \(-[\d.]+\); right is [01]/u)
    expect(output).toMatch(/rows\.jsonl:\d/u)
  })

  test('limit evaluates the first documents only and says so', async () => {
    const project = new Project(small("{ tasks: ['evals/*.yaml'], limit: 5 }"))
    const { output } = await project.vitest(['run'])
    expect(output).toContain('6 passed')
    expect(output).toContain('Only 5 of 12 documents were selected')
  })

  test('a selection that cuts a question apart is named, beside figures over whole questions', async () => {
    const clustered = smallTask().replace(
      '  version: 1.0',
      '  version: 1.0\n  cluster: "{{question[:23]}}"\n  cluster_metrics: [em, f1_question]',
    )
    const rows = smallRows(12).replaceAll(
      /thing (\d+)\?/gu,
      (_, index) => `${Math.floor(Number(index) / 3)} (${index})?`,
    )
    const project = new Project({ ...small(), 'evals/colours.yaml': clustered, 'evals/rows.jsonl': rows })
    const whole = await project.vitest(['run'])
    expect(whole.output).toContain('15 passed')
    expect(whole.output).toMatch(/\|em +\|/u)
    expect(whole.output).not.toContain('questions apart')
    const limited = await project.vitest(['run', '-t', 'doc [0-3]:'])
    expect(limited.output).toMatch(/! colours: The selection cuts 1 of 2 questions apart/u)
  })

  test('vitest list names every document and gate without a model', async () => {
    const project = new Project(small("{ model: 'dummy', tasks: ['evals/*.yaml'] }"))
    const { output, code } = await project.vitest([
      'list',
      '--json',
      ...(vitestMajor < 5 ? [] : ['--no-static-parse']),
    ])
    const listed = JSON.parse(output) as { name: string; location: { line: number } }[]
    expect(listed).toHaveLength(13)
    expect(listed[0]).toMatchObject({
      name: 'colours > doc 0: What is the colour of thing 0?',
      location: { line: 1 },
    })
    expect(code).toBe(0)
  })
})

describe('baselines', () => {
  test('a figure outside the tolerance fails the gate; -u accepts it', async () => {
    const project = new Project(small())
    await project.vitest(['run'])
    const file = project.path('baselines/colours-v1.0-res.json')
    const accepted = readFileSync(file, 'utf8')
    project.write(
      'baselines/colours-v1.0-res.json',
      accepted.replace(/"acc,none": [\d.]+/u, '"acc,none": 0.125'),
    )
    const failed = await project.vitest(['run'])
    expect(failed.code).toBe(1)
    expect(failed.output).toMatch(
      /colours: acc is 0\.1666\d+, the baseline is 0\.125 \(\+0\.0416\d+, better\)/u,
    )
    const updated = await project.vitest(['run', '-u'])
    expect(updated.output).toMatch(/Snapshots\s+1 updated/u)
    expect(readFileSync(file, 'utf8')).toBe(accepted)
  })

  test('a baseline over another number of documents is not compared, however close the figures are', async () => {
    const project = new Project(small())
    await project.vitest(['run'])
    project.write('vitest.config.ts', config("{ tasks: ['evals/*.yaml'], limit: 6, tolerance: 1 }"))
    const { code, output } = await project.vitest(['run'])
    expect(code).toBe(1)
    expect(output).toContain('the baseline is over 12 documents, this run over 6: they are not comparable')
  })

  test('a missing baseline fails in CI with the way to make one, and nothing is written', async () => {
    const project = new Project(small())
    const { code, output } = await project.vitest(['run'], { CI: '1' })
    expect(code).toBe(1)
    expect(output).toContain('no baseline is stored for acc. Run `vitest -u`')
    expect(existsSync(project.path('baselines'))).toBe(false)
  })

  test('an entry of a metric that the task dropped is obsolete: reported, and removed by -u', async () => {
    const project = new Project(small())
    project.write('evals/colours.yaml', smallTask().replace('metadata:', '  - metric: acc_norm\nmetadata:'))
    await project.vitest(['run'])
    project.write('evals/colours.yaml', smallTask())
    expect((await project.vitest(['run'])).output).toMatch(/1 obsolete/u)
    expect((await project.vitest(['run', '-u'])).output).toMatch(/removed/u)
    expect(readFileSync(project.path('baselines/colours-v1.0-res.json'), 'utf8')).not.toContain('acc_norm')
  })

  test('the baseline of a deleted task is reported on a full run', async () => {
    const project = new Project(small())
    project.write('evals/shapes.yaml', smallTask('shapes'))
    project.write('evals/sizes.yaml', smallTask('sizes'))
    await project.vitest(['run'])
    rmSync(project.path('evals/shapes.yaml'))
    expect((await project.vitest(['run'])).output).toMatch(
      /shapes-v1\.0-res\.json belongs to no task of this configuration/u,
    )
    expect((await project.vitest(['run', 'evals/colours.yaml'])).output).not.toMatch(/belongs to no task/u)
  })
})

test('shards and a merge of their blobs print the table of the whole run', async () => {
  const project = new Project(small())
  project.write('evals/shapes.yaml', smallTask('shapes').replace('["red", "blue"]', '["round", "square"]'))
  const table = (output: string): string =>
    /\| *Tasks[\s\S]*?(?=\n\n|\n[^|])/u.exec(output)?.[0] ?? 'no table'
  const whole = await project.vitest(['run'])
  await project.vitest(['run', '--shard=1/2', '--reporter=blob'])
  await project.vitest(['run', '--shard=2/2', '--reporter=blob'])
  const merged = await project.vitest(['run', '--merge-reports'])
  expect(table(whole.output)).toContain('|shapes ')
  expect(table(merged.output)).toBe(table(whole.output))
})

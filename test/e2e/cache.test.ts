import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { modelProcesses } from './processes.ts'
import { config, Project, smallRows, smallTask } from './project.ts'
import { repository } from './workspace.ts'

const folder = './cache'
/** The tests of other things run without a cache; these leave the choice to the option. */
const asConfigured = { VITEST_LM_EVAL_CACHE: '' }

const project = (
  options = `{ tasks: ['evals/*.yaml'], cache: { folder: '${folder}' } }`,
  rows = 12,
): Project =>
  new Project({
    'vitest.config.ts': config(options),
    'evals/colours.yaml': smallTask(),
    'evals/rows.jsonl': smallRows(rows),
  })

/** Bytes of its answers. */
const stored = (project: Project): number =>
  statSync(project.path('cache/scores-1/data.mdb'), { throwIfNoEntry: false })?.size ?? 0

/** What the header says about the cache, task by task. */
const cached = (output: string): string[] => output.match(/\d+ of \d+ answers from the score cache/gu) ?? []
const table = (output: string): string => /\|Tasks[\s\S]*?\n\n/u.exec(output)?.[0] ?? 'no table'
const run = (project: Project, env: Record<string, string> = asConfigured) => project.vitest(['run'], env)

describe('the score cache', () => {
  test('answers a second run, with the same table, and the report says so', async () => {
    const colours = project(`{ tasks: ['evals/*.yaml'], cache: { folder: '${folder}' }, output: 'out' }`)
    const first = await run(colours)
    expect(cached(first.output)).toEqual([])
    expect(first.code).toBe(0)
    const second = await run(colours)
    expect(cached(second.output)).toEqual(['24 of 24 answers from the score cache'])
    expect(second.output).toMatch(/Task colours: 12 documents.*\n {2}24 of 24 answers/u)
    expect(table(second.output)).toBe(table(first.output))
    expect(second.code).toBe(0)
    const facts = (file: string) =>
      JSON.parse(readFileSync(colours.path(`out/tiny-model/${file}`), 'utf8')).vitest_lm_eval
    const [before, after] = readdirSync(colours.path('out/tiny-model'))
      .filter(name => name.startsWith('results_'))
      .sort()
      .map(facts)
    expect(before.tasks.colours).not.toHaveProperty('cached')
    expect(after.tasks.colours).toMatchObject({ cached: { answers: 24, of: 24 } })
    expect(after.tasks.colours.metrics).toEqual(before.tasks.colours.metrics)
  })

  test('leaves to the model what is new: edited prompts, more documents', async () => {
    const colours = project()
    await run(colours)
    colours.write('evals/rows.jsonl', smallRows(14).replace('thing 3?', 'thing 33?'))
    expect(cached((await run(colours)).output)).toEqual(['22 of 28 answers from the score cache'])
    colours.write('evals/colours.yaml', smallTask().replace('"red", "blue"', '"red", "green"'))
    expect(cached((await run(colours)).output)).toEqual(['14 of 28 answers from the score cache'])
  })

  test('keeps texts and whole-text scores as well', async () => {
    const written = `task: written
dataset_path: json
dataset_kwargs: { data_files: { test: rows.jsonl } }
test_split: test
output_type: generate_until
doc_to_text: "{{question}}"
doc_to_target: "{{label}}"
generation_kwargs: { max_gen_toks: 4 }
metric_list: [{ metric: exact_match }]
metadata: { version: 1.0 }
`
    const rolled = written
      .replace('task: written', 'task: rolled')
      .replace('generate_until', 'loglikelihood_rolling')
      .replace(/generation_kwargs.*\n/u, '')
      .replace('doc_to_text: "{{question}}"', 'doc_to_text: ""')
      .replace('"{{label}}"', '"{{question}}"')
      .replace('exact_match', 'word_perplexity')
    const all = project()
    all.write('evals/written.yaml', written)
    all.write('evals/rolled.yaml', rolled)
    const first = await run(all)
    expect(first.output).toMatch(/\|rolled .*word_perplexity/u)
    const second = await run(all)
    expect(cached(second.output).sort()).toEqual([
      '12 of 12 answers from the score cache',
      '12 of 12 answers from the score cache',
      '24 of 24 answers from the score cache',
    ])
    expect(table(second.output)).toBe(table(first.output))
  })

  test('is off with cache: false, and wherever VITEST_LM_EVAL_CACHE says so', async () => {
    const without = project("{ tasks: ['evals/*.yaml'], cache: false }")
    await run(without)
    expect(cached((await run(without)).output)).toEqual([])
    const colours = project()
    await run(colours)
    expect(cached((await run(colours, { VITEST_LM_EVAL_CACHE: 'off' })).output)).toEqual([])
    expect(cached((await run(colours, { VITEST_LM_EVAL_CACHE: './elsewhere' })).output)).toEqual([])
    expect(existsSync(colours.path('elsewhere/scores-1/data.mdb'))).toBe(true)
    expect(cached((await run(without, { VITEST_LM_EVAL_CACHE: colours.path('cache') })).output)).toHaveLength(
      1,
    )
  })

  test('lies in node_modules of the project by default', async () => {
    const colours = project("{ tasks: ['evals/*.yaml'] }")
    colours.write('node_modules/.keep', '')
    await run(colours)
    expect(readdirSync(colours.path('node_modules/.cache/vitest-lm-eval'))).toContain('scores-1')
    expect(cached((await run(colours)).output)).toHaveLength(1)
  })

  test('works with the model in the Vitest worker, and is shared with the model process', async () => {
    const colours = project(
      `{ tasks: ['evals/*.yaml'], modelProcess: false, cache: { folder: '${folder}' } }`,
    )
    expect((await run(colours)).code).toBe(0)
    colours.write('vitest.config.ts', config(`{ tasks: ['evals/*.yaml'], cache: { folder: '${folder}' } }`))
    expect(cached((await run(colours)).output)).toEqual(['24 of 24 answers from the score cache'])
  })

  test('never answers for another model, tokenizer, window or configuration', async () => {
    const options = `tasks: ['evals/*.yaml'], cache: { folder: '${folder}' }`
    const colours = project(`{ model: './model', ${options} }`)
    cpSync(join(repository, 'examples/tiny-model'), colours.path('model'), { recursive: true })
    await run(colours)
    expect(cached((await run(colours)).output)).toHaveLength(1)
    const changes: [string, (text: string) => string][] = [
      ['model/tokenizer_config.json', text => `${text} `],
      ['model/tokenizer.json', text => `${text} `],
      ['model/config.json', text => `${text} `],
      ['vitest.config.ts', text => text.replace('model:', 'maxLength: 128, model:')],
    ]
    for (const [name, change] of changes) {
      const before = readFileSync(colours.path(name), 'utf8')
      colours.write(name, change(before))
      expect(cached((await run(colours)).output), name).toEqual([])
      colours.write(name, before)
    }
    expect(cached((await run(colours)).output)).toEqual(['24 of 24 answers from the score cache'])
  })

  test('a run whose model process is killed goes on where it was', async () => {
    const colours = project(undefined, 4000)
    const running = colours.start(['run'], asConfigured)
    await running.printed(/scoring/u)
    while (stored(colours) < 60_000) await sleep(10)
    for (const pid of modelProcesses(running.process.pid as number)) process.kill(pid, 'SIGKILL')
    running.process.kill('SIGKILL')
    await running.ended
    const second = await run(colours)
    const [answers] = cached(second.output).map(text => Number(/\d+/u.exec(text)?.[0]))
    expect(answers).toBeGreaterThan(50)
    expect(answers).toBeLessThan(8000)
    expect(second.code).toBe(0)
  })

  test('a model process that crashes leaves answers that are still good', async () => {
    const colours = project(undefined, 4000)
    const running = colours.start(['run'], asConfigured)
    await running.printed(/scoring/u)
    while (stored(colours) < 60_000) await sleep(10)
    for (const pid of modelProcesses(running.process.pid as number)) process.kill(pid, 'SIGSEGV')
    await running.ended
    expect(readdirSync(colours.path('cache/scores-1'))).not.toContain('suspect')
    const { output, code } = await run(colours)
    const [answers] = cached(output).map(text => Number(/\d+/u.exec(text)?.[0]))
    expect(answers).toBeGreaterThan(50)
    expect(output).not.toContain('No score cache')
    expect(code).toBe(0)
  })

  test('two runs at once share it', async () => {
    const colours = project(undefined, 200)
    const outputs = await Promise.all([run(colours), run(colours)])
    expect(outputs.map(({ code }) => code)).toEqual([0, 0])
    expect(table(outputs[0]?.output ?? '')).toBe(table(outputs[1]?.output ?? 'none'))
    expect(cached((await run(colours)).output)).toEqual(['400 of 400 answers from the score cache'])
  })

  test('that cannot be used is told in a line, and the run goes on without it', async () => {
    const colours = project()
    colours.write('cache', 'a file in the place of the folder')
    const { output, code } = await run(colours)
    expect(output).toMatch(
      /! No score cache: .*cache\/scores-1\/data\.mdb cannot be used \(.*\): set cache to a folder/u,
    )
    expect(output).toMatch(/\|colours\|/u)
    expect(code).toBe(0)
  })

  test('that is damaged is told, removed, and made anew by the next run', async () => {
    const colours = project()
    await run(colours)
    writeFileSync(colours.path('cache/scores-1/data.mdb'), 'not LMDB')
    const damaged = await run(colours)
    expect(damaged.output).toMatch(
      /! No score cache: .* was damaged \(.*\) and has been removed: the next run/u,
    )
    expect(damaged.code).toBe(0)
    await run(colours)
    expect(cached((await run(colours)).output)).toHaveLength(1)
  })
})

test('in watch mode a rerun scores what an edit changed', async () => {
  const colours = project()
  const watching = colours.start(['--watch'], asConfigured)
  await watching.printed(/Waiting for file changes/u)
  expect(cached(watching.output())).toEqual([])
  watching.clear()
  colours.write('evals/rows.jsonl', smallRows(12).replace('thing 3?', 'thing 33?'))
  await watching.printed(/Waiting for file changes|Watching for file changes/u, 15)
  expect(cached(watching.output())).toEqual(['22 of 24 answers from the score cache'])
  watching.process.kill()
  await watching.ended
})

describe('the command cache', () => {
  test('tells what the configured cache holds, and removes it alone', async () => {
    const colours = project()
    const info = () => colours.cli(['cache', 'info'], asConfigured)
    expect((await info()).output).toBe(`${colours.path('cache')}: no answers\n`)
    await run(colours)
    colours.write('cache/mine.txt', 'mine')
    expect((await info()).output).toMatch(/cache: 24 answers, \d+ bytes of at most 1073741824\n$/u)
    const cleared = await colours.cli(['cache', 'clear'], asConfigured)
    expect(cleared.output).toMatch(/cache: \d+ bytes removed\n$/u)
    expect(readdirSync(colours.path('cache'))).toEqual(['mine.txt'])
    expect((await info()).output).toMatch(/cache: no answers\n$/u)
    expect((await colours.cli(['cache', 'clear'], asConfigured)).output).toMatch(
      /cache: nothing to remove\n$/u,
    )
    expect(cached((await run(colours)).output)).toEqual([])
  })

  test('knows the cache of each lmEval(), one that is off, and wrong actions', async () => {
    const both = project()
    both.write(
      'vitest.config.ts',
      `import { lmEval } from 'vitest-lm-eval'
export default { plugins: [lmEval({ cache: { folder: 'one' } }), lmEval({ name: 'b', cache: { folder: 'two' } })] }
`,
    )
    const cli = (...args: string[]) => both.cli(['cache', ...args], asConfigured)
    expect((await cli('info')).output).toBe(
      `${both.path('one')}: no answers\n${both.path('two')}: no answers\n`,
    )
    expect((await cli('info', '--project', 'b')).output).toBe(`${both.path('two')}: no answers\n`)
    const off = await both.cli(['cache', 'info'], { VITEST_LM_EVAL_CACHE: 'off' })
    expect(off.output).toBe('The score cache is off (option cache, or VITEST_LM_EVAL_CACHE).\n')
    expect(await cli('clean')).toMatchObject({
      code: 2,
      output: expect.stringContaining('did you mean clear?'),
    })
    expect(await cli()).toMatchObject({ code: 2, output: expect.stringContaining('info or clear') })
  })
})

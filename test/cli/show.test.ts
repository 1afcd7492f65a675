import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { embeddedModel } from '../../plugin/evaluation/model-spec.ts'
import { jsonDumps, parseJson } from '../../plugin/python/index.ts'
import { temporaryFolder } from '../task/temporary-folder.ts'
import { runCommand } from './run-command.ts'

interface Shown {
  num_fewshot: number
  fewshot_ids: number[]
  target: unknown
  warnings: string[]
  requests: {
    context: string
    continuation: string
    settings: unknown
    tokens?: { context: { id: number }[]; continuation: { id: number }[] }[]
  }[]
}

async function showJson(args: readonly string[], cwd?: string): Promise<Shown> {
  const { code, out, error } = await runCommand(['show', ...args, '--json'], cwd)
  expect({ code, error }).toEqual({ code: 0, error: '' })
  // ASCII alone reaches the terminal.
  expect(out).toMatch(/^[\n -~]*$/u)
  return JSON.parse(out) as Shown
}

function fixture(name: string): Record<string, unknown>[] {
  const text = readFileSync(new URL(`../task/fixtures/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map(line => parseJson(line) as Record<string, unknown>)
}

describe('requests are those that lm-eval recorded', () => {
  const wsc = fixture('wsc273-requests')

  test.each([0, 41, 272])('wsc273, document %i', async docId => {
    const { requests, target } = await showJson(['wsc273', '--doc', `${docId}`])
    const pairs = requests.map(({ context, continuation }) => [context, continuation])
    expect(pairs).toEqual(wsc[docId]?.arguments)
    expect(target).toBe(wsc[docId]?.target)
  })

  const shipped = fixture('shipped/requests') as { task: string; shots: number | null; docs: unknown[][][] }[]

  test.each(['winogrande', 'boolq', 'gsm8k', 'xstorycloze_te'])('%s, with shots as recorded', async name => {
    const cases = shipped.filter(({ task, docs: [first] }) => task === name && first?.[0]?.length === 2)
    const datasets = localRows().flatMap(pair => ['--datasets', pair])
    for (const { shots, docs } of cases) {
      const flags = shots === null ? [] : ['--num_fewshot', `${shots}`]
      const docId = docs.length - 1
      const { requests } = await showJson([name, '--doc', `${docId}`, ...flags, ...datasets])
      const pairs = requests.map(({ context, continuation, settings }) => [context, continuation ?? settings])
      expect(jsonDumps(pairs)).toBe(jsonDumps(JSON.parse(jsonDumps(docs[docId]))))
    }
    expect(cases.length).toBeGreaterThan(0)
  })

  function localRows(): string[] {
    const files: Record<string, string> = {}
    for (const { dataset, split, row } of fixture('shipped/rows')) {
      const file = `${dataset}/${split}.jsonl`
      files[file] = `${files[file] ?? ''}${jsonDumps(row)}\n`
    }
    const folder = temporaryFolder(files)
    const names = new Set(fixture('shipped/rows').map(({ dataset }) => dataset as string))
    return [...names].map(name => `${name}=${join(folder, name)}`)
  }
})

// Ids from transformers 4.57 on the same tokenizer, split by the harness's rule.
const wscTokens = {
  context: [
    1, 733, 1672, 2019, 83, 72, 383, 2225, 1573, 1618, 270, 417, 1656, 2811, 293, 1148, 264, 695, 4080, 632,
    270, 1672, 2019, 83, 72, 383, 2225,
  ],
  continuation: [226, 835, 1422, 2436, 571, 19],
}

describe('tokens', () => {
  test('all ids in JSON, as Python has them', async () => {
    const { requests } = await showJson(['wsc273', '--model', embeddedModel])
    const [first] = requests[0]?.tokens ?? []
    expect(first?.context.map(({ id }) => id)).toEqual(wscTokens.context)
    expect(first?.continuation.map(({ id }) => id)).toEqual(wscTokens.continuation)
  })

  test('the start and the border in the text', async () => {
    const { out } = await runCommand(['show', 'wsc273', '--model', embeddedModel, '--tokens', '3'])
    expect(out).toContain('  0  27 of context, 6 of continuation\n')
    expect(out).toContain('     first   1 "<s>" · 733 "The" · 1672 " city" …\n')
    expect(out).toContain(
      '     border  … 72 "c" · 383 "il" · 2225 "men" ║ 226 " " · 835 " fe" · 1422 "ared" …\n',
    )
  })

  test('a window that is too short is told', async () => {
    const { out } = await runCommand(['show', 'wsc273', '--model', embeddedModel, '--max-length', '20'])
    expect(out).toContain('  0  15 of context, 6 of continuation, 12 cut off on the left\n')
  })
})

const colours = {
  'evals/colours.yaml': `task: colours
dataset_path: json
dataset_kwargs: { data_files: { train: shots.jsonl, test: rows.jsonl } }
training_split: train
fewshot_split: train
test_split: test
output_type: generate_until
num_fewshot: 2
doc_to_text: "{{question}}"
doc_to_target: "{{answer}}"
generation_kwargs: { until: ["\\n"], max_gen_toks: 4 }
metric_list: [{ metric: exact_match }]
fewshot_config: { sampler: first_n }
`,
  'evals/rows.jsonl': `${JSON.stringify({ question: 'sky\u001b[2J \n::error::\u202etail ', answer: 'blue' })}\n`,
  'evals/shots.jsonl': '{"question":"grass","answer":"green"}\n{"question":"sun","answer":"yellow"}\n',
}

describe('text', () => {
  test('everything of a document, control characters visible', async () => {
    const folder = temporaryFolder(colours)
    const { code, out, error } = await runCommand(['show', 'evals/colours.yaml'], folder)
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(out.replaceAll(folder, 'HERE')).toBe(`task         colours
file         HERE/evals/colours.yaml
document     0 of 1 (split test), HERE/evals/rows.jsonl:1:1
output type  generate_until
few-shot     2: documents 0, 1 of split train
target       "blue"

Prompt (⏎ newline, ∎ end):
│ grass green⏎
│ ⏎
│ sun yellow⏎
│ ⏎
│ sky\\x1b[2J ⏎
│ ::error::\\u202etail ∎

Requests:
  0  generate_until  …"en\\n\\nsun yellow\\n\\nsky\\u001b[2J \\n::error::\\u202etail " → {"until": ["\\n"], "max_gen_toks": 4}
`)
  })

  test('JSON keeps the exact text', async () => {
    const folder = temporaryFolder(colours)
    const { requests, fewshot_ids } = await showJson(['evals/colours.yaml'], folder)
    expect(requests[0]?.context).toBe('grass green\n\nsun yellow\n\nsky\u001b[2J \n::error::\u202etail ')
    expect(fewshot_ids).toEqual([0, 1])
  })

  test('a name with escapes is defused in errors', async () => {
    const { error } = await runCommand(['show', 'evals/\u001b[31m.yaml'], temporaryFolder(colours))
    expect(error).toContain('\\x1b[31m')
    expect(error).not.toContain('\u001b')
  })
})

test('flags in the harness’s spelling', async () => {
  const folder = temporaryFolder(colours)
  const { requests, num_fewshot } = await showJson(
    [
      'evals/colours.yaml',
      ...['--num_fewshot', '1', '--gen_kwargs', 'temperature=0.5,max_gen_toks=8'],
      ...['--system_instruction', 'Answer.', '--seed', '0,1234,1234,7'],
    ],
    folder,
  )
  expect(num_fewshot).toBe(1)
  expect(requests[0]?.context).toMatch(/^Answer\.grass green\n\nsky/u)
  expect(requests[0]?.settings).toEqual({ until: ['\n'], max_gen_toks: 8, temperature: 0.5 })
})

test('a model that wants its chat template and does not get it is told', async () => {
  const folder = temporaryFolder({})
  // The embedded model is left alone, so it needs another path.
  symlinkSync(embeddedModel, join(folder, 'other'))
  const { out } = await runCommand(['show', 'wsc273', '--model', 'other'], folder)
  expect(out).toMatch(/\n\n! The model other has a chat template, .* chatTemplate: true to apply it\.\n$/u)
})

test('a chat template of the model', async () => {
  const { requests } = await showJson(['wsc273', '--apply_chat_template', '--model', embeddedModel])
  expect(requests[0]?.context).toMatch(
    /^<s><\|user\|>\n.* because the city councilmen<\/s>\n<\|assistant\|>\n$/u,
  )
  const { code, error } = await runCommand(['show', 'wsc273', '--apply_chat_template'])
  expect(code).toBe(1)
  expect(error).toContain('name its folder with --model')
})

test('a TypeScript function module beside the task', async () => {
  const files = {
    ...colours,
    'evals/loud.yaml': 'include: colours.yaml\ntask: loud\nprocess_docs: !function utils.loud\n',
    'evals/utils.ts':
      'export const loud = (docs: { question: string }[]) => docs.map(doc => ({ ...doc, question: `${doc.question}!` }))\n',
  }
  const { requests } = await showJson(['evals/loud.yaml', '--num-fewshot', '0'], temporaryFolder(files))
  expect(requests[0]?.context).toMatch(/tail !$/u)
})

describe('options of the Vitest config', () => {
  const plugin = (name: string, options: object): string =>
    `{ name: 'vitest-lm-eval:${name}', api: { options: ${JSON.stringify({ name, tasks: [], ...options })} } }`
  const withConfig = (...plugins: string[]) =>
    temporaryFolder({
      ...colours,
      'vitest.config.mjs': `export default { plugins: [[${plugins.join(', ')}]] }\n`,
    })

  test('count, and flags win', async () => {
    const folder = withConfig(plugin('lm-eval', { numFewshot: 1, tasksDir: 'evals' }))
    expect(await showJson(['colours'], folder)).toMatchObject({ num_fewshot: 1 })
    expect(await showJson(['colours', '--num-fewshot', '2'], folder)).toMatchObject({ num_fewshot: 2 })
    expect(await showJson(['evals/colours.yaml', '--config', 'none'], folder)).toMatchObject({
      num_fewshot: 2,
    })
  })

  test('of several calls the one that has the task, or the one that is named', async () => {
    const folder = withConfig(
      plugin('first', { tasks: ['wsc273'], numFewshot: 2 }),
      plugin('second', { tasks: ['evals/*.yaml'], numFewshot: 1 }),
    )
    expect(await showJson(['evals/colours.yaml'], folder)).toMatchObject({ num_fewshot: 1 })
    expect(await showJson(['evals/colours.yaml', '--project', 'first'], folder)).toMatchObject({
      num_fewshot: 2,
    })
    const { error } = await runCommand(['show', 'wsc273', '--project', 'secnd'], folder)
    expect(error).toBe('No lmEval() of the config is named secnd; did you mean second?\n')
  })

  test('a task is shown as its group in the config runs it; members of a group have their full name', async () => {
    const folder = temporaryFolder({
      ...colours,
      'evals/both.yaml': `group: both
task:
  - task: colours
    num_fewshot: 1
  - task: own
    dataset_path: json
    dataset_kwargs: { data_files: { test: rows.jsonl } }
    test_split: test
    output_type: loglikelihood_rolling
    description: "Say. "
    doc_to_text: ""
    doc_to_target: "{{answer}}"
    metric_list: [{ metric: word_perplexity }]
`,
      'vitest.config.mjs': `export default { plugins: [${plugin('lm-eval', { tasksDir: 'evals', tasks: ['both'] })}] }\n`,
    })
    expect(await showJson(['colours'], folder)).toMatchObject({ num_fewshot: 1 })
    const [configured] = (await showJson(['both::own'], folder)).requests
    const [plain] = (await showJson(['both::own', '--tasks-dir', 'evals'], folder)).requests
    expect(configured).toBeDefined()
    expect(plain).toEqual(configured)
    expect((await runCommand(['show', 'both::own'], folder)).out).toContain('"blue"')
    const { error } = await runCommand(['show', 'both::none'], folder)
    expect(error).toBe('The group both has no task both::none; it has colours, both::own.\n')
  })

  test('a config that fails is named', async () => {
    const folder = temporaryFolder({ 'vitest.config.mjs': "throw new Error('no luck')\n" })
    const { code, error } = await runCommand(['show', 'wsc273'], folder)
    expect(code).toBe(1)
    expect(error).toContain(`The config ${folder}/vitest.config.mjs cannot be loaded: no luck.`)
  })
})

test.each([
  [['--doc', '1'], 'The task colours has documents 0 to 0, no document 1; give another --doc.'],
  [['--samples', '{"colours": [3]}'], 'samples names document 3, but there are 1'],
  [['--limit', '1', '--samples', '{"colours": [0]}'], 'limit and samples exclude each other'],
  [['--fewshot-as-multiturn'], 'fewshotAsMultiturn needs a chat template; set chatTemplate too'],
  [['--model', 'nowhere'], 'There is no model folder'],
])('refused with a sentence: %j', async (flags, problem) => {
  const { code, error } = await runCommand(['show', 'evals/colours.yaml', ...flags], temporaryFolder(colours))
  expect(error).toContain(problem)
  expect(error.split('\n')).toHaveLength(2)
  expect(code).toBe(1)
})

test('the README shows what is printed', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const shown = /<!-- output: npx vitest-lm-eval show wsc273 --doc 0 -->\n```\n([\s\S]*?)```/u.exec(
    readme,
  )?.[1]
  const { out } = await runCommand(['show', 'wsc273', '--doc', '0'])
  expect(out).toContain(shown)
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { config, Project } from './project.ts'

// Whole evaluations of the embedded model, as lm-eval 0.4.13 made them on the same weights (goldens/README.md).
const golden = (name: string): string => readFileSync(new URL(`./goldens/${name}`, import.meta.url), 'utf8')

interface Recorded {
  answers: unknown[]
  results: Record<string, number | 'N/A'>
}

const recorded = JSON.parse(golden('recorded.json')) as Record<string, Recorded>

interface Sample {
  doc_id: number
  filter: string
  resps: unknown[][]
  filtered_resps: unknown[]
  exact_match: number
}

interface Run {
  output: string
  samples: Sample[]
  results: Record<string, number | 'N/A'>
}

/** Runs a task on the embedded model with one Vitest, and reads what the option `output` wrote. */
async function run(task: string, options: string, files: Record<string, string> = {}): Promise<Run> {
  const project = new Project({
    'vitest.config.ts': config(`{ baselines: false, output: 'out', ${options} }`),
    ...files,
  })
  const { code, output } = await project.vitest(['run'])
  expect(output).toMatch(/Tests\s+\d+ passed/u)
  expect(code).toBe(0)
  const folder = project.path('out/tiny-model')
  const read = (start: string): string => {
    const name = readdirSync(folder).find(entry => entry.startsWith(start))
    return readFileSync(`${folder}/${name}`, 'utf8')
  }
  const samples = read(`samples_${task}_`)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Sample)
  return { output, samples, results: JSON.parse(read('results_')).results[task] }
}

/** Log-likelihoods of the same weights may differ by this much between frameworks. */
const tolerance = 1e-3

function expectNear(found: unknown, wanted: number): void {
  const value = Number(Array.isArray(found) ? found[0] : found)
  expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance)
}

/** Figures that do not depend on the last digits of log-likelihoods are equal; a perplexity is as near as those are. */
function expectFigures(found: Run['results'], wanted: Recorded['results'], relative: number): void {
  expect(Object.keys(found).filter(key => key.includes(','))).toEqual(Object.keys(wanted))
  for (const [key, value] of Object.entries(wanted)) {
    if (value === 'N/A') expect(found[key]).toBe('N/A')
    else expect(Math.abs(Number(found[key]) - value)).toBeLessThanOrEqual(relative * Math.abs(value))
  }
}

const exact = 1e-12

test('wsc273: every log-likelihood, the accuracy and its error', async () => {
  const { samples, results } = await run('wsc273', "tasks: ['wsc273']")
  const { answers, results: wanted } = recorded.wsc273 as Recorded
  expect(samples).toHaveLength(273)
  for (const [index, { resps }] of samples.entries()) {
    for (const [choice, value] of (answers[index] as number[]).entries())
      expectNear(resps[choice]?.[0], value)
  }
  expectFigures(results, wanted, exact)
})

describe('rolling log-likelihoods', () => {
  const rows = { 'data/train.jsonl': golden('mts_dialog.jsonl') }
  const datasets = "datasets: { 'har1/MTS_Dialogue-Clinical_Note': 'data' }"
  const notes = `tasks: ['mts_dialog_perplexity'], limit: 100, ${datasets}`
  const dialogue = `task: mts_dialog_dialogue_rolling
dataset_path: json
dataset_kwargs: { data_files: { test: ../data/train.jsonl } }
test_split: test
output_type: loglikelihood_rolling
doc_to_text: ""
doc_to_target: dialogue
`
  const dialogues = [...Array(90).keys(), ...Array.from({ length: 10 }, (_, index) => 100 + index)]
  const cases: [name: string, task: string, options: string, files: Record<string, string>][] = [
    ['mts_dialog_perplexity', 'mts_dialog_perplexity', notes, rows],
    ['mts_dialog_perplexity-maxlength128', 'mts_dialog_perplexity', `${notes}, maxLength: 128`, rows],
    [
      'mts_dialog_dialogue_rolling',
      'mts_dialog_dialogue_rolling',
      `tasks: ['evals/*.yaml'], samples: { mts_dialog_dialogue_rolling: ${JSON.stringify(dialogues)} }`,
      { ...rows, 'evals/dialogue.yaml': dialogue },
    ],
  ]
  test.each(cases)('%s: every text in its windows, the perplexities', async (name, task, options, files) => {
    const { samples, results } = await run(task, options, files)
    const { answers, results: wanted } = recorded[name] as Recorded
    expect(samples).toHaveLength(100)
    for (const [index, { resps }] of samples.entries()) expectNear(resps[0]?.[0], answers[index] as number)
    expectFigures(results, wanted, 1e-5)
  })
})

test('gsm8k: every generated text, what both filters find in it, and the figures', async () => {
  const files = {
    'data/train.jsonl': golden('gsm8k_like-train.jsonl'),
    'data/test.jsonl': golden('gsm8k_like-test.jsonl'),
  }
  const { samples, results, output } = await run(
    'gsm8k',
    "tasks: ['gsm8k'], numFewshot: 2, genKwargs: { max_gen_toks: 64 }, datasets: { 'openai/gsm8k': 'data' }",
    files,
  )
  const { answers, results: wanted } = recorded.gsm8k_like as Recorded
  const found = samples.map(({ filter, resps, filtered_resps: [answer], exact_match: right }) => [
    filter,
    resps[0]?.[0],
    answer,
    right,
  ])
  expect(found).toEqual(answers)
  expectFigures(results, wanted, exact)
  expect(output).toMatch(
    /\|gsm8k\|\s+3\|flexible-extract\|\s+2\|exact_match\|↑ {2}\|\s*0\.05\|± {2}\|\s*0\.05\|/u,
  )
})

// MC-TACO's rows are not the project's to ship: they lie beside the repository where its references do.
const shared = new URL('../../../shared/', import.meta.url)
const absent = existsSync(shared) ? '' : ': not there, so left out'

describe.skipIf(absent !== '')(`MC-TACO${absent}`, () => {
  const lines = (file: string): string[] => readFileSync(new URL(file, shared), 'utf8').trimEnd().split('\n')

  test.each(['mc_taco', 'mc_taco_never_always'])(
    '%s: every log-likelihood, accuracy, F1, and their errors',
    async name => {
      const answers = lines(`reference/lm-eval-0.4.13/tiny/${name}.jsonl`).map(
        line => (JSON.parse(line) as { resps: [number, boolean][] }).resps,
      )
      const file = JSON.parse(lines(`reference/lm-eval-0.4.13/tiny/${name}.json`).join('\n'))
      const wanted = Object.fromEntries(
        Object.entries(file.results[name]).filter(([key]) => key.includes(',')),
      ) as Recorded['results']
      const task = `task: ${name}
dataset_path: json
dataset_kwargs: { data_files: { test: rows.jsonl } }
test_split: test
output_type: multiple_choice
doc_to_text: "{{sentence}}\\nQuestion: {{question}}\\nAnswer: {{answer}}\\nPlausible:"
doc_to_target: label
doc_to_choice: ${name === 'mc_taco' ? '["no", "yes"]' : '["never", "always"]'}
metric_list: [{ metric: acc }, { metric: f1 }]
`
      const { samples, results } = await run(
        name,
        `tasks: ['evals/*.yaml'], limit: 500, bootstrapIters: ${file.config.bootstrap_iters}`,
        {
          'evals/task.yaml': task,
          'evals/rows.jsonl': `${lines('data/mc_taco-test.jsonl').slice(0, 500).join('\n')}\n`,
        },
      )
      expect(samples).toHaveLength(500)
      for (const [index, { resps }] of samples.entries()) {
        for (const [choice, [value, isGreedy]] of (answers[index] as [number, boolean][]).entries()) {
          const [found, greedy] = (resps[choice] ?? [])[0] as [string, string]
          expectNear(found, value)
          expect(greedy).toBe(isGreedy ? 'True' : 'False')
        }
      }
      expectFigures(results, wanted, exact)
    },
  )
})

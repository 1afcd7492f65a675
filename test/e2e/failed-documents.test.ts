import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { config, Project } from './project.ts'

/** Five documents; what each task below does fails for the third one alone. */
const rows = [4, 2, 0, 1, 5]
  .map(
    number =>
      `${JSON.stringify({ question: `Thing ${number}`, number, answer: number === 0 ? 'nothing' : 'red' })}\n`,
  )
  .join('')

const common = `dataset_path: json
dataset_kwargs: { data_files: { test: rows.jsonl } }
test_split: test
doc_to_target: "{{answer}}"
`
const generated = `${common}output_type: generate_until
doc_to_text: "{{question}} is"
generation_kwargs: { until: ["\\n"], max_gen_toks: 3 }
`
const choices = `${common}output_type: multiple_choice
doc_to_choice: ["red", "blue"]
`
const functions = `const refuse = (number) => { if (number === 0) throw new Error('nothing to count') }
export const judged = ({ number }) => { refuse(number); return { acc: 1 } }
export const filtered = (resps, docs) => resps.map((list, index) => { refuse(docs[index].number); return list[0] })
export const grown = (resps, docs) => resps.map((list, index) => docs[index].number === 0 ? ['a'.repeat(40) + 'b'] : ['aa'])
export const scored = ([gold]) => { refuse(gold === 'nothing' ? 0 : 1); return 1 }
`

const stages: [stage: string, task: string, message: RegExp, gate: string][] = [
  [
    'a template',
    `${choices}doc_to_text: "{{ 20 // number }} of {{question}}"\nmetric_list: [{ metric: acc }]\n`,
    /doc_to_text: .*division by zero/u,
    'acc',
  ],
  [
    'a filter of its own',
    `${generated}filter_list: [{ name: own, filter: [{ function: custom, filter_fn: !function utils.filtered }] }]\nmetric_list: [{ metric: exact_match }]\n`,
    /nothing to count/u,
    'exact_match',
  ],
  [
    'a filter pattern that runs away',
    `${generated}filter_list: [{ name: own, filter: [{ function: custom, filter_fn: !function utils.grown }, { function: regex, regex_pattern: "^(a+)+$" }, { function: take_first }] }]\nmetric_list: [{ metric: exact_match }]\n`,
    /Task things, document 2: the pattern \^\(a\+\)\+\$ takes too long/u,
    'exact_match',
  ],
  [
    'a prompt that leaves no room for a text',
    `${generated.replace('{{question}}', '{{ question * (400 if number == 0 else 1) }}').replace('max_gen_toks: 3', 'max_length: 900, max_gen_toks: 3')}metric_list: [{ metric: exact_match }]\n`,
    /generation_kwargs allows \d+ tokens of prompt and text together/u,
    'exact_match',
  ],
  [
    'process_results',
    `${generated}process_results: !function utils.judged\nmetric_list: [{ metric: acc, aggregation: mean }]\n`,
    /process_results: nothing to count/u,
    'acc',
  ],
  [
    'a metric of its own',
    `${generated}metric_list: [{ metric: !function utils.scored, aggregation: mean }]\n`,
    /nothing to count/u,
    'scored',
  ],
]

test.each(stages)(
  '%s that fails for one document fails it with its row, and the gate; the others finish',
  async (_, task, message, gate) => {
    const project = new Project({
      'vitest.config.ts': config("{ tasks: ['evals/*.yaml'] }"),
      'evals/task.yaml': `task: things\n${task}`,
      'evals/rows.jsonl': rows,
      'evals/utils.js': functions,
    })
    const { code, output } = await project.vitest(['run'])
    expect(output).toMatch(/Tests\s+2 failed \| 4 passed \(6\)/u)
    expect(output).toMatch(/FAIL .* things > doc 2: .*Thing 0/u)
    expect(output).toMatch(message)
    expect(output).toContain('evals/rows.jsonl:3:1')
    expect(output).toContain(
      `things: 1 of 5 documents could not be scored, so ${gate} is not known and not held against its baseline.`,
    )
    expect(output).toContain('! things: 1 of 5 documents could not be scored and are in no figure.')
    expect(output).not.toMatch(/node_modules\/vitest-lm-eval\/dist/u)
    expect(existsSync(project.path('baselines'))).toBe(false)
    expect(code).toBe(1)
  },
)

test('a pattern that would try forever is stopped, with task and document named', async () => {
  const project = new Project({
    'vitest.config.ts': config("{ tasks: ['evals/*.yaml'], baselines: false }"),
    'evals/task.yaml': `task: things\n${generated}metric_list: [{ metric: exact_match, regexes_to_ignore: ["(a+)+$"] }]\n`,
    'evals/rows.jsonl': rows.replace('"red"', `"${'a'.repeat(60)}!"`),
  })
  const started = performance.now()
  const { code, output } = await project.vitest(['run'])
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(output).toMatch(/Task things, document 0: .*\(a\+\)\+\$/u)
  expect(output).toMatch(/Tests\s+2 failed \| 4 passed \(6\)/u)
  expect(code).toBe(1)
})

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { functionModules } from '../../plugin/task/function-modules.ts'
import { loadTask } from '../../plugin/task/load-task.ts'
import { readTaskFile } from '../../plugin/task/task-file.ts'
import type { TaskOverrides } from '../../plugin/task/types.ts'
import { caught } from './caught.ts'
import { temporaryFolder } from './temporary-folder.ts'

const minimal = `task: t
dataset_path: json
dataset_kwargs: {data_files: {test: test.jsonl}}
output_type: multiple_choice
test_split: test
doc_to_text: "{{q}}"
doc_to_target: label
doc_to_choice: ["no", "yes"]
`

const modules = {
  'utils.ts': '',
  'sub/more.mjs': '',
  'old.py': 'def f(): pass',
}

function load(yaml: string, exports: Record<string, unknown> = {}, overrides: TaskOverrides = {}) {
  const folder = temporaryFolder({ ...modules, 'task.yaml': yaml })
  return loadTask(readTaskFile(join(folder, 'task.yaml')), async () => exports, overrides)
}

/** The minimal task with fields replaced; undefined removes one. */
function withFields(fields: Record<string, string | undefined>): string {
  const kept = minimal
    .trimEnd()
    .split('\n')
    .filter(line => !Object.keys(fields).some(field => line.startsWith(`${field}:`)))
  const added = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [`${field}: ${value}`],
  )
  return [...kept, ...added, ''].join('\n')
}

describe('defaults', () => {
  test('are the harness’s', async () => {
    const task = await load(minimal)
    expect(task).toMatchObject({
      name: 't',
      alias: 't',
      version: undefined,
      outputType: 'multiple_choice',
      numFewshot: 0,
      metrics: [
        { metric: 'acc', options: {} },
        { metric: 'acc_norm', options: {} },
      ],
      targetDelimiter: ' ',
      repeats: 1,
      cluster: undefined,
      clusterMetrics: [],
    })
    expect(task.config).toMatchObject({
      description: '',
      target_delimiter: ' ',
      fewshot_delimiter: '\n\n',
      num_fewshot: 0,
      repeats: 1,
      should_decontaminate: false,
      unsafe_code: false,
    })
  })

  test('loglikelihood has perplexity and acc', async () => {
    const { metrics } = await load(withFields({ output_type: 'loglikelihood', doc_to_choice: undefined }))
    expect(metrics.map(({ metric }) => metric)).toEqual(['perplexity', 'acc'])
  })
})

test('metric_list keeps options and functions', async () => {
  const score = () => 1
  const task = await load(
    withFields({
      metric_list:
        '[{metric: acc, aggregation: mean, higher_is_better: true}, {metric: !function utils.score, ignore_case: true}]',
    }),
    { score },
  )
  expect(task.metrics).toEqual([
    { metric: 'acc', aggregation: 'mean', higherIsBetter: true, options: {} },
    { metric: score, options: { ignore_case: true } },
  ])
  expect(task.config.metric_list).toMatchObject([{}, { metric: 'utils.score' }])
})

test('metadata: version as written, cluster and cluster metrics', async () => {
  const task = await load(withFields({ metadata: '{version: 1.0, cluster: "{{q}}", cluster_metrics: [em]}' }))
  expect(String(task.version)).toBe('1')
  expect(task.clusterMetrics).toEqual(['em'])
  expect(task.cluster?.({ q: 'Q' }, new Set(['q']))).toBe('Q')
  expect((await load(withFields({ metadata: 'hello' }))).config.metadata).toEqual({ _metadata: 'hello' })
})

describe('number of shots', () => {
  test.each([
    ['0', 5, 0],
    ['0', undefined, 0],
    ['null', undefined, 0],
    ['null', -1, -1],
    ['2', 0, 0],
  ])('task %s, option %s', async (own, numFewshot, shots) => {
    expect((await load(withFields({ num_fewshot: own }), {}, { numFewshot })).numFewshot).toBe(shots)
  })

  test.each([
    ['3', undefined, 3],
    ['null', 2, 2],
    ['5', 2, 2],
    ['5', -1, -1],
  ])('task %s, option %s gives %s', async (own, numFewshot, expected) => {
    const { numFewshot: shots } = await load(withFields({ num_fewshot: own }), {}, { numFewshot })
    expect(shots).toBe(expected)
  })
})

describe('wrong fields', () => {
  const wrong: [fields: Record<string, string | undefined>, message: RegExp][] = [
    [{ doc_to_txt: 'q' }, /task\.yaml:9:1: unknown field doc_to_txt\. Did you mean doc_to_text\?/],
    [{ completely_different: '1' }, /unknown field completely_different\. Known fields: task, /],
    [{ target_delimiter: '3' }, /task\.yaml:9:1: target_delimiter must be a string .* not the number 3/],
    [{ target_delimiter: 'null' }, /target_delimiter must be a string .* not null/],
    [{ description: 'yes' }, /description must be a string, not the boolean true/],
    [{ description: '2020-01-01' }, /description must be a string, not the date 2020/],
    [{ doc_to_text: '[a]' }, /doc_to_text must be a template, .* not the list \['a'\]/],
    [{ doc_to_text: '1.5' }, /doc_to_text must be .* not the number 1\.5/],
    [{ doc_to_target: '{a: b}' }, /doc_to_target must be .* not a mapping/],
    [{ repeats: '0' }, /repeats must be a whole number of 1 or more, not the number 0/],
    [{ output_type: 'choice' }, /output_type must be loglikelihood, .* not the string "choice"/],
    [{ metric_list: 'acc' }, /metric_list must be a list of mappings, not the string "acc"/],
    [{ metric_list: '[acc]' }, /metric_list\[0\] is the string "acc"; it must be a mapping/],
    [{ metric_list: '[{aggregation: mean}]' }, /metric_list\[0\]\.metric is missing/],
    [
      { metric_list: '[{metric: acc, higher_is_better: 1}]' },
      /metric_list\[0\]\.higher_is_better is the number 1/,
    ],
    [{ metric_list: '[]' }, /metric_list is empty/],
    [{ task: undefined }, /the field task is missing/],
    [{ task: '7' }, /task must be a name other than __proto__, not the number 7/],
    [{ task: '__proto__' }, /task must be a name other than __proto__, not the string "__proto__"/],
    [{ dataset_path: undefined }, /the field dataset_path is missing/],
    [{ doc_to_text: undefined }, /the field doc_to_text is missing/],
    [{ doc_to_target: 'null' }, /doc_to_target must be|the field doc_to_target is missing/],
    [{ doc_to_choice: undefined }, /doc_to_choice is missing: output_type multiple_choice needs it/],
    [{ test_split: undefined, training_split: 'train' }, /names no split to evaluate/],
    [{ metadata: '{cluster: 3}' }, /metadata\.cluster must be .* the number 3/],
    [
      { metadata: '{cluster: q, cluster_metrics: [em, fl]}' },
      /unknown cluster metric the string "fl"; there are em, f1_question/,
    ],
    [{ metadata: '{cluster_metrics: [em]}' }, /cluster_metrics needs metadata\.cluster/],
    [{ unsafe_code: 'true' }, /unsafe_code must be false/],
  ]
  test.each(wrong)('%j', async (fields, message) => {
    const error = await caught(() => load(withFields(fields)))
    expect(error.code).toBe('TASK_FIELD')
    expect(error.message).toMatch(message)
    expect(error.at).toHaveLength(1)
  })
})

describe('what cannot be done is refused', () => {
  const refused: [fields: Record<string, string | undefined>, message: RegExp][] = [
    [{ class: 'Task' }, /written in Python/],
    [{ doc_to_image: 'image' }, /images/],
    [{ use_prompt: 'a:b' }, /use_prompt a:b: there is no such prompt; there are qa-basic:q/],
    [{ use_prompt: 'promptsource:b' }, /promptsource is a Python package/],
    [{ use_prompt: 'prompts.yaml:b' }, /prompts\.yaml does not exist/],
    [{ filter_list: '[{name: strict}]' }, /filter_list\[0\]\.filter must be a list of steps, not null/],
    [
      { filter_list: '[{name: a, filter: [regex]}]' },
      /filter_list\[0\]\.filter\.0 must be a mapping whose function/,
    ],
    [
      { fewshot_config: '{sample: 1}' },
      /task\.yaml:9:18: fewshot_config has no key sample; its keys are sampler, /,
    ],
    [{ fewshot_config: '{sampler: balanced}' }, /fewshot_config\.sampler must be 'default', 'first_n' or/],
    [
      { generation_kwargs: '{temperature: hot}', output_type: 'generate_until' },
      /temperature must be a number/,
    ],
  ]
  test.each(refused)('%j', async (fields, message) => {
    expect((await caught(() => load(withFields(fields)))).message).toMatch(message)
  })

  test('the default filter, written out, is fine', async () => {
    await load(withFields({ filter_list: '[{name: none, filter: [{function: take_first}]}]' }))
  })
})

describe('functions', () => {
  const withFunction = (reference: string) => withFields({ process_docs: `!function ${reference}` })

  test('come from the module beside the YAML', async () => {
    const run = () => []
    expect((await load(withFunction('utils.run'), { run })).processDocs).toBe(run)
    expect((await load(withFunction('sub.more.run'), { run })).processDocs).toBe(run)
  })

  test('their modules are listed, each once', () => {
    const folder = temporaryFolder({
      ...modules,
      'task.yaml': withFields({
        process_docs: '!function utils.a',
        process_results: '!function utils.b',
        doc_to_text: '!function old.f',
      }),
    })
    expect(functionModules(readTaskFile(join(folder, 'task.yaml')))).toEqual([join(folder, 'utils.ts')])
  })

  const wrong: [reference: string, exports: Record<string, unknown>, message: RegExp][] = [
    [
      'utils.run',
      { other: 1, more: 2 },
      /task\.yaml:9:15: !function utils\.run: .*utils\.ts does not export run; it exports other, more/,
    ],
    ['utils.run', {}, /exports nothing by name/],
    ['utils.run', { run: 3 }, /export run of .* is not a function/],
    ['gone.run', {}, /no module gone beside the task file; looked for .*gone\.\{ts,mts,js,mjs\}/],
    ['old.f', {}, /old\.py is Python.*translate its functions to TypeScript in .*old\.ts/],
    ['run', {}, /must have the form module\.name/],
    ['../utils.run', {}, /must have the form module\.name/],
    ['utils.toString', {}, /does not export toString/],
  ]
  test.each(wrong)('!function %s of %j', async (reference, exports, message) => {
    const error = await caught(() => load(withFunction(reference), exports))
    expect(error.code).toBe('TASK_FUNCTION')
    expect(error.message).toMatch(message)
  })

  test('a module that fails', async () => {
    const folder = temporaryFolder({ ...modules, 'task.yaml': withFunction('utils.run') })
    const error = await caught(() =>
      loadTask(readTaskFile(join(folder, 'task.yaml')), async () => {
        throw new Error('no such import')
      }),
    )
    expect(error.message).toMatch(/importing .*utils\.ts failed: no such import/)
  })
})

describe('hash', () => {
  const hashOf = async (yaml: string, code = '') => {
    const folder = temporaryFolder({ 'task.yaml': yaml, 'utils.ts': code })
    return (await loadTask(readTaskFile(join(folder, 'task.yaml')), async () => ({ run: () => [] }))).hash
  }

  test('same task elsewhere, defaults written out, fields reordered: the same', async () => {
    const hash = await hashOf(minimal)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await hashOf(minimal)).toBe(hash)
    expect(await hashOf(`num_fewshot: 0\ntarget_delimiter: " "\ndescription: null\n${minimal}`)).toBe(hash)
  })

  test('another prompt, another order of choices, other code: another one', async () => {
    const hashes = [
      await hashOf(minimal),
      await hashOf(withFields({ doc_to_text: '"{{q}} "' })),
      await hashOf(withFields({ doc_to_choice: '{2: a, 1: b}' })),
      await hashOf(withFields({ doc_to_choice: '{1: b, 2: a}' })),
      await hashOf(withFields({ process_docs: '!function utils.run' })),
      await hashOf(withFields({ process_docs: '!function utils.run' }), 'changed'),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

// Scoring of real requests by one model, and with --reference by lm-eval on the same requests, in turn:
//   npm run bench-scoring -- MODEL DATA [--only NAME] [--runs N] [--reference DIR]
// MODEL: folder of an ONNX model. DATA: folder with wsc273-test.jsonl, mc_taco-test.jsonl, mc_taco-validation.jsonl and
// mts_dialog-train.jsonl; work whose rows are missing is left out. DIR: folder with run.sh and the environment that it needs.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '1' },
    reference: { type: 'string' },
    script: { type: 'string' },
  },
})
if (positionals.length !== 2) {
  console.error(
    'usage: npm run bench-scoring -- MODEL DATA [--only NAME] [--runs N] [--reference DIR --script RUN_SH]',
  )
  process.exit(2)
}
const [model, data] = positionals.map(path => resolve(path))
const repository = fileURLToPath(new URL('..', import.meta.url))
const workspace = mkdtempSync(join(tmpdir(), 'vitest-lm-eval-scoring-'))
process.on('exit', () => rmSync(workspace, { recursive: true, force: true }))
mkdirSync(join(workspace, 'node_modules'))
for (const name of ['vitest', 'vite', 'onnxruntime-node']) {
  symlinkSync(join(repository, 'node_modules', name), join(workspace, 'node_modules', name))
}
symlinkSync(repository, join(workspace, 'node_modules', 'vitest-lm-eval'))

const taco = {
  include: join(repository, 'tasks/mc_taco/default.yaml'),
  dataset_path: 'json',
  dataset_name: null,
  dataset_kwargs: {
    data_files: {
      test: join(data, 'mc_taco-test.jsonl'),
      validation: join(data, 'mc_taco-validation.jsonl'),
    },
  },
}
const shots = { ...taco, num_fewshot: 5, fewshot_split: 'validation' }
const dialogues = {
  dataset_path: 'json',
  dataset_kwargs: { data_files: { test: join(data, 'mts_dialog-train.jsonl') } },
  test_split: 'test',
}
const works = [
  {
    name: 'wsc273',
    rows: 'wsc273-test.jsonl',
    task: {
      include: join(repository, 'tasks/wsc273/default.yaml'),
      dataset_path: 'json',
      dataset_name: null,
      dataset_kwargs: { data_files: { test: join(data, 'wsc273-test.jsonl') } },
    },
  },
  { name: 'mc_taco', rows: 'mc_taco-test.jsonl', limit: 1000, task: taco },
  { name: 'mc_taco_all', rows: 'mc_taco-test.jsonl', task: taco, slow: true },
  {
    name: 'mc_taco_first_n',
    rows: 'mc_taco-test.jsonl',
    limit: 500,
    task: { ...shots, fewshot_config: { sampler: 'first_n' } },
  },
  { name: 'mc_taco_default', rows: 'mc_taco-test.jsonl', limit: 100, task: shots, slow: true },
  {
    name: 'mts_rolling',
    rows: 'mts_dialog-train.jsonl',
    limit: 100,
    task: {
      ...dialogues,
      output_type: 'loglikelihood_rolling',
      doc_to_text: '',
      doc_to_target: '{{dialogue}}',
    },
  },
  {
    name: 'mts_generate',
    rows: 'mts_dialog-train.jsonl',
    limit: 20,
    task: {
      ...dialogues,
      output_type: 'generate_until',
      doc_to_text: 'Dialogue:\n{{dialogue}}\n\nClinical note:',
      doc_to_target: '{{section_text}}',
      generation_kwargs: { until: ['\n\n'], max_gen_toks: 64, do_sample: false },
      metric_list: [{ metric: 'bypass', aggregation: 'bypass', higher_is_better: true }],
    },
  },
]

const dist = new URL('../dist/', import.meta.url).href
const program = `
const [model, file, root, limit] = process.argv.slice(1)
const load = name => import(${JSON.stringify(dist)} + name + '.js')
const { TaskEvaluation } = await load('evaluation/task-evaluation')
const { loadModel } = await load('scorer/loaded-model')
const { runnerImport } = await import('vite')
const evaluation = await TaskEvaluation.load(file, {
  root, datasets: {}, bootstrapIters: 0, packageVersion: '', ...(limit === '' ? {} : { limit: Number(limit) }),
  importModule: async name => (await runnerImport(name)).module,
})
const requests = evaluation.order.flatMap(docId => evaluation.requests(docId).requests)
let started = performance.now()
const loaded = await loadModel({ path: model, name: 'model', provider: 'cpu', demonstration: false })
const loading = (performance.now() - started) / 1000
const before = { ...loaded.work }
started = performance.now()
await loaded.score(requests, { onScored() {} })
const scoring = (performance.now() - started) / 1000
const work = Object.fromEntries(Object.entries(loaded.work).map(([key, value]) => [key, value - before[key]]))
console.log(JSON.stringify({ loading, scoring, requests: requests.length, peak: process.resourceUsage().maxRSS / 1024, ...work }))
process.exit(0)`

const median = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

function project({ name, task }) {
  const folder = join(workspace, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'task.yaml'), JSON.stringify({ task: name, ...task }))
  return folder
}

/** Numbers of a whole `vitest run`, its standard errors and table included. */
function wholeRun(folder, limit) {
  const options = { model, tasks: ['task.yaml'], baselines: false, cache: false, ...(limit ? { limit } : {}) }
  const config = `import { lmEval } from 'vitest-lm-eval'\nexport default { plugins: [lmEval(${JSON.stringify(options)})] }\n`
  writeFileSync(join(folder, 'vitest.config.mjs'), config)
  const started = performance.now()
  execFileSync(process.execPath, [join(repository, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    stdio: 'pipe',
  })
  return (performance.now() - started) / 1000
}

/** Seconds that lm-eval took for its requests, and for the whole process. */
function reference({ name, limit }) {
  const started = performance.now()
  return new Promise((done, fail) => {
    const args = [values.script, values.reference, name, ...(limit ? ['--limit', String(limit)] : [])]
    execFile('bash', args, { maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (error) return fail(error)
      done({
        whole: (performance.now() - started) / 1000,
        scoring: scoringSeconds(`${stdout}${stderr}`, name),
      })
    })
  })
}

/** From its progress bar; rolling requests have one each, so there from its log: with their aggregation, which is short. */
function scoringSeconds(output, name) {
  if (name === 'mts_rolling') {
    const at = text => {
      const [, time] = new RegExp(`-\\d\\d:(\\d\\d:\\d\\d:\\d\\d) INFO[^\\n]*${text}`).exec(output) ?? []
      return Date.parse(`2000-01-01T${time}Z`) / 1000
    }
    return (at('Saving results') - at('Running loglikelihood_rolling') + 86_400) % 86_400
  }
  const bars = [...output.matchAll(/Running \w+ requests: 100%[^\r\n]*?\[(?:(\d+):)?(\d+):(\d+)</g)]
  const [, hours = 0, minutes, seconds] = bars.at(-1) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

for (const work of works) {
  if (!existsSync(join(data, work.rows))) {
    console.log(`${work.name}: left out, ${join(data, work.rows)} does not exist`)
    continue
  }
  if (values.only === undefined ? work.slow : !values.only.split(',').includes(work.name)) continue
  const folder = project(work)
  const own = []
  const whole = []
  const theirs = []
  for (let run = 0; run < Number(values.runs); run++) {
    const args = [model, join(folder, 'task.yaml'), folder, String(work.limit ?? '')]
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program, ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    own.push(JSON.parse(output.trim().split('\n').at(-1)))
    whole.push(wholeRun(folder, work.limit))
    if (values.reference !== undefined) theirs.push(await reference(work))
  }
  const [{ requests, computed, distinct, summed, runs, places }] = own
  const scoring = median(own.map(figures => figures.scoring))
  const loading = median(own.map(figures => figures.loading))
  const peak = Math.max(...own.map(figures => figures.peak))
  console.log(
    `${work.name}: ${requests} requests; scoring ${scoring.toFixed(1)} s, whole run ${median(whole).toFixed(1)} s, loading ${loading.toFixed(1)} s, peak ${Math.round(peak)} MiB; ` +
      `${computed} tokens computed in ${runs} runs (${(computed / distinct).toFixed(2)} x ${distinct} distinct, ${summed} summed), ${places} rows of logits, ${Math.round(computed / scoring)} tokens/s`,
  )
  if (theirs.length > 0) {
    const scored = median(theirs.map(figures => figures.scoring))
    const ran = median(theirs.map(figures => figures.whole))
    console.log(
      `  lm-eval: scoring ${scored} s (${(scored / scoring).toFixed(1)}x), whole process ${ran.toFixed(1)} s (${(ran / median(whole)).toFixed(1)}x)`,
    )
  }
}

// Timings of whole Vitest runs: wsc273 on the embedded model, and the plugin's own cost a document with the dummy scorer.
// Run with `npm run bench`. Peak memory is that of the largest processes seen while the run lasted (Linux and macOS).
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))
const workspace = mkdtempSync(join(tmpdir(), 'vitest-lm-eval-bench-'))
process.on('exit', () => rmSync(workspace, { recursive: true, force: true }))
mkdirSync(join(workspace, 'node_modules'))
for (const name of ['vitest', 'vite', 'onnxruntime-node']) {
  symlinkSync(join(repository, 'node_modules', name), join(workspace, 'node_modules', name))
}
symlinkSync(repository, join(workspace, 'node_modules', 'vitest-lm-eval'))

const config = options => `import { defineConfig } from 'vitest/config'
import { lmEval } from 'vitest-lm-eval'
export default defineConfig({ plugins: [lmEval(${options})] })
`
const task = `task: synthetic
dataset_path: json
dataset_kwargs: { data_files: { test: rows.jsonl } }
test_split: test
output_type: multiple_choice
doc_to_text: "{{question}}"
doc_to_target: label
doc_to_choice: ["red", "blue"]
metric_list: [{ metric: acc }]
`

function project(name, files) {
  const folder = join(workspace, name)
  mkdirSync(folder)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  return folder
}

const rows = count =>
  Array.from({ length: count }, (_, i) => JSON.stringify({ question: `Question ${i}?`, label: i % 2 })).join(
    '\n',
  )

/** Resident memory in MiB of the processes below a process, largest first. */
function memory(ancestor) {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).trim().split('\n')
  const processes = lines.map(line => line.trim().match(/^(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/)).filter(Boolean)
  const below = new Set([String(ancestor)])
  for (let before = 0; before !== below.size; ) {
    before = below.size
    for (const [, pid, ppid] of processes) if (below.has(ppid)) below.add(pid)
  }
  return processes
    .filter(([, pid, , args]) => below.has(pid) && !args.startsWith('ps '))
    .map(([, pid, , rss, args]) => ({ pid, mib: Number(rss) / 1024, model: args.includes('model-process') }))
}

function run(folder) {
  return new Promise(resolve => {
    const started = performance.now()
    const child = spawn(process.execPath, [join(repository, 'node_modules/vitest/vitest.mjs'), 'run'], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', VITEST_LM_EVAL_CACHE: 'off' },
    })
    let output = ''
    child.stdout.on('data', data => {
      output += data
    })
    child.stderr.on('data', data => {
      output += data
    })
    const peaks = { main: 0, worker: 0, model: 0 }
    const timer = setInterval(() => {
      for (const { pid, mib, model } of memory(child.pid)) {
        const kind = model ? 'model' : pid === String(child.pid) ? 'main' : 'worker'
        peaks[kind] = Math.max(peaks[kind], mib)
      }
    }, 250)
    child.on('close', code => {
      clearInterval(timer)
      resolve({ code, output, seconds: (performance.now() - started) / 1000, peaks })
    })
  })
}

/** Input tokens of wsc273's requests under the embedded model's tokenizer. */
async function wscTokens() {
  const load = name => import(new URL(`../dist/${name}.js`, import.meta.url))
  const { readTaskFile } = await load('task/task-file')
  const { loadTask } = await load('task/load-task')
  const { RequestBuilder } = await load('task/requests')
  const { loadDocuments } = await load('dataset/load-documents')
  const { readModelFolder } = await load('scorer/model/model-folder')
  const { loadTokenizer } = await load('scorer/tokens/tokenizer')
  const { RequestEncoder } = await load('scorer/tokens/encode')
  const { embeddedModel } = await load('evaluation/model-spec')
  const { runnerImport } = await import('vite')
  const importModule = async file => (await runnerImport(file)).module
  const task = await loadTask(readTaskFile(join(repository, 'tasks/wsc273/default.yaml')), importModule)
  const documents = await loadDocuments(task, { root: repository, datasets: {} })
  const builder = new RequestBuilder(task, documents)
  const folder = readModelFolder(embeddedModel)
  const encoder = new RequestEncoder(loadTokenizer(folder), folder.maxLength)
  const requests = documents.docs.flatMap((_, docId) => builder.build(docId).requests)
  return requests.reduce((sum, request) => sum + encoder.encode(request).input.length, 0)
}

async function report(name, folder, documents, tokens) {
  const { code, output, seconds, peaks } = await run(folder)
  if (code !== 0) throw new Error(`${name} ended with ${code}\n${output.slice(-2000)}`)
  const testsTime = /tests ([\d.]+)(ms|s)/.exec(output)
  const scoring = testsTime === null ? Number.NaN : Number(testsTime[1]) / (testsTime[2] === 'ms' ? 1000 : 1)
  const peak = Object.entries(peaks)
    .filter(([, mib]) => mib > 0)
    .map(([kind, mib]) => `${kind} ${Math.round(mib)} MiB`)
  console.log(
    `${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s whole, ${scoring.toFixed(1).padStart(6)} s tests, ` +
      `${Math.round(documents / scoring)} documents/s${tokens === undefined ? '' : `, ${Math.round(tokens / scoring)} input tokens/s`}, ` +
      `${((1e6 * seconds) / documents).toFixed(0)} µs a document; peak ${peak.join(', ')}`,
  )
}

/**
 * Loading a task of MC-TACO's size and shape (made-up rows) and building all of its requests, in a process of its own.
 */
function prompts(shots) {
  const words = [
    'river',
    'stone',
    'window',
    'letter',
    'winter',
    'garden',
    'bridge',
    'engine',
    'market',
    'island',
  ]
  const sentence = i => Array.from({ length: 16 }, (_, k) => words[(i * 7 + k * 3) % words.length]).join(' ')
  const made = count =>
    Array.from({ length: count }, (_, i) =>
      JSON.stringify({
        sentence: `${sentence(i)}.`,
        question: `How long did the ${words[i % 10]} take?`,
        answer: `${i % 60} minutes`,
        label: i % 3 === 0 ? 1 : 0,
        category: 'Event Duration',
      }),
    ).join('\n')
  const folder = project(`prompts-${shots}`, { 'test.jsonl': made(9442), 'validation.jsonl': made(3783) })
  const program = `
    const load = name => import(${JSON.stringify(new URL('../dist/', import.meta.url).href)} + name + '.js')
    const { TaskEvaluation } = await load('evaluation/task-evaluation')
    const started = performance.now()
    const evaluation = await TaskEvaluation.load(${JSON.stringify(join(repository, 'tasks/mc_taco/default.yaml'))}, {
      root: ${JSON.stringify(folder)}, datasets: { mc_taco: '.' }, numFewshot: ${shots}, bootstrapIters: 0,
      packageVersion: '', importModule: file => import(file),
    })
    const loaded = performance.now()
    let count = 0
    for (const docId of evaluation.order) count += evaluation.requests(docId).requests.length
    const figures = [count, (loaded - started) / 1000, (performance.now() - loaded) / 1000, process.memoryUsage().rss / 2 ** 20]
    console.log(JSON.stringify(figures))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const [count, loading, building, mib] = JSON.parse(output)
  console.log(
    `${`prompts, ${shots} shots`.padEnd(24)} ${loading.toFixed(2)} s to load 9442 documents, ${building.toFixed(2)} s for ${count} requests; ${Math.round(mib)} MiB`,
  )
}

/** A metric of a million 0/1 documents with its standard error and interval; with clusters of seven the error over them too. */
async function aggregation(clustered) {
  const { aggregate } = await import(new URL('../dist/metric/aggregate.js', import.meta.url))
  const task = {
    name: 'synthetic',
    outputType: 'multiple_choice',
    metrics: [{ metric: 'acc', options: {} }],
    filters: [{ name: 'none', steps: [{ function: 'take_first', options: {} }] }],
    clusterMetrics: [],
  }
  const samples = Array.from({ length: 1_000_000 }, (_, docId) => ({
    docId,
    values: { acc: Number(docId % 3 === 0) },
    prediction: 0,
    gold: 0,
    cluster: clustered ? `question ${Math.floor(docId / 7)}` : undefined,
  }))
  const started = performance.now()
  await aggregate(task, samples, { bootstrapIters: 100_000 })
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${`aggregate${clustered ? ', clusters' : ''}`.padEnd(24)} ${seconds.toFixed(2)} s for 1000000 values`,
  )
}

prompts(0)
prompts(5)
await aggregation(false)
await aggregation(true)
await report(
  'wsc273, embedded model',
  project('wsc273', { 'vitest.config.js': config("{ tasks: ['wsc273'] }") }),
  273,
  await wscTokens(),
)
for (const count of [10_000, 100_000]) {
  const files = {
    'vitest.config.js': config("{ model: 'dummy', tasks: ['./synthetic.yaml'] }"),
    'synthetic.yaml': task,
    'rows.jsonl': rows(count),
  }
  await report(`dummy, ${count} documents`, project(`dummy-${count}`, files), count)
}

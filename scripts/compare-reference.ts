/**
 * Scores the requests of a recorded samples file and compares with what lm-eval recorded for them.
 *
 *     npm run build
 *     node scripts/compare-reference.ts MODEL_FOLDER SAMPLES.jsonl [--provider NAME] [--batch ROWS] [--first DOCUMENTS]
 *
 * Node before 22.18 cannot run TypeScript; there: `node -e "import('vite').then(v => v.runnerImport('./scripts/compare-reference.ts'))" -- MODEL_FOLDER …`
 *
 * A line of the samples file holds `arguments`, [context, continuation] pairs; `resps`, [log-likelihood, is_greedy] pairs,
 * as numbers and booleans or as their Python text; and `acc`.
 */
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { LoglikelihoodResponse, ProviderOption } from '../plugin/scorer/types.ts'

interface SampleLine {
  doc_id: number
  arguments: [context: string, continuation: string][]
  resps: [logLikelihood: number | string, isGreedy: boolean | string][]
  acc: number
}

const { values, positionals } = parseArgs({
  args: process.argv.slice(process.argv[1]?.endsWith('compare-reference.ts') ? 2 : 1),
  allowPositionals: true,
  options: {
    provider: { type: 'string', default: 'cpu' },
    batch: { type: 'string', default: '16' },
    first: { type: 'string', default: 'Infinity' },
  },
})
const [folder, samplesFile] = positionals
if (folder === undefined || samplesFile === undefined)
  throw new Error('usage: compare-reference MODEL_FOLDER SAMPLES.jsonl')

const built = new URL('../dist/scorer/in-process.js', import.meta.url).href
const { createInProcessScorer } = (await import(
  /* @vite-ignore */ built
)) as typeof import('../plugin/scorer/in-process.ts')

const samples = readFileSync(samplesFile, 'utf8')
  .trimEnd()
  .split('\n')
  .slice(0, Number(values.first))
  .map(line => JSON.parse(line) as SampleLine)
const requests = samples
  .flatMap(sample => sample.arguments)
  .map(([context, continuation], ordinal) => ({
    type: 'loglikelihood' as const,
    context,
    continuation,
    ordinal,
  }))

const scorer = createInProcessScorer({
  path: resolve(folder),
  name: basename(folder),
  provider: values.provider as ProviderOption,
  demonstration: false,
  batchSize: Number(values.batch),
})
const loadStart = performance.now()
const info = await scorer.info()
const loadSeconds = (performance.now() - loadStart) / 1000

const responses: LoglikelihoodResponse[] = []
const start = performance.now()
await scorer.score(requests, {
  onScored: (index, response) => (responses[index] = response as LoglikelihoodResponse),
})
const seconds = (performance.now() - start) / 1000
await scorer.close()

let largest = { difference: 0, document: -1 }
let flags = 0
let place = 0
let accOurs = 0
let accTheirs = 0
for (const sample of samples) {
  const theirs = sample.resps.map(([logLikelihood]) => Number(logLikelihood))
  const ours = theirs.map((_, choice) => responses[place + choice] as LoglikelihoodResponse)
  for (const [choice, { logLikelihood, isGreedy }] of ours.entries()) {
    const difference = Math.abs(logLikelihood - (theirs[choice] as number))
    if (!(difference <= largest.difference)) largest = { difference, document: sample.doc_id }
    if (isGreedy !== /^true$/i.test(String(sample.resps[choice]?.[1]))) flags += 1
  }
  place += theirs.length
  accTheirs += sample.acc
  // The gold choice is not recorded: of two choices, the other one is right where the recorded choice was wrong.
  const same = argMax(ours.map(({ logLikelihood }) => logLikelihood)) === argMax(theirs)
  accOurs += same ? sample.acc : 1 - sample.acc
}

function argMax(numbers: readonly number[]): number {
  return numbers.indexOf(Math.max(...numbers))
}

const scoredTokens = responses.reduce((sum, { tokens }) => sum + tokens, 0)
console.log(
  [
    `model                 ${info.model}, ${info.precision}, ${info.provider?.used}`,
    `documents, requests   ${samples.length}, ${requests.length}`,
    `max |difference|      ${largest.difference.toExponential(2)} (document ${largest.document})`,
    `greedy flags differ   ${flags}`,
    `acc ours, recorded    ${accOurs / samples.length}, ${accTheirs / samples.length}`,
    `load                  ${loadSeconds.toFixed(2)} s`,
    `score                 ${seconds.toFixed(2)} s: ${(samples.length / seconds).toFixed(1)} documents/s, ${(scoredTokens / seconds).toFixed(0)} scored tokens/s`,
    `peak memory           ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`,
  ].join('\n'),
)

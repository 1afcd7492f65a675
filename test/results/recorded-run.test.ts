import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { TaskEvaluation } from '../../plugin/evaluation/task-evaluation.ts'
import type { EvaluationResult } from '../../plugin/evaluation/types.ts'
import { parseJson, pyFloat } from '../../plugin/python/index.ts'
import { toResults } from '../../plugin/report/results.ts'
import { taskHash } from '../../plugin/results/hashes.ts'
import { resultsObject, runConfig } from '../../plugin/results/results-object.ts'
import { resultsText } from '../../plugin/results/results-text.ts'
import { sampleLine } from '../../plugin/results/sample-line.ts'
import { type AnsweredSample, type SampleRecord, sampleRecords } from '../../plugin/results/sample-record.ts'
import { loggedConfig } from '../../plugin/task/logged-config.ts'
import { RecordedModel, type RecordedRequest } from '../conformance/kinds/scoring-e2e-model.ts'

// Files that lm-eval 0.4.13 wrote of four tasks, one of each output type, with a model that answers by chance.
const root = fileURLToPath(new URL('fixtures', import.meta.url))
const names = ['rec_mc', 'rec_gen', 'rec_ll', 'rec_roll']
const types = {
  rec_mc: 'loglikelihood',
  rec_gen: 'generate_until',
  rec_ll: 'loglikelihood',
  rec_roll: 'loglikelihood_rolling',
} as const

const recordedText = (name: string): string => readFileSync(`${root}/recorded/${name}`, 'utf8')

interface RecordedLine {
  filter: string
  arguments: Record<string, Record<string, unknown>>
  resps: unknown[][]
}

/** The model's answers, out of the texts that the samples have of them. */
function requestsOf(task: string): RecordedRequest[] {
  const lines = recordedText(`samples_${task}.jsonl`).trimEnd().split('\n')
  const records = lines.map(line => parseJson(line) as unknown as RecordedLine)
  return records
    .filter(({ filter }) => filter === records[0]?.filter)
    .flatMap(({ arguments: args, resps }) =>
      Object.values(args).flatMap((list, index) =>
        (resps[index] ?? []).map(response => ({
          type: types[task as keyof typeof types],
          args: Object.values(list),
          response: answer(task, response),
        })),
      ),
    )
}

function answer(task: string, response: unknown): unknown {
  if (task === 'rec_gen') return response
  return Array.isArray(response) ? [Number(response[0]), response[1] === 'True'] : Number(response)
}

const records = new Map<string, SampleRecord[]>()
const results: EvaluationResult[] = []
const configs: Record<string, unknown> = {}

beforeAll(async () => {
  for (const name of names) {
    const evaluation = await TaskEvaluation.load(`${root}/tasks/${name}.yaml`, {
      root,
      datasets: {},
      bootstrapIters: 0,
      packageVersion: '0',
      importModule: () => Promise.reject(new Error('there are no modules')),
    })
    const model = new RecordedModel(requestsOf(name))
    const documents = new Map<number, AnsweredSample>()
    await evaluation.score(model, evaluation.order, new AbortController().signal, {
      onSample: (requests, _first, sample, responses) =>
        documents.set(requests.docId, { requests, responses, sample }),
    })
    const ordered = evaluation.order.map(docId => documents.get(docId) as AnsweredSample)
    records.set(name, sampleRecords(evaluation.task, ordered))
    results.push(await evaluation.result(model, evaluation.size))
    configs[name] = loggedConfig(evaluation.task)
  }
})

describe('files of a recorded run', () => {
  test.each(names)('samples of %s', name => {
    const lines = (records.get(name) as SampleRecord[]).map(sampleLine)
    expect(lines.join('')).toBe(recordedText(`samples_${name}.jsonl`))
  })

  test('results', () => {
    const object = resultsObject(toResults(results), configs, {
      config: runConfig('M', null, {
        bootstrap_iters: 0,
        random_seed: 0,
        numpy_seed: 1234,
        torch_seed: 1234,
        fewshot_seed: 1234,
      }),
      gitHash: null,
      date: recordedDate(),
      environment: 'N/A (torch not installed)',
      version: '0.4.13',
    })
    const hashes = [...records].map(([task, samples]) => [task, taskHash(samples)] as const)
    const text = resultsText(object, new Map(hashes), {
      modelSource: 'recorded',
      modelName: 'org/recorded',
      seconds: 4.25,
    })
    expect(text.replaceAll(`${root}/tasks/`, 'tasks/')).toBe(recordedText('results.txt'))
  })
})

function recordedDate(): unknown {
  const { date } = parseJson(recordedText('results.txt')) as { date: number }
  return pyFloat(Number(date))
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInProcessEncoder } from '../../plugin/encoder/in-process-encoder.ts'
import { PendingFigures } from '../../plugin/evaluation/pending-figures.ts'
import { aggregate } from '../../plugin/metric/aggregate.ts'
import type { Sample } from '../../plugin/metric/types.ts'
import { loadTask } from '../../plugin/task/load-task.ts'
import { readTaskFile } from '../../plugin/task/task-file.ts'
import { process_results } from '../../tasks/mts_dialog/utils.ts'
import { difference, recorded } from '../metric/text/recorded.ts'
import { encoderSpec, fixtures } from './encoders.ts'

interface Reference {
  documents: { id: string; bert_score: number | null; bleurt: number | null }[]
  bert_score: [value: number, stderr: number, count: number]
  bleurt: [value: number, stderr: number, count: number]
}

const reference: Reference = JSON.parse(readFileSync(join(fixtures, 'mts-dialog.json'), 'utf8'))
const cases = recorded<{ doc: { section_text: string }; results: [string] }, unknown>('mts_dialog')
const metrics = ['bert_score', 'bleurt'] as const

test("figures and means of mts_dialog are those of the harness's functions over the same encoders", async () => {
  const encoders = {
    bert_score: createInProcessEncoder(encoderSpec({ metric: 'bert_score', encoder: 'bert', layer: 2 })),
    bleurt: createInProcessEncoder(encoderSpec({ metric: 'bleurt', encoder: 'bleurt' })),
  }
  const samples: Sample[] = []
  const { signal } = new AbortController()
  const stop = (error: Error): never => {
    throw error
  }
  const figures = new PendingFigures({ encoders, signal, onFatal: stop })
  for (const [docId, { input }] of cases.entries()) {
    const values = { ...process_results(input.doc, input.results) }
    const sample = { docId, values, prediction: undefined, gold: '', cluster: undefined }
    figures.complete(sample, completed => samples.push(completed.sample), stop)
  }
  await figures.settled()
  samples.sort((a, b) => a.docId - b.docId)
  expect(samples).toHaveLength(reference.documents.length)
  for (const [index, document] of reference.documents.entries()) {
    expect(document.id).toBe(cases[index]?.id)
    for (const metric of metrics) {
      const found = samples[index]?.values[metric]
      expect(
        difference(found, document[metric] ?? Number.NaN, 2e-6),
        `${document.id}, ${metric}`,
      ).toBeUndefined()
    }
  }
  const task = await loadTask(
    readTaskFile(join(import.meta.dirname, '../../tasks/mts_dialog/mts_dialog.yaml')),
    file => import(file),
  )
  const results = await aggregate(task, samples, { bootstrapIters: 1000 })
  for (const metric of metrics) {
    const { value, stderr, count } = results.find(result => result.metric === metric) ?? {}
    expect(difference([value, stderr, count], reference[metric], 1e-5)).toBeUndefined()
  }
  await Promise.all(Object.values(encoders).map(encoder => encoder.close()))
})

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { parseJson, pyEquals } from '../../plugin/python/index.ts'
import { caught } from './caught.ts'
import { openFiles, pairOf } from './harness-task.ts'
import { translatedFunctions } from './translated-functions.ts'

/**
 * What lm-eval 0.4.13 made of small tasks, zero-shot, multiple_choice and loglikelihood. Python functions are translated.
 * `docs` holds each document's requests, target and choices; `error` says that the harness refuses the task.
 */
interface ReferenceCase {
  id: string
  files: Record<string, string>
  main: string
  /** JSON lines by split, as text: `1.0` and `1` differ. */
  data: Record<string, string[]>
  error?: { stage: string; type: string }
  docs?: { requests: [string, string][]; target: unknown; choices?: unknown }[]
  task?: string
  version?: unknown
  repeats?: number
  goldOutOfRange: number
}

const cases = readFileSync(new URL('fixtures/reference-cases.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => parseJson(line) as ReferenceCase)

test.each(cases)('$id', async ({ id, files, main, data, error, docs, ...expected }) => {
  const modules = translatedFunctions[id] ?? {}
  const sources = Object.keys(modules).map(module => [`${module}.ts`, ''])
  const rows = Object.entries(data).map(([split, lines]) => [
    `${split}.jsonl`,
    lines.map(line => `${line}\n`).join(''),
  ])
  const build = async () => {
    const opened = await openFiles({ ...files, ...Object.fromEntries([...rows, ...sources]) }, main, {
      importModule: async file => modules[basename(file, '.ts')] ?? {},
    })
    return { ...opened, built: opened.documents.docs.map((_, docId) => opened.builder.build(docId)) }
  }
  if (error !== undefined) {
    await caught(build)
    return
  }
  const { task, built } = await build()
  expect(task.name).toBe(expected.task)
  expect(task.repeats).toBe(expected.repeats)
  expect(pyEquals(task.version ?? 'Yaml', expected.version)).toBe(true)
  expect(
    built.map(({ requests }) => requests.map(pairOf)),
  ).toEqual(docs?.map(({ requests }) => requests))
  for (const [docId, document] of built.entries()) {
    expect(pyEquals(document.target, docs?.[docId]?.target)).toBe(true)
    const choices = docs?.[docId]?.choices
    if (Array.isArray(choices)) expect(document.choices).toEqual(choices)
  }
  expect(
    built.filter(({ warnings }) => warnings.some(text => text.includes('counts as wrong'))),
  ).toHaveLength(expected.goldOutOfRange)
})

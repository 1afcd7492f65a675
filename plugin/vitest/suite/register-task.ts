import { join } from 'node:path'
import { afterAll, describe, expect, inject, TestRunner } from 'vitest'
import { baselineFileName } from '../../baseline/file-name.ts'
import type { SourcePosition } from '../../errors.ts'
import { TaskEvaluation } from '../../evaluation/task-evaluation.ts'
import { type Provided, providedKey } from '../provided.ts'
import { scorerFor } from '../scorer.ts'
import { registerDocument } from './document-test.ts'
import { gateNames } from './gate-names.ts'
import { registerGate } from './gate-test.ts'
import { SuiteRun } from './suite-run.ts'
import type { SuiteMeta } from './task-meta.ts'
import '../matchers/extend.ts'

/**
 * Turns one task file into a suite: a test case for each document, one for each metric's gate. Called by the module that
 * the plugin makes out of the YAML; a YAML that is merely included by another task registers nothing.
 */
export async function registerTask(
  file: string,
  importModule: (file: string) => Promise<Record<string, unknown>>,
): Promise<void> {
  if (expect.getState().testPath !== file) return
  const provided = inject(providedKey)
  const { options, root, packageVersion } = provided
  const evaluation = await TaskEvaluation.load(file, {
    root,
    datasets: options.datasets,
    limit: options.limit,
    numFewshot: options.numFewshot,
    bootstrapIters: options.bootstrapIters,
    packageVersion,
    importModule,
  })
  const { task, size } = evaluation

  describe(task.name, () => {
    const scorer = scorerFor(provided.model, provided.broker)
    const run = new SuiteRun(evaluation, scorer)
    const ids = new Map<string, number>()
    const places = new Map<string, SourcePosition>()

    for (let docId = 0; docId < size; docId++) {
      const name = registerDocument(docId, { evaluation, run, ids, assert: options.documents === 'assert' })
      places.set(name, task.locate(['task']))
    }
    for (const gate of gateNames(task)) {
      registerGate(gate, { evaluation, run, ids, provided })
      places.set(gate.name, task.locate(gate.path))
    }

    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the first parameter's pattern to learn which fixtures are wanted
    afterAll(async ({}, suite) => {
      run.stop()
      const meta = suite.meta.lmEvalSuite
      if (meta === undefined || evaluation.samples.size === 0) return scorer.close()
      try {
        meta.result = await run.result()
      } catch (error) {
        if (!run.resultAsked) throw error
      }
      await scorer.close()
    }, 0)

    const suite = TestRunner.getCurrentSuite()
    for (const registered of suite.tasks) {
      const place = places.get(registered.name)
      if (place?.file === file && registered.type === 'test')
        registered.location = { line: place.line, column: place.column }
    }
    const collected = suite.suite
    if (collected !== undefined) collected.meta.lmEvalSuite = suiteMeta(evaluation, provided)
  })
}

function suiteMeta(evaluation: TaskEvaluation, { baselines }: Provided): SuiteMeta {
  const { task, documents, size } = evaluation
  const baseline =
    baselines === undefined ? undefined : join(baselines, baselineFileName(task.name, task.version))
  return { task: task.name, file: task.file, documents: size, dataFiles: documents.dataset.files, baseline }
}

import { join } from 'node:path'
import { afterAll, describe, expect, inject, TestRunner } from 'vitest'
import { baselineFileName } from '../../baseline/file-name.ts'
import type { SourcePosition } from '../../errors.ts'
import { TaskEvaluation } from '../../evaluation/task-evaluation.ts'
import { escapeText } from '../../report/escape.ts'
import type { TaskSpec } from '../../task/types.ts'
import { chatOf } from '../chat.ts'
import { closeEncoders, encodersFor } from '../encoders.ts'
import { type Provided, providedKey } from '../provided.ts'
import { runContext } from '../run-context.ts'
import { scorerFor } from '../scorer.ts'
import { registerDocument } from './document-test.ts'
import { gateNames } from './gate-names.ts'
import { registerGate } from './gate-test.ts'
import { SamplesDraft } from './samples-draft.ts'
import { SuiteRun } from './suite-run.ts'
import type { SuiteMeta } from './task-meta.ts'
import '../matchers/extend.ts'

type ImportModule = (file: string) => Promise<Record<string, unknown>>

/**
 * Turns the selected tasks of one file into suites: a test case for each document, one for each metric's gate. Called by the
 * module that the plugin makes out of the YAML; a YAML that is merely included by another task registers nothing.
 */
export async function registerTasks(file: string, importModule: ImportModule): Promise<void> {
  if (expect.getState().testPath !== file) return
  const specs = inject(providedKey).tasks.files[file] ?? []
  for (const spec of specs) await registerTask(spec, importModule, specs.length === 1)
}

/** @param ownsModule whether no other task shares the module, so that its baseline can be the module's snapshot file */
async function registerTask(spec: TaskSpec, importModule: ImportModule, ownsModule: boolean): Promise<void> {
  const provided = inject(providedKey)
  const { options, root, packageVersion } = provided
  const { chat, warnings, template } = chatOf(options, provided.model)
  const encoders = encodersFor(provided.encoders, provided.broker)
  const evaluation = await TaskEvaluation.load(spec, {
    ...runContext(options, root),
    root,
    packageVersion,
    importModule,
    chat,
    encoders,
    modelWarnings: warnings,
  })
  const { task } = evaluation

  describe(escapeText(task.name), () => {
    const scorer = scorerFor(provided.model, provided.broker)
    const draft = options.output === undefined ? undefined : new SamplesDraft(evaluation, provided, template)
    const run = new SuiteRun(evaluation, scorer, draft)
    const ids = new Map<string, number>()
    const places = new Map<string, SourcePosition>()

    for (const docId of evaluation.order) {
      const name = registerDocument(docId, { evaluation, run, ids, assert: options.documents === 'assert' })
      places.set(name, task.locate(['task']))
    }
    for (const gate of gateNames(task)) {
      registerGate(gate, { evaluation, run, ids, provided, ownsModule })
      places.set(gate.name, task.locate(gate.path))
    }

    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the first parameter's pattern to learn which fixtures are wanted
    afterAll(async ({}, suite) => {
      run.stop()
      const meta = suite.meta.lmEvalSuite
      const close = () => Promise.all([scorer.close(), closeEncoders(encoders)])
      if (meta === undefined || evaluation.samples.size === 0) return close()
      try {
        meta.result = await run.result()
      } catch (error) {
        if (!run.resultAsked) throw error
      }
      await close()
      if (meta.result !== undefined && draft !== undefined) {
        meta.output = await draft.write(meta.result.scorer.model)
      }
    }, 0)

    const suite = TestRunner.getCurrentSuite()
    for (const registered of suite.tasks) {
      const place = places.get(registered.name)
      if (place?.file === task.file && registered.type === 'test')
        registered.location = { line: place.line, column: place.column }
    }
    const collected = suite.suite
    if (collected !== undefined) collected.meta.lmEvalSuite = suiteMeta(evaluation, provided)
  })
}

function suiteMeta(evaluation: TaskEvaluation, { baselines, tasks }: Provided): SuiteMeta {
  const { task, documents, size } = evaluation
  const baseline =
    baselines === undefined ? undefined : join(baselines, baselineFileName(task.name, task.version))
  return {
    task: task.name,
    file: task.file,
    documents: size,
    dataFiles: [...documents.dataset.files, ...(documents.dataset.fewshot?.files ?? [])],
    baseline,
    groups: tasks.groups,
  }
}

import { resolve } from 'node:path'
import { LmEvalError } from '../errors.ts'
import { encoderSpecs } from '../evaluation/encoder-specs.ts'
import { modelSpec } from '../evaluation/model-spec.ts'
import { TaskEvaluation } from '../evaluation/task-evaluation.ts'
import type { EvaluationResult } from '../evaluation/types.ts'
import { findTasks } from '../task/find-tasks.ts'
import { chatOf } from './chat.ts'
import { closeEncoders, encodersFor } from './encoders.ts'
import { importModule } from './importer.ts'
import { checkOptions, checkTogether, type LmEvalOptions } from './options.ts'
import { type Provided, providedKey } from './provided.ts'
import { runContext } from './run-context.ts'
import { scorerFor } from './scorer.ts'
import './suite/task-meta.ts'

const allowed = [
  'model',
  'limit',
  'samples',
  'numFewshot',
  'fewshotSeed',
  'samplingSeed',
  'genKwargs',
  'metadata',
  'systemInstruction',
  'chatTemplate',
  'fewshotAsMultiturn',
  'provider',
  'batchSize',
  'deterministic',
  'maxLength',
  'threads',
  'encoders',
  'bootstrapIters',
  'datasets',
  'decontamination',
] as const

/** Options of {@link evaluate}: those of lmEval() that concern one evaluation, over the plugin's own. */
export type EvaluateOptions = Pick<LmEvalOptions, (typeof allowed)[number]>

/**
 * Evaluates a task inside a test written by hand. The model process is the plugin's: loaded once for all tests. Give the
 * test a timeout that fits the model (`{ timeout: 0 }` for none).
 *
 * @param task a task's name, or the path of its YAML relative to the project root
 * @returns metrics, counts, warnings and where they came from; for `toReachMetric` and `toMatchBaseline`
 * @throws LmEvalError, also when a document could not be scored: there is no result over a part
 * @example
 * const wsc = await evaluate('wsc273')
 * expect(wsc).toReachMetric('acc', { atLeast: 0.55 })
 */
export async function evaluate(task: string, options: EvaluateOptions = {}): Promise<EvaluationResult> {
  const { inject, TestRunner } = await import('vitest')
  const provided = inject(providedKey) as Provided | undefined
  if (provided === undefined) {
    throw new LmEvalError('evaluate() needs the plugin: add lmEval() to `plugins` in vitest.config.ts.', {
      code: 'OPTION',
    })
  }
  checkOptions('evaluate()', options, allowed)
  const merged = { ...provided.options, ...options }
  checkTogether(merged)
  const { root, packageVersion } = provided
  const tasksDir = merged.tasksDir === undefined ? undefined : resolve(root, merged.tasksDir)
  const [found, ...others] = findTasks([task], { root, tasksDir })
  if (found === undefined || others.length > 0) {
    throw new LmEvalError(`evaluate('${task}') names ${others.length + 1} tasks; it takes one at a time.`, {
      code: 'TASK_NOT_FOUND',
    })
  }
  const model = modelSpec(merged, root)
  const { chat, warnings } = chatOf(merged, model)
  const encoders = encodersFor(encoderSpecs(merged, root), provided.broker)
  const context = {
    ...runContext(merged, root),
    root,
    packageVersion,
    importModule,
    chat,
    encoders,
    modelWarnings: warnings,
  }
  const evaluation = await TaskEvaluation.load(found.spec, context)
  const test = TestRunner.getCurrentTest()
  const scorer = scorerFor(model, provided.broker)
  try {
    await evaluation.score(scorer, evaluation.order, test?.context.signal ?? new AbortController().signal)
    throwIfIncomplete(evaluation)
    const result = await evaluation.result(scorer, evaluation.size)
    if (test !== undefined) test.meta.lmEvalResults = [...(test.meta.lmEvalResults ?? []), result]
    return result
  } finally {
    await Promise.all([scorer.close(), closeEncoders(encoders)])
  }
}

function throwIfIncomplete({ failures, task, size }: TaskEvaluation): void {
  const [first] = failures
  if (first === undefined) return
  const [docId, error] = first
  throw new LmEvalError(
    `${task.name}: ${failures.size} of ${size} documents could not be scored; the first is doc ${docId}: ${error.message}`,
    { code: 'DOCUMENT', at: error instanceof LmEvalError ? error.at : [], cause: error },
  )
}

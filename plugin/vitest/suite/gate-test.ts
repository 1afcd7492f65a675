import { expect, test } from 'vitest'
import { baselineFileName } from '../../baseline/file-name.ts'
import { LmEvalError, type SourcePosition } from '../../errors.ts'
import type { MetricResult } from '../../metric/types.ts'
import { noChoice } from '../../task/gold.ts'
import type { Provided } from '../provided.ts'
import type { SuiteParts } from './document-test.ts'
import type { Gate } from './gate-names.ts'
import { selectedDocuments } from './selection.ts'

/** Lets Vitest show the line of the task file instead of a line of this package; the diff stays. */
function placed(error: Error, { file, line, column }: SourcePosition): Error {
  error.stack = `${error.name}: ${error.message}\n    at ${file}:${line}:${column}`
  return error
}

/**
 * Registers the test case that holds one metric against its baseline. Selected alone (`-t acc`), it scores every document
 * itself; beside a part of the documents it is skipped, since a figure over a part is no figure of the task.
 */
export function registerGate(
  gate: Gate,
  parts: SuiteParts & { provided: Provided; ownsModule: boolean },
): void {
  const { evaluation, run, ids, provided, ownsModule } = parts
  const { task, size } = evaluation
  test(gate.name, { timeout: 0, retry: 0 }, async context => {
    await run.finished(() => selectedDocuments(context.task.suite?.tasks ?? [], ids), context.signal)
    if (run.selected < size) context.skip(`${run.selected} of ${size} documents selected`)
    if (run.gaveUp) context.skip('not scored: see the first failed document')
    if (evaluation.samples.size + evaluation.failures.size < size) {
      context.skip(`${evaluation.samples.size} of ${size} documents scored before the run was stopped`)
    }
    const at = task.locate(gate.path)
    if (evaluation.failures.size > 0) {
      throw new LmEvalError(
        `${task.name}: ${evaluation.failures.size} of ${size} documents could not be scored, so ${gate.metric} is not known and not held against its baseline.`,
        { code: 'METRIC', at },
      )
    }
    const golds = [...evaluation.samples.values()].map(sample => sample.gold)
    if (golds.length > 0 && golds.every(gold => gold === noChoice)) {
      throw new LmEvalError(
        `${task.name}: the target of none of its ${size} documents is among the choices, so ${gate.metric} says nothing; check doc_to_target (${JSON.stringify(task.config.doc_to_target)}) against the columns ${[...evaluation.documents.features].join(', ')}.`,
        { code: 'METRIC', at: task.locate(['doc_to_target']) },
      )
    }
    run.resultAsked = true
    const result = await run.result()
    const missing = result.unavailable?.find(entry => isOf(gate, entry))
    if (missing !== undefined) {
      context.skip(
        `${gate.metric} is N/A for want of an encoder; set encoders.${missing.encoder} of lmEval()`,
      )
    }
    if (!result.metrics.some(entry => isOf(gate, entry))) {
      throw new LmEvalError(
        `${task.name}: no document has a value for metric ${gate.name}; output type ${task.outputType} gave ${result.metrics.map(({ metric }) => metric).join(', ') || 'none'}. Take it out of metric_list.`,
        { code: 'METRIC', at },
      )
    }
    for (const entry of result.metrics) {
      const { value } = entry
      if (!isOf(gate, entry) || Number.isFinite(value)) continue
      throw new LmEvalError(
        `${task.name}: ${gate.name} is ${value}, which is no figure to hold against a baseline.`,
        {
          code: 'METRIC',
          at,
        },
      )
    }
    if (provided.baselines === undefined) return
    try {
      expect(result).toMatchBaseline({
        metric: `${gate.metric},${gate.filter}`,
        tolerance: provided.options.tolerance,
        ...(ownsModule
          ? {}
          : { name: baselineFileName(task.name, task.version).replace(/-res\.json$/u, '') }),
      })
    } catch (error) {
      throw placed(error as Error, at)
    }
  })
}

function isOf(gate: Gate, { metric, filter }: Pick<MetricResult, 'metric' | 'filter'>): boolean {
  return metric === gate.metric && filter === gate.filter
}

import { besideTwins, decontaminatedMetrics, findContaminated } from '../../plugin/decontamination/index.ts'
import { aggregate } from '../../plugin/metric/aggregate.ts'
import type { MetricResult, Sample } from '../../plugin/metric/types.ts'
import { Random } from '../../plugin/python/index.ts'
import { renderVersion0Table } from '../../plugin/report/version-0-table.ts'
import type { MetricConfig, Task } from '../../plugin/task/types.ts'
import { checkValue, scoringCase } from '../conformance/kinds/scoring-case.ts'
import { inCaseFolder } from '../conformance/runner/case-folder.ts'
import type { CheckCase } from '../conformance/runner/outcome.ts'
import { ngramFolder } from './check-janitor.ts'

interface RecordedDoc {
  text: string
  gold: number
}

interface RecordedTask {
  docs: RecordedDoc[]
  should_decontaminate: boolean
  metrics: string[]
}

interface Input {
  tasks: Record<string, RecordedTask>
  ngram_lines: string[] | null
  ngram_size: number
  limit: number | null
  bootstrap_iters: number
}

/** The evaluator of version 0.3 with its decontamination, by the recipe that the case names. */
export const checkEvaluateV03: CheckCase = row => {
  const recorded = scoringCase<Input>(row)
  const { input } = recorded
  const files = input.ngram_lines === null ? {} : ngramFolder([input.ngram_lines], input.ngram_size)
  return inCaseFolder({ files }, folder =>
    checkValue(recorded, async () => {
      const model = new Random(42)
      const results: Record<string, Record<string, number>> = {}
      // The tasks' requests go to the model in the order of their names.
      for (const [name, recordedTask] of Object.entries(input.tasks)) {
        const paths = input.ngram_lines === null ? [] : [`${folder}/ngrams`]
        results[name] = await evaluateTask(recordedTask, input, paths, model)
      }
      const versions = Object.fromEntries(Object.keys(input.tasks).map(name => [name, 0]))
      return { results, versions, table: renderVersion0Table({ results, versions }) }
    }),
  )
}

async function evaluateTask(
  { docs, metrics, should_decontaminate }: RecordedTask,
  { limit, bootstrap_iters: bootstrapIters }: Input,
  paths: string[],
  model: Random,
): Promise<Record<string, number>> {
  const shuffled = [...docs]
  new Random(42).shuffle(shuffled)
  const chosen = limit === null ? shuffled : shuffled.slice(0, limit)
  const samples = chosen.map((doc, docId) => judged(doc, docId, metrics, model))
  const task = taskOf(metrics)
  const plain = await aggregate(task, samples, { bootstrapIters })
  if (paths.length === 0 || !should_decontaminate) return figures(plain)
  const contaminated = await findContaminated({ queries: chosen.map(({ text }) => text), paths })
  const twins = await decontaminatedMetrics(task, samples, contaminated, { bootstrapIters })
  return figures(besideTwins(samples, contaminated, plain, twins))
}

function judged({ gold }: RecordedDoc, docId: number, metrics: string[], model: Random): Sample {
  const [a, b] = [-model.random(), -model.random()]
  const prediction = b > a ? 1 : 0
  const values: Record<string, unknown> = {
    acc: prediction === gold ? 1 : 0,
    f1: [gold, prediction],
    ppl: a,
  }
  return {
    docId,
    values: Object.fromEntries(metrics.map(metric => [metric, values[metric]])),
    prediction,
    gold,
    cluster: undefined,
  }
}

function taskOf(metrics: readonly string[]): Task {
  const entries = metrics.map(
    (metric): MetricConfig =>
      metric === 'ppl'
        ? { metric, aggregation: 'perplexity', higherIsBetter: false, options: {} }
        : { metric, options: {} },
  )
  return {
    name: 't',
    outputType: 'multiple_choice',
    metrics: entries,
    filters: [{ name: 'none', steps: [{ function: 'take_first', options: {} }] }],
    repeats: 1,
    clusterMetrics: [],
    processResults: () => ({}),
    locate: () => ({ file: 't.yaml', line: 1, column: 1 }),
  } as unknown as Task
}

/** Version 0 wrote no filters, and a standard error only where there is one. */
function figures(results: readonly MetricResult[]): Record<string, number> {
  return Object.fromEntries(
    results.flatMap(({ metric, value, stderr }): [string, number][] => [
      [metric, value],
      ...(stderr === 'N/A' ? [] : [[`${metric}_stderr`, stderr] as [string, number]]),
    ]),
  )
}

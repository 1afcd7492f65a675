import type { Response } from '../../plugin/scorer/types.ts'
import type { DocumentRequests, Task } from '../../plugin/task/types.ts'

/** A multiple_choice task as the task layer would give it, with what a test needs changed. */
export function makeTask(changes: Partial<Task> = {}): Task {
  return {
    name: 'colours',
    outputType: 'multiple_choice',
    metrics: [{ metric: 'acc', options: {} }],
    filters: [{ name: 'none', steps: [{ function: 'take_first', options: {} }] }],
    repeats: 1,
    clusterMetrics: [],
    processResults: undefined,
    locate: path => ({ file: 'colours.yaml', line: 10 + Number(path[1] ?? 0), column: 5 }),
    ...changes,
  } as Task
}

export function metrics(...names: string[]): Task['metrics'] {
  return names.map(metric => ({ metric, options: {} }))
}

export function makeRequests(changes: Partial<DocumentRequests> = {}): DocumentRequests {
  const choices = changes.choices ?? ['no', 'yes']
  return {
    docId: 3,
    doc: { question: 'Is it red?' },
    requests: choices.map((choice, ordinal) => ({
      type: 'loglikelihood',
      context: 'Is it red?',
      continuation: ` ${choice}`,
      ordinal,
    })),
    choices,
    text: 'Is it red?',
    gold: 1,
    target: 1,
    multipleTarget: false,
    fewshotIds: [],
    cluster: undefined,
    warnings: [],
    ...changes,
  }
}

export function answers(...logLikelihoods: number[]): Response[] {
  return logLikelihoods.map(logLikelihood => ({ logLikelihood, isGreedy: false, tokens: 1, truncated: 0 }))
}

import type { TestModule } from 'vitest/node'
import type { EvaluationResult } from '../../evaluation/types.ts'
import type { Group } from '../../metric/types.ts'
import '../suite/task-meta.ts'

/** Results of the run: those of the task suites, then those of evaluate() calls, each once. */
export function collectResults(modules: readonly TestModule[]): EvaluationResult[] {
  const results: EvaluationResult[] = []
  for (const module of modules) {
    for (const suite of module.children.allSuites()) {
      const result = suite.meta().lmEvalSuite?.result
      if (result !== undefined) results.push(result)
    }
    for (const test of module.children.allTests()) results.push(...(test.meta().lmEvalResults ?? []))
  }
  const seen = new Set<string>()
  return results.filter(result => {
    const key = JSON.stringify([
      result.task,
      result.taskHash,
      result.scorer,
      result.documents,
      result.metrics,
    ])
    return !seen.has(key) && seen.add(key)
  })
}

/** Groups above the tasks of the run, each once. */
export function collectGroups(modules: readonly TestModule[]): Group[] {
  const groups = new Map<string, Group>()
  for (const module of modules) {
    for (const suite of module.children.allSuites()) {
      for (const group of suite.meta().lmEvalSuite?.groups ?? []) groups.set(group.name, group)
    }
  }
  return [...groups.values()]
}

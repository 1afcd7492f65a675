import type { TestCase, Vitest } from 'vitest/node'
import '../suite/task-meta.ts'

/** Failed documents that are printed one by one. */
export const failuresShown = 20

interface PrintingReporter {
  printTestCase?: (moduleState: string, test: TestCase) => void
  printTaskErrors?: (entries: FailedEntry[], divider: () => void) => void
  log?: (line: string) => void
}

interface RunnerTaskLike {
  type: string
  suite?: { meta?: { lmEvalSuite?: unknown } }
  name: string
}

type FailedEntry = RunnerTaskLike | { sources: { task: RunnerTaskLike }[] }

const quieted = new WeakSet<object>()

/**
 * Vitest's default reporter prints every test of a module in which one fails, and of a single module on a terminal:
 * thousands of lines for a task. Here a document's line is printed only if it failed, and at most twenty of those.
 * Reporters that list every test on purpose (verbose, tree, json …) have other methods and are left alone.
 */
export function quietDocuments(vitest: Vitest): void {
  // Not in Vitest's types: where a later version keeps its reporters elsewhere, nothing is quieted.
  const { reporters = [] } = vitest as unknown as { reporters?: PrintingReporter[] }
  for (const reporter of reporters) {
    if (quieted.has(reporter)) continue
    quieted.add(reporter)
    quietLines(reporter)
    quietErrors(reporter)
  }
}

function quietLines(reporter: PrintingReporter): void {
  const print = reporter.printTestCase
  if (typeof print !== 'function') return
  const shown = new Map<string, number>()
  reporter.printTestCase = (moduleState, test) => {
    if (isDocument(test)) {
      if (test.result().state !== 'failed') return
      const count = (shown.get(test.module.id) ?? 0) + 1
      shown.set(test.module.id, count)
      if (count > failuresShown) return
    }
    print.call(reporter, moduleState, test)
  }
}

function quietErrors(reporter: PrintingReporter): void {
  const print = reporter.printTaskErrors
  if (typeof print !== 'function') return
  reporter.printTaskErrors = (entries, divider) => {
    let documents = 0
    const isShown = (task: RunnerTaskLike): boolean => !isDocumentTask(task) || ++documents <= failuresShown
    // Vitest 4 hands over the failed tasks, Vitest 5 groups of them by error.
    const kept = entries.flatMap((entry): FailedEntry[] => {
      if (!('sources' in entry)) return isShown(entry) ? [entry] : []
      const sources = entry.sources.filter(({ task }) => isShown(task))
      return sources.length === 0 ? [] : [{ ...entry, sources }]
    })
    print.call(reporter, kept, divider)
    if (documents > failuresShown) {
      reporter.log?.(` … and ${documents - failuresShown} more failed documents, not shown\n`)
    }
  }
}

function isDocumentTask(task: RunnerTaskLike): boolean {
  return task.type === 'test' && task.suite?.meta?.lmEvalSuite !== undefined && /^doc \d+:/u.test(task.name)
}

function isDocument(test: TestCase): boolean {
  const { parent } = test
  return parent.type === 'suite' && parent.meta().lmEvalSuite !== undefined && /^doc \d+:/u.test(test.name)
}

import { readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { TestModule, Vitest } from 'vitest/node'
import '../suite/task-meta.ts'

/**
 * Baseline files that nothing in this run used: of deleted or renamed tasks, of an earlier version. Only a run of
 * everything can tell; after any other, none is named. Paths are relative to the root.
 */
export async function orphanedBaselines(vitest: Vitest, modules: readonly TestModule[]): Promise<string[]> {
  const used = usedBaselines(modules)
  if (used.size === 0 || !(await ranEverything(vitest, modules))) return []
  const folders = new Set([...used].map(dirname))
  return [...folders]
    .filter(folder => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true)
    .flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
    .filter(file => file.endsWith('-res.json') && !used.has(file))
    .map(file => relative(vitest.config.root, file))
}

function usedBaselines(modules: readonly TestModule[]): Set<string> {
  const used = new Set<string>()
  for (const module of modules) {
    for (const suite of module.children.allSuites()) {
      const baseline = suite.meta().lmEvalSuite?.baseline
      if (baseline !== undefined) used.add(baseline)
    }
    for (const test of module.children.allTests()) {
      for (const baseline of test.meta().lmEvalBaselines ?? []) used.add(baseline)
    }
  }
  return used
}

async function ranEverything(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  const { testNamePattern, shard, mergeReports } = vitest.config
  if (testNamePattern !== undefined || shard !== undefined || mergeReports !== undefined) return false
  if (modules.some(module => module.state() === 'skipped' || module.errors().length > 0)) return false
  return (await vitest.globTestSpecifications()).length === modules.length
}

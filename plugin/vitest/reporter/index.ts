import { isAbsolute } from 'node:path'
import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import type { EvaluationResult } from '../../evaluation/types.ts'
import { escapeText } from '../../report/escape.ts'
import { renderReport } from '../../report/run-report.ts'
import '../suite/task-meta.ts'
import { markSeen, watchDependencies } from '../watch.ts'
import { collectGroups, collectResults } from './collect-results.ts'
import { orphanedBaselines } from './orphaned-baselines.ts'
import { Progress } from './progress.ts'
import { quietDocuments } from './quiet-documents.ts'
import { writeOutput } from './write-output.ts'

/**
 * Prints the harness's table after Vitest's own summary, from what the tests carry in `task.meta`; so a merged blob gives
 * the same table. Runs beside any other reporter. lmEval() adds it by itself.
 */
export class LmEvalReporter implements Reporter {
  #vitest: Vitest | undefined
  #progress: Progress | undefined
  #started = new Date()

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    this.#progress = new Progress(line => this.#print(line))
  }

  onTestRunStart(): void {
    this.#started = new Date()
    if (this.#vitest !== undefined) quietDocuments(this.#vitest)
  }

  onTestModuleCollected(module: TestModule): void {
    this.#watch(module)
    this.#progress?.collected(module)
  }

  onTestCaseResult(test: TestCase): void {
    this.#progress?.answered(test)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#progress?.ended(module)
    this.#watch(module)
    if (this.#vitest !== undefined) markSeen(this.#vitest)
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _errors: unknown,
    reason: TestRunEndReason,
  ): Promise<void> {
    this.#progress?.stop()
    const vitest = this.#vitest
    if (vitest === undefined) return
    markSeen(vitest)
    const isShard = writesOnlyBlob(vitest)
    const results: EvaluationResult[] = isShard ? [] : collectResults(modules)
    if (results.length > 0) this.#print(renderReport(results, collectGroups(modules)))
    await this.#writeOutput(vitest, modules, reason)
    if (isShard) return
    if (reason === 'interrupted') return
    for (const file of await orphanedBaselines(vitest, modules)) {
      this.#print(
        ` ! ${escapeText(file)} belongs to no task of this configuration; delete it if its task is gone.`,
      )
    }
  }

  async #writeOutput(
    vitest: Vitest,
    modules: readonly TestModule[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const extent = reason === 'interrupted' ? 'none' : writesOnlyBlob(vitest) ? 'samples' : 'all'
    try {
      const files = await writeOutput({ vitest, modules, started: this.#started, extent })
      for (const file of files) this.#print(`Written: ${escapeText(file)}`)
    } catch (error) {
      process.exitCode = 1
      this.#print(
        ` ! ${escapeText(`The files of the option output cannot be written: ${(error as Error).message}`)}`,
      )
    }
  }

  /** Where another reporter writes for machines to standard output, ours stays out of it. */
  #print(text: string): void {
    const vitest = this.#vitest
    if (vitest === undefined) return
    if (writesForMachines(vitest)) vitest.logger.error(text)
    else vitest.logger.log(text)
  }

  #watch(module: TestModule): void {
    if (this.#vitest === undefined) return
    for (const suite of module.children.suites()) {
      const meta = suite.meta().lmEvalSuite
      if (meta === undefined) continue
      const { file, dataFiles, baseline } = meta
      watchDependencies(this.#vitest, file, baseline === undefined ? dataFiles : [...dataFiles, baseline])
    }
    // A suite that could not be collected names in its error the files whose repair should run it again.
    const named = module.errors().flatMap(error => error.stacks ?? [])
    watchDependencies(
      this.#vitest,
      module.moduleId,
      [...new Set(named.map(({ file }) => file))].filter(isAbsolute),
    )
  }
}

/** Whether a reporter puts JSON, XML or TAP on standard output. */
function writesForMachines({ config }: Vitest): boolean {
  const { outputFile } = config
  return (config.reporters as unknown[]).some(entry => {
    const [name, options] = Array.isArray(entry) ? (entry as [unknown, { outputFile?: unknown }?]) : [entry]
    if (typeof name !== 'string' || !['json', 'junit', 'tap', 'tap-flat'].includes(name)) return false
    const file = options?.outputFile ?? (typeof outputFile === 'object' ? outputFile[name] : outputFile)
    return file === undefined
  })
}

function writesOnlyBlob(vitest: Vitest): boolean {
  const others = (vitest.config.reporters as unknown[]).filter(entry => !(entry instanceof LmEvalReporter))
  return others.length > 0 && others.every(entry => (Array.isArray(entry) ? entry[0] : entry) === 'blob')
}

export default LmEvalReporter

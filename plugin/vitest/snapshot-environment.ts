import { rmSync } from 'node:fs'
import { inject } from 'vitest'
import { VitestSnapshotEnvironment } from 'vitest/runtime'
import { formatGateEntry, gateEntries, joinGateEntries, parseGateEntry } from '../baseline/gate-entry.ts'
import { readBaseline, writeBaseline } from '../baseline/store.ts'
import { LmEvalError } from '../errors.ts'
import { ownedBaseline } from './baseline-path.ts'
import { type Provided, providedKey } from './provided.ts'
import { formatSnapshotText, parseSnapshotText } from './snapshot-text.ts'

/**
 * Keeps the "snapshots" of a task's suite in its baseline file, so that Vitest's own rules for `-u`, CI and obsolete
 * entries hold for baselines. A snapshot's key is `TASK > METRIC 1`.
 */
class BaselineEnvironment extends VitestSnapshotEnvironment {
  /** Tasks by the baseline file they own. */
  readonly #tasks = new Map<string, string>()

  override async resolvePath(testFile: string): Promise<string> {
    const { baselines, tasks } = inject(providedKey) as Provided
    const [spec, ...others] = tasks.files[testFile] ?? []
    // Several tasks in one module keep their baselines without Vitest's snapshots, a file each.
    const sole = spec !== undefined && others.length === 0 ? spec : undefined
    const owned = baselines === undefined || sole === undefined ? undefined : ownedBaseline(sole, baselines)
    if (owned === undefined) return super.resolvePath(testFile)
    this.#tasks.set(owned.file, owned.task)
    return owned.file
  }

  override async readSnapshotFile(file: string): Promise<string | null> {
    const task = this.#tasks.get(file)
    if (task === undefined) return super.readSnapshotFile(file)
    const baseline = readBaseline(file)
    if (baseline === undefined) return null
    const [stranger] = Object.keys(baseline.results).filter(name => name !== task)
    if (stranger !== undefined) {
      throw new LmEvalError(
        `Baseline ${file} has figures of ${stranger}, but belongs to task ${task} alone; move them to a file of their own, or delete it and run \`vitest -u\`.`,
        { code: 'BASELINE', at: { file, line: 1, column: 1 } },
      )
    }
    const entries = new Map<string, string>()
    for (const [gate, entry] of gateEntries(baseline, task))
      entries.set(`${task} > ${gate} 1`, formatGateEntry(entry))
    return formatSnapshotText(this.getHeader(), entries)
  }

  override async saveSnapshotFile(file: string, text: string): Promise<void> {
    if (!this.#tasks.has(file)) return super.saveSnapshotFile(file, text)
    const entries = [...parseSnapshotText(text).values()].map(parseGateEntry)
    writeBaseline(file, joinGateEntries(entries, readBaseline(file)?.style ?? 'harness'))
  }

  override async removeSnapshotFile(file: string): Promise<void> {
    rmSync(file, { force: true })
  }
}

export default new BaselineEnvironment()

import { resolve } from 'node:path'
import { readSamples } from '../../../plugin/cli/read-value.ts'
import { type RunOptions, resolveRunSettings } from '../../../plugin/evaluation/run-settings.ts'
import { dictGet, dictKeys, jsonDumps } from '../../../plugin/python/index.ts'
import { matchTasks, type TaskEntry } from '../../../plugin/task/select/match-tasks.ts'
import { readTaskFile } from '../../../plugin/task/task-file.ts'
import { indexTasks } from '../../../plugin/task/task-registry.ts'
import { inCaseFolder } from '../runner/case-folder.ts'
import { compare } from '../runner/compare.ts'
import { type CaseRow, type CheckCase, type Difference, outcomeOf } from '../runner/outcome.ts'
import { specifiedCodes } from '../runner/specified-codes.ts'

/** What the harness's command line makes of `--tasks` and its other options. */
export const checkLookup: CheckCase = row =>
  inCaseFolder({ files: row.files as Record<string, string> }, folder => {
    const { expected } = row
    const warnings: { code: string }[] = []
    const warn = (warning: { code: string }): void => void warnings.push(warning)
    const options = row.options as Omit<RunOptions, 'samples'> & {
      samples?: RunOptions['samples'] | string
      tasks?: string | string[]
      include_path?: string
    }
    let stage = 'config'
    const differences: Difference[] = []
    try {
      const settings = resolveRunSettings({ ...options, samples: samplesOf(options.samples, folder) }, warn)
      stage = 'tasks'
      differences.push(...compareConfig(row, settings as unknown as Record<string, unknown>))
      const index = indexTasks(
        options.include_path === undefined ? [] : [resolve(folder, options.include_path)],
        warn,
      )
      const entries = asked(options.tasks)
        ? matchTasks(options.tasks as string[], index, { cwd: folder, onWarning: warn })
        : []
      if (expected.error !== undefined) {
        differences.push({ where: 'error', recorded: expected.error, found: 'no error' })
      } else differences.push(...compareEntries(expected.tasks as unknown[], entries))
    } catch (error) {
      const recorded = expected.error as { stage: string } | undefined
      if (recorded?.stage !== stage) {
        differences.push({ where: 'error', recorded, found: `${stage}: ${(error as Error).message}` })
      }
    }
    differences.push(...compare('warnings', expected.warnings, specifiedCodes(warnings)))
    return outcomeOf(differences)
  })

/** As a text they are JSON or name a file. */
function samplesOf(
  samples: RunOptions['samples'] | string | undefined,
  folder: string,
): NonNullable<RunOptions['samples']> | null {
  if (samples === undefined || samples === '') return null
  return typeof samples === 'string' ? readSamples('samples', samples, folder) : samples
}

/** The harness's command line takes an empty text or list for no tasks at all. */
function asked(tasks: string | string[] | undefined): boolean {
  return tasks !== undefined && tasks !== '' && tasks.length > 0
}

function compareConfig({ expected }: CaseRow, settings: Record<string, unknown>): Difference[] {
  const config = (expected.config ?? {}) as Record<string, unknown>
  return Object.keys(config).flatMap(key => compare(`config.${key}`, config[key], settings[key]))
}

/** A folder's files come in the order of the file system, so that files are compared as a set. */
function compareEntries(recorded: readonly unknown[], entries: readonly TaskEntry[]): Difference[] {
  const found = entries.map(entry =>
    entry.kind === 'name' ? entry.name : { config: readTaskFile(entry.file).config },
  )
  const [a, b] = [recorded, found].map(list => {
    const names = list.filter(entry => typeof entry === 'string')
    const files = list.filter(entry => typeof entry !== 'string').map(sorted)
    return [...names, ...files.sort()]
  })
  return compare('tasks', a, b)
}

function sorted(entry: unknown): string {
  const config = dictGet(entry as Record<string, unknown>, 'config') as Record<string, unknown>
  return dictKeys(config)
    .map(key => `${key}: ${jsonDumps(dictGet(config, key))}`)
    .sort()
    .join('\n')
}

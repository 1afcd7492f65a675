import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LmEvalError } from '../errors.ts'
import { dictKeys, isDict, parseJson } from '../python/index.ts'
import { dateOfFile, latestFile, taskInFileName, taskOfFile } from '../results/index.ts'

/** A task's samples file, and the results file of the same run where it is there. */
export interface SamplesFile {
  /** Absolute. */
  file: string
  /** Without a results file as the samples file's name has it, with `_` for a slash. */
  task: string
  /** Results object of the run; empty where its file is missing. */
  run: Record<string, unknown>
}

/**
 * The samples files that paths name: files, and of folders the latest of each task.
 * @param onOlder told how many older files of a task in a folder are left out
 * @throws LmEvalError OPTION for a path without samples, DATASET for a results file that is no JSON
 */
export function findSamplesFiles(
  paths: readonly string[],
  cwd: string,
  onOlder: (message: string) => void,
): SamplesFile[] {
  return paths.flatMap(path => {
    const place = resolve(cwd, path)
    if (!existsSync(place)) throw missing(`There is no ${place}`)
    if (!statSync(place).isDirectory()) return [describe(place)]
    const files = readdirSync(place)
      .filter(name => /^samples_.*\.jsonl$/u.test(name))
      .sort()
    if (files.length === 0) throw missing(`${place} has no samples_*.jsonl`)
    return latestOfEach(files, onOlder).map(name => describe(join(place, name)))
  })
}

function latestOfEach(names: readonly string[], onOlder: (message: string) => void): string[] {
  const byTask = grouped(names)
  return [...byTask].map(([task, files]) => {
    const latest = latestFile(files) as string
    if (files.length > 1) onOlder(`${task}: ${latest} is taken, ${files.length - 1} older ones are not.`)
    return latest
  })
}

function grouped(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const name of names) groups.set(taskOfFile(name), [...(groups.get(taskOfFile(name)) ?? []), name])
  return groups
}

function describe(file: string): SamplesFile {
  const name = basename(file)
  if (!/^samples_.+_.+\.jsonl$/u.test(name)) {
    throw missing(`${file} is not named samples_TASK_DATE.jsonl, so its task is not known`)
  }
  const run = readRun(join(dirname(file), `results_${dateOfFile(name)}.json`))
  const written = taskOfFile(name)
  const tasks = isDict(run.task_hashes) ? (dictKeys(run.task_hashes) as string[]) : []
  return { file, task: tasks.find(task => taskInFileName(task) === written) ?? written, run }
}

function readRun(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {}
  try {
    const value = parseJson(readFileSync(file, 'utf8'))
    if (isDict(value)) return value as Record<string, unknown>
  } catch (cause) {
    throw new LmEvalError(`${file} is no JSON: ${(cause as Error).message}; restore it or take it away.`, {
      code: 'DATASET',
      cause,
    })
  }
  throw new LmEvalError(`${file} holds no results; restore it or take it away.`, { code: 'DATASET' })
}

function missing(problem: string): LmEvalError {
  return new LmEvalError(`${problem}; give samples files of lm-eval's --log_samples or the option output.`, {
    code: 'OPTION',
  })
}

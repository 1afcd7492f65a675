import { basename, dirname, extname, join } from 'node:path'
import { compareText, dictGet, dictHas, isDict, pyStr, slice } from '../python/index.ts'

/** A model's name as a folder's (metrics-spec.md, 6.2): each run of characters that no file system likes becomes `__`. */
export function sanitizeModelName(name: string): string {
  return name.replace(/["<>:/|\\?*[\]]+/g, '__')
}

/** A task's name with `_` for each character that is no letter, digit or `_`, of any script. */
export function sanitizeTaskName(name: string): string {
  return name.replace(/[^\p{L}\p{N}_]/gu, '_')
}

const nameKeys = ['peft', 'delta', 'pretrained', 'model', 'path', 'engine']

/** The model's name among its arguments, text (`pretrained=NAME,…`) or mapping; null where they have none. */
export function modelNameOf(modelArgs: unknown): string | null {
  if (isDict(modelArgs)) {
    const key = nameKeys.find(name => dictHas(modelArgs, name))
    return key === undefined ? null : pyStr(dictGet(modelArgs, key))
  }
  if (typeof modelArgs !== 'string') return null
  const key = nameKeys.find(name => modelArgs.includes(`${name}=`))
  if (key === undefined) return null
  return (modelArgs.split(`${key}=`)[1] as string).split(',')[0] as string
}

/** The time as it stands in file names: local, ISO 8601 with `-` for `:`, with six decimals unless they are all zero. */
export function fileDate(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('-')
  const milliseconds = now.getMilliseconds()
  return `${day}T${time}${milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}000`}`
}

/** What a task's name must not bring into a file's: slashes, as in the harness, and what steers a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const unwanted = /[/\\\u0000-\u001f\u007f-\u009f]/g

/** Where an evaluation's files go. */
export interface OutputFiles {
  results: string
  /** Path of a task's samples. */
  samples: (task: string) => string
}

/**
 * The harness's files of an evaluation: OUTPUT/MODEL/results_DATE.json and samples_TASK_DATE.jsonl beside it, or, where OUTPUT ends
 * in `.json`, STEM_DATE.json and the samples in the same folder. A slash in a task's name is `_` in its file's.
 * @param date {@link fileDate}
 */
export function outputFiles(outputPath: string, modelName: string, date: string): OutputFiles {
  const single = extname(outputPath) === '.json'
  const folder = single ? dirname(outputPath) : join(outputPath, sanitizeModelName(modelName))
  const name = single ? basename(outputPath, '.json') : 'results'
  return {
    results: join(folder, `${name}_${date}.json`),
    samples: task => join(folder, `samples_${taskInFileName(task)}_${date}.jsonl`),
  }
}

/** A task's name as it stands in its samples file's. */
export function taskInFileName(task: string): string {
  return task.replace(unwanted, '_')
}

/** Task of a samples file: what stands between the path's first and last `_`. */
export function taskOfFile(path: string): string {
  return slice(path, findUnderscore(path) + 1, lastUnderscore(path))
}

/** Date of a results or samples file: what stands behind its last `_`, `.jsonl` taken off. */
export function dateOfFile(path: string): string {
  return slice(path, lastUnderscore(path) + 1).replaceAll('.jsonl', '')
}

/** Paths of results files among others; they must stand in a folder. */
export function resultsFiles(paths: readonly string[]): string[] {
  return paths.filter(path => path.includes('/results_') && path.includes('.json'))
}

/** Paths of samples files among others; they must stand in a folder. */
export function samplesFiles(paths: readonly string[]): string[] {
  return paths.filter(path => path.includes('/samples_') && path.includes('.json'))
}

/** The path with the latest date, the first of several; undefined of none. */
export function latestFile(paths: readonly string[]): string | undefined {
  const [first, ...others] = paths
  return others.reduce(
    (latest, path) =>
      latest === undefined || compareText(dateOfFile(path), dateOfFile(latest)) > 0 ? path : latest,
    first,
  )
}

function findUnderscore(path: string): number {
  return [...path].indexOf('_')
}

function lastUnderscore(path: string): number {
  return [...path].lastIndexOf('_')
}

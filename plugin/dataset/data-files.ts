import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { formatPosition, LmEvalError } from '../errors.ts'
import { globFiles } from '../task/select/path-glob.ts'
import type { Task } from '../task/types.ts'
import { isRow } from './columns.ts'
import { shippedData } from './shipped-data.ts'
import type { DatasetContext } from './types.ts'

/** Which data set a task reads: `dataset_path` and, where given, `/dataset_name`. */
export function datasetName({ config }: Pick<Task, 'config'>): string {
  const { dataset_path: path, dataset_name: name, custom_dataset: custom } = config
  if (custom !== undefined) return `custom_dataset ${custom}`
  return name === undefined ? String(path) : `${path}/${name}`
}

/** Builders of the datasets library that read local files. */
const otherFormats = ['csv', 'parquet', 'arrow', 'text', 'pandas', 'xml']

/**
 * Files of one split, absolute. Looked for in this order: the `datasets` option (by `path/name`, then by path), the
 * task's own `data_files` where dataset_path is json, the rows that ship with this package.
 * @throws LmEvalError DATASET: the split or a file does not exist, or nobody has the data set (the message says how to
 * map local rows)
 */
export function splitFiles(task: Task, context: DatasetContext, split: string, field: string[]): string[] {
  const refuse: RefuseSplit = known => refuseSplit(task, field, split, known)
  const name = datasetName(task)
  const path = String(task.config.dataset_path)
  for (const key of [name, path]) {
    if (Object.hasOwn(context.datasets, key)) return mappedFiles(task, key, context, split, refuse)
  }
  if (path === 'json') {
    return ownFiles(task, split, refuse).flatMap(file => findFiles(task, context.root, file, split))
  }
  const shipped = shippedData(name)
  if (shipped !== undefined) return shipped[split] ?? refuse(Object.keys(shipped))
  if (otherFormats.includes(path)) {
    const problem = `dataset_path ${path} is not supported in this version; convert the rows to JSON Lines and use dataset_path json`
    throw datasetError(task, ['dataset_path'], problem)
  }
  throw datasetError(
    task,
    ['dataset_path'],
    `the data set ${name} does not ship with this package, and reading from the Hugging Face Hub is not part of this version; map local rows with the option datasets: { '${name}': 'folder' } (a folder with ${split}.jsonl) or { '${name}': { ${split}: 'rows.jsonl' } }`,
  )
}

/**
 * The first file of the first split that a task's own `data_files` name, which gives all splits their column types in the
 * harness; undefined where the task has none, where `datasets` maps other files, or where it does not exist.
 */
export function firstDataFile(task: Task, { root, datasets }: DatasetContext): string | undefined {
  if (task.config.dataset_path !== 'json' || Object.hasOwn(datasets, datasetName(task))) return undefined
  const { data_files: files } = (task.config.dataset_kwargs ?? {}) as { data_files?: unknown }
  const [split = 'train', first] = isRow(files) ? (Object.entries(files)[0] ?? []) : ['train', files]
  const [file] = [first].flat()
  if (typeof file !== 'string') return undefined
  const path = ['dataset_kwargs', 'data_files', split]
  return dataFolders(task, root, path)
    .flatMap(folder => filesIn(folder, file))
    .at(0)
}

/**
 * Refuses a split that a task's own `data_files` do not name, without looking for the files.
 * @throws LmEvalError DATASET
 */
export function checkSplitName(
  task: Task,
  { datasets }: DatasetContext,
  split: string,
  field: string[],
): void {
  if (task.config.dataset_path !== 'json' || Object.hasOwn(datasets, datasetName(task))) return
  ownFiles(task, split, known => refuseSplit(task, field, split, known))
}

function mappedFiles(
  task: Task,
  key: string,
  { root, datasets }: DatasetContext,
  split: string,
  refuse: RefuseSplit,
): string[] {
  const mapped = datasets[key] as string | Record<string, string | string[]>
  const fail = (problem: string): never => {
    throw datasetError(task, ['dataset_path'], `the option datasets maps ${key} to ${problem}`)
  }
  if (typeof mapped === 'string') {
    const folder = resolve(root, mapped)
    if (!existsSync(folder)) return fail(`${folder}, which does not exist`)
    if (!statSync(folder).isDirectory()) {
      return fail(
        `the file ${folder}; write { '${key}': { ${split}: '${mapped}' } } to say which split it is`,
      )
    }
    const file = ['jsonl', 'json'].map(extension => join(folder, `${split}.${extension}`)).find(existsSync)
    return file === undefined ? fail(`the folder ${folder}, which has no ${split}.jsonl`) : [file]
  }
  if (!Object.hasOwn(mapped, split)) return refuse(Object.keys(mapped))
  return [mapped[split] as string | string[]].flat().map(file => {
    const found = resolve(root, file)
    return existsSync(found) ? found : fail(`${found}, which does not exist`)
  })
}

/** What the datasets library allows. */
const splitPattern = /^[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*$/u

const readKeys = ['data_files', 'data_dir', 'trust_remote_code']

/** `dataset_path: json`: a bare file or list is the split train, as in the datasets library. */
function ownFiles(task: Task, split: string, refuse: RefuseSplit): string[] {
  const options = task.config.dataset_kwargs ?? {}
  const given = isRow(options) ? options : {}
  for (const key of Object.keys(given)) {
    if (readKeys.includes(key) && (key !== 'data_dir' || given[key] === null)) continue
    throw datasetError(
      task,
      ['dataset_kwargs', key],
      `dataset_kwargs.${key} is not supported in this version`,
    )
  }
  const bySplit: Record<string, unknown> = isRow(given.data_files)
    ? given.data_files
    : { train: given.data_files }
  const files = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
  const named = Object.values(bySplit).every(value =>
    files(value).every(file => typeof file === 'string' && file !== ''),
  )
  if (!named) {
    throw datasetError(
      task,
      ['dataset_kwargs', 'data_files'],
      'dataset_path json needs dataset_kwargs.data_files: a file, a list of files, or a mapping from split to these',
    )
  }
  const unusable = Object.keys(bySplit).find(name => !splitPattern.test(name))
  if (unusable !== undefined) {
    const problem = `dataset_kwargs.data_files names a split ${JSON.stringify(unusable)}; names of splits are letters, digits and _, with dots between`
    throw datasetError(task, ['dataset_kwargs', 'data_files', unusable], problem)
  }
  if (!Object.hasOwn(bySplit, split)) return refuse(Object.keys(bySplit))
  return files(bySplit[split]) as string[]
}

/** Beside the YAML in which the file is named, then beside the task file, then under the root. */
function findFiles(task: Task, root: string, file: string, split: string): string[] {
  const path = ['dataset_kwargs', 'data_files', split]
  const folders = dataFolders(task, root, path)
  const found = folders.map(folder => filesIn(folder, file)).find(files => files.length > 0)
  if (found !== undefined) return found
  throw datasetError(
    task,
    path,
    `the data file ${file} does not exist; it was looked for in ${folders.join(', ')}`,
  )
}

/** The file, or what a glob such as `part-*.jsonl` matches, sorted. */
function filesIn(folder: string, file: string): string[] {
  const named = resolve(folder, file)
  return existsSync(named) ? [named] : globFiles(file, folder)
}

function dataFolders(task: Task, root: string, path: string[]): string[] {
  return [...new Set([dirname(task.locate(path).file), dirname(task.file), resolve(root)])]
}

/** Throws for a split that the data set lacks; `known` are those it has. */
type RefuseSplit = (known: string[]) => never

function refuseSplit(task: Task, field: string[], split: string, known: string[]): never {
  const there = known.length === 0 ? 'none' : known.join(', ')
  throw datasetError(
    task,
    field,
    `the data set ${datasetName(task)} has no split ${split}; there are: ${there}`,
  )
}

/** The field that names the evaluated split: test if the task has one, else validation (task-spec.md, 6). */
export function splitField({ splits }: Pick<Task, 'splits'>): 'test_split' | 'validation_split' {
  return splits.test === undefined ? 'validation_split' : 'test_split'
}

/** An error about a task's data: place, task name, problem. */
export function datasetError(task: Task, path: string[], problem: string, cause?: unknown): LmEvalError {
  const at = task.locate(path)
  return new LmEvalError(`${formatPosition(at)}: task ${task.name}: ${problem}.`, {
    code: 'DATASET',
    at,
    cause,
  })
}

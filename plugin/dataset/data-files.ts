import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { formatPosition, LmEvalError } from '../errors.ts'
import type { Task } from '../task/types.ts'
import { isRow } from './columns.ts'
import { shippedData } from './shipped-data.ts'
import type { DatasetContext } from './types.ts'

type SplitFiles = Record<string, string[]>

/** Which data set a task reads: `dataset_path` and, where given, `/dataset_name`. */
export function datasetName({ config }: Pick<Task, 'config'>): string {
  const { dataset_path: path, dataset_name: name } = config
  return name === undefined ? String(path) : `${path}/${name}`
}

/**
 * Files of a task's splits, absolute. Looked for in this order: the `datasets` option (by `path/name`, then by path), the
 * task's own `data_files` where dataset_path is json, the rows that ship with this package.
 * @throws LmEvalError DATASET that says how to map local rows
 */
export function splitFiles(task: Task, context: DatasetContext): SplitFiles {
  const name = datasetName(task)
  const path = String(task.config.dataset_path)
  for (const key of [name, path]) {
    if (Object.hasOwn(context.datasets, key)) return mappedFiles(task, key, context)
  }
  if (path === 'json') return ownFiles(task, context.root)
  const shipped = shippedData(name)
  if (shipped !== undefined) return shipped
  throw datasetError(
    task,
    ['dataset_path'],
    `the data set ${name} is not part of this package, and reading from the Hugging Face Hub is not part of this version; map local rows with the option datasets: { '${name}': 'folder' } (a folder with SPLIT.jsonl) or { '${name}': { test: 'rows.jsonl' } }`,
  )
}

function mappedFiles(task: Task, key: string, { root, datasets }: DatasetContext): SplitFiles {
  const mapped = datasets[key] as string | Record<string, string | string[]>
  if (typeof mapped !== 'string') {
    return mapValues(mapped, files =>
      files.map(file => {
        const found = resolve(root, file)
        if (existsSync(found)) return found
        throw datasetError(
          task,
          ['dataset_path'],
          `the option datasets maps ${key} to ${found}, which does not exist`,
        )
      }),
    )
  }
  const folder = resolve(root, mapped)
  if (!existsSync(folder)) {
    throw datasetError(
      task,
      ['dataset_path'],
      `the option datasets maps ${key} to ${folder}, which does not exist`,
    )
  }
  if (!statSync(folder).isDirectory()) {
    const hint = `write datasets: { '${key}': { test: '${mapped}' } } to say which split it is`
    throw datasetError(
      task,
      ['dataset_path'],
      `the option datasets maps ${key} to the file ${folder}; ${hint}`,
    )
  }
  return folderFiles(folder, evaluatedSplit(task))
}

function folderFiles(folder: string, split: string): SplitFiles {
  const file = ['jsonl', 'json'].map(extension => join(folder, `${split}.${extension}`)).find(existsSync)
  return { [split]: file === undefined ? [join(folder, `${split}.jsonl`)] : [file] }
}

const readKeys = ['data_files', 'data_dir', 'trust_remote_code']

/** `dataset_path: json`: a bare file or list is the split train, as in the datasets library. */
function ownFiles(task: Task, root: string): SplitFiles {
  const options = task.config.dataset_kwargs ?? {}
  const path = ['dataset_kwargs', 'data_files']
  if (!isRow(options)) return {}
  for (const key of Object.keys(options)) {
    if (readKeys.includes(key)) continue
    throw datasetError(
      task,
      ['dataset_kwargs', key],
      `dataset_kwargs.${key} is not supported in this version`,
    )
  }
  if (options.data_dir !== undefined) {
    throw datasetError(
      task,
      ['dataset_kwargs', 'data_dir'],
      'data_dir is not supported in this version; use data_files',
    )
  }
  const given = options.data_files
  const bySplit = isRow(given) ? given : { train: given }
  return mapValues(
    bySplit,
    (files, split) => files.map(file => findFile(task, root, file, split)),
    () => {
      throw datasetError(
        task,
        path,
        'dataset_path json needs dataset_kwargs.data_files: a file, a list of files, or a mapping from split to these',
      )
    },
  )
}

/** Beside the YAML in which the file is named, then beside the task file, then under the root. */
function findFile(task: Task, root: string, file: string, split: string): string {
  const path = ['dataset_kwargs', 'data_files', split]
  const folders = [...new Set([dirname(task.locate(path).file), dirname(task.file), root])]
  const found = folders.map(folder => resolve(folder, file)).find(candidate => existsSync(candidate))
  if (found !== undefined) return found
  throw datasetError(
    task,
    path,
    `the data file ${file} does not exist; it was looked for in ${folders.join(', ')}`,
  )
}

function mapValues(
  bySplit: Record<string, unknown>,
  convert: (files: string[], split: string) => string[],
  refuse?: () => never,
): SplitFiles {
  const converted: SplitFiles = {}
  for (const [split, value] of Object.entries(bySplit)) {
    const files: unknown[] = Array.isArray(value) ? value : [value]
    if (files.length === 0 || !files.every(file => typeof file === 'string' && file !== ''))
      return refuse?.() ?? {}
    converted[split] = convert(files as string[], split)
  }
  return converted
}

/** The split that is evaluated: test if the task names one, else validation (task-spec.md, 6). */
export function evaluatedSplit({ config }: Pick<Task, 'config'>): string {
  return String(config.test_split ?? config.validation_split)
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

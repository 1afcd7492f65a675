import { isDict } from '../python/index.ts'
import { checkFields } from './check-fields.ts'
import { readClusterFields } from './cluster-fields.ts'
import type { FieldValue } from './doc-field.ts'
import { readFilterList } from './filter-list.ts'
import { importFunction } from './function-modules.ts'
import { readGenerationKwargs } from './generation-kwargs.ts'
import { readMetricList } from './metric-list.ts'
import { readFewshotConfig, readPromptFields } from './prompt-fields.ts'
import { splitNames } from './split-names.ts'
import { completeConfig, taskHash } from './task-config.ts'
import { taskWarnings } from './task-warnings.ts'
import {
  FunctionReference,
  type OutputType,
  type Task,
  type TaskFile,
  type TaskFunction,
  type TaskOverrides,
} from './types.ts'

type ImportModule = (file: string) => Promise<Record<string, unknown>>

/**
 * Makes a task out of its file: checks every field, imports the functions, prepares the templates, fills in the harness's
 * defaults. No data is read.
 * @param importModule imports a function module; the file is absolute
 * @throws LmEvalError TASK_FIELD, TASK_FUNCTION or TEMPLATE with the place in the file
 */
export async function loadTask(
  taskFile: TaskFile,
  importModule: ImportModule,
  overrides: TaskOverrides = {},
): Promise<Task> {
  checkFields(taskFile)
  const { config } = taskFile
  const functions = new Map<string, TaskFunction>()
  const importReference = async (reference: FunctionReference): Promise<TaskFunction> => {
    const imported = await importFunction(reference, importModule)
    functions.set(reference.text, imported)
    return imported
  }
  const resolve = async (path: readonly string[]): Promise<FieldValue | undefined> => {
    const value = valueAt(config, path)
    if (value === undefined || value === null) return undefined
    return value instanceof FunctionReference ? importReference(value) : (value as FieldValue)
  }
  const outputType = (config.output_type ?? 'generate_until') as OutputType
  const complete = runConfig(taskFile, overrides)
  const delimiter = (field: string): string | null =>
    config[field] === null ? null : (complete[field] as string)
  const fewshotDelimiter = delimiter('fewshot_delimiter')
  const generates = outputType === 'generate_until'
  const generation =
    generates || isDict(config.generation_kwargs)
      ? readGenerationKwargs(taskFile, fewshotDelimiter, generates ? overrides.genKwargs : {})
      : undefined
  if (generates) complete.generation_kwargs = generation?.kwargs
  const prompt = await readPromptFields(taskFile, resolve)
  const fewshot = await readFewshotConfig(taskFile, resolve, prompt)
  const { metadata } = complete
  const numFewshot = complete.num_fewshot as number
  return {
    name: config.task as string,
    alias: (config.task_alias as string | null | undefined) ?? (config.task as string),
    file: taskFile.file,
    version: isDict(metadata) ? (metadata as Record<string, unknown>).version : undefined,
    outputType,
    numFewshot,
    metrics: await readMetricList(taskFile, outputType, importReference),
    config: complete,
    functions,
    hash: taskHash(taskFile, complete),
    customDataset: (await resolve(['custom_dataset'])) as TaskFunction | undefined,
    processDocs: (await resolve(['process_docs'])) as TaskFunction | undefined,
    processResults: (await resolve(['process_results'])) as TaskFunction | undefined,
    prompt,
    targetDelimiter: delimiter('target_delimiter'),
    fewshotDelimiter,
    fewshot,
    splits: splitNames(config),
    generationKwargs: generates ? generation?.kwargs : undefined,
    filters: await readFilterList(taskFile, importReference),
    repeats: complete.repeats as number,
    ...readClusterFields(taskFile),
    warnings: [
      ...taskWarnings(taskFile, fewshot, overrides),
      ...(generation?.warnings ?? []).map(warning => ({ ...warning, quiet: !generates })),
    ],
    locate: path => taskFile.locate(path),
    files: taskFile.files,
  }
}

/** The task's configuration as this run uses it: what a result is reported and hashed with. */
function runConfig(taskFile: TaskFile, overrides: TaskOverrides): Record<string, unknown> {
  const complete = completeConfig(taskFile)
  const { metadata } = overrides
  return {
    ...complete,
    ...(metadata === undefined || Object.keys(metadata).length === 0
      ? {}
      : { metadata: { ...(complete.metadata as object | undefined), ...metadata } }),
    num_fewshot: effectiveShots(taskFile, overrides),
  }
}

function valueAt(config: Record<string, unknown>, path: readonly string[]): unknown {
  let value: unknown = config
  for (const step of path) {
    if (!isDict(value)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/** The harness's rule: a number given from outside replaces the task's, but a task that says 0 keeps 0 (task-spec.md, 10.1). */
function effectiveShots(taskFile: TaskFile, { numFewshot }: TaskOverrides): number {
  const own = taskFile.config.num_fewshot as number | null | undefined
  return numFewshot === undefined || own === 0 ? (own ?? 0) : numFewshot
}

import { isDict } from '../python/index.ts'
import { checkFields } from './check-fields.ts'
import { readClusterFields } from './cluster-fields.ts'
import { choiceReader, type FieldValue, plainReader, targetReader, textReader } from './doc-field.ts'
import { importFunction } from './function-modules.ts'
import { readMetricList } from './metric-list.ts'
import { completeConfig, taskHash } from './task-config.ts'
import { fieldError } from './task-error.ts'
import { FunctionReference, type OutputType, type PromptFields, type Task, type TaskFile } from './types.ts'

export interface TaskOverrides {
  /** As the harness's `--num_fewshot`: replaces the task's number unless that is 0; negative means none. */
  numFewshot?: number | undefined
}

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
  const resolve = async (field: string): Promise<FieldValue | undefined> => {
    const value = config[field]
    if (value === undefined || value === null) return undefined
    return value instanceof FunctionReference ? importFunction(value, importModule) : (value as FieldValue)
  }
  const outputType = config.output_type as OutputType
  const complete = completeConfig(taskFile)
  const { metadata } = config
  const numFewshot = effectiveShots(taskFile, overrides)
  return {
    name: config.task as string,
    alias: (config.task_alias as string | null | undefined) ?? (config.task as string),
    file: taskFile.file,
    version: isDict(metadata) ? ((metadata as Record<string, unknown>).version ?? undefined) : undefined,
    outputType,
    numFewshot,
    metrics: await readMetricList(taskFile, outputType, reference => importFunction(reference, importModule)),
    config: { ...complete, num_fewshot: numFewshot },
    hash: taskHash(taskFile, { ...complete, num_fewshot: numFewshot }),
    processDocs: (await resolve('process_docs')) as Task['processDocs'],
    processResults: (await resolve('process_results')) as Task['processResults'],
    prompt: await readPrompt(taskFile, resolve),
    targetDelimiter: complete.target_delimiter as string,
    repeats: complete.repeats as number,
    ...readClusterFields(taskFile),
    locate: path => taskFile.locate(path),
    files: taskFile.files,
  }
}

async function readPrompt(
  taskFile: TaskFile,
  resolve: (field: string) => Promise<FieldValue | undefined>,
): Promise<PromptFields> {
  const { config } = taskFile
  const place = (field: string) => taskFile.locate([field])
  const choices = await resolve('doc_to_choice')
  const hasChoices = choices !== undefined
  const plain = (field: string): PromptFields['description'] => {
    const value = config[field]
    return typeof value === 'string' && value !== '' ? plainReader(value, place(field)) : undefined
  }
  return {
    text: textReader((await resolve('doc_to_text')) as FieldValue, place('doc_to_text'), hasChoices),
    target: targetReader((await resolve('doc_to_target')) as FieldValue, place('doc_to_target'), hasChoices),
    choices: choices === undefined ? undefined : choiceReader(choices, place('doc_to_choice')),
    description: plain('description'),
    genPrefix: plain('gen_prefix'),
  }
}

/** The harness's rule: a number given from outside replaces the task's, but a task that says 0 keeps 0 (task-spec.md, 10.1). */
function effectiveShots(taskFile: TaskFile, { numFewshot }: TaskOverrides): number {
  const own = taskFile.config.num_fewshot as number | null | undefined
  const shots = Math.max(0, numFewshot === undefined || own === 0 ? (own ?? 0) : numFewshot)
  if (shots > 0) {
    throw fieldError(
      taskFile,
      ['num_fewshot'],
      `few-shot prompts (num_fewshot ${shots}) are not supported in this version; set num_fewshot to 0.`,
    )
  }
  return shots
}

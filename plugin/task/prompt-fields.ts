import { dictGet, dictHas, dictKeys, isDict } from '../python/index.ts'
import { describeValue } from './check-fields.ts'
import {
  choiceReader,
  type FieldValue,
  literalReader,
  ownColumnReader,
  plainReader,
  targetReader,
  textReader,
} from './doc-field.ts'
import { fieldError } from './task-error.ts'
import type {
  DocReader,
  FewshotConfig,
  FewshotFields,
  PromptFields,
  TaskFile,
  TaskFunction,
} from './types.ts'
import { readUsedPrompt } from './use-prompt.ts'

/** Value of a field with its function imported; undefined where it is absent or null. */
export type ResolveField = (path: readonly string[]) => Promise<FieldValue | undefined>

/** Readers of everything that the evaluated documents' prompts are made of (task-spec.md, 8 and 9). */
export async function readPromptFields(taskFile: TaskFile, resolve: ResolveField): Promise<PromptFields> {
  const { config } = taskFile
  const place = (field: string) => taskFile.locate([field])
  const choices = await resolve(['doc_to_choice'])
  const hasChoices = choices !== undefined
  const used = await readUsedPrompt(taskFile, hasChoices)
  const { description } = config
  const genPrefix = config.gen_prefix as string | null | undefined
  const text =
    used?.text ?? textReader((await resolve(['doc_to_text'])) as FieldValue, place('doc_to_text'), hasChoices)
  return {
    text,
    target:
      used?.target ??
      targetReader((await resolve(['doc_to_target'])) as FieldValue, place('doc_to_target'), hasChoices),
    choices:
      choices === undefined ? undefined : (used?.choices ?? choiceReader(choices, place('doc_to_choice'))),
    description:
      typeof description === 'string' && description !== ''
        ? ownColumnReader(description, place('description'))
        : undefined,
    genPrefix: typeof genPrefix === 'string' ? plainReader(genPrefix, place('gen_prefix')) : undefined,
    ...(await decontaminationReaders(taskFile, resolve, text)),
  }
}

/** As the harness reads the query, where a template's text must be a literal, and as its text is meant. */
async function decontaminationReaders(
  taskFile: TaskFile,
  resolve: ResolveField,
  text: DocReader,
): Promise<Pick<PromptFields, 'decontaminationQuery' | 'decontaminationText'>> {
  if (taskFile.config.should_decontaminate !== true)
    return { decontaminationQuery: undefined, decontaminationText: undefined }
  const field = 'doc_to_decontamination_query'
  const value = await resolve([field])
  if (value === undefined) return { decontaminationQuery: text, decontaminationText: text }
  const literal = literalReader(value, taskFile.locate([field]))
  return {
    decontaminationQuery: literal,
    decontaminationText: typeof value === 'string' ? plainReader(value, taskFile.locate([field])) : literal,
  }
}

const fewshotKeys = [
  'sampler',
  'split',
  'process_docs',
  'fewshot_indices',
  'samples',
  'doc_to_text',
  'doc_to_choice',
  'doc_to_target',
  'gen_prefix',
  'fewshot_delimiter',
  'target_delimiter',
]

/**
 * `fewshot_config` with what it takes over from the task: a key that is not there has the task's value, one that is null
 * stays null (task-spec.md, 10.2).
 * @throws LmEvalError TASK_FIELD for an unknown key, sampler or delimiter
 */
export async function readFewshotConfig(
  taskFile: TaskFile,
  resolve: ResolveField,
  prompt: PromptFields,
): Promise<FewshotConfig> {
  const { config } = taskFile
  const own = config.fewshot_config as Record<string, unknown> | null | undefined
  const has = (key: string): boolean => isDict(own) && dictHas(own, key)
  if (isDict(own)) checkKeys(taskFile, Object.keys(own))
  const value = (key: string, taskField: string): unknown =>
    has(key) ? dictGet(own as object as Record<string, unknown>, key) : config[taskField]
  const optionalText = (key: string, taskField: string): string | undefined => {
    const found = value(key, taskField) ?? undefined
    if (found === undefined || typeof found === 'string') return found
    throw wrongValue(taskFile, key, 'a string', found)
  }
  const delimiter = (key: string, otherwise: string): string | null => {
    const found = value(key, key)
    if (found === undefined) return otherwise
    if (found === null || typeof found === 'string') return found
    throw wrongValue(taskFile, key, 'a string', found)
  }
  const sampler = has('sampler') ? await resolve(['fewshot_config', 'sampler']) : 'default'
  if (sampler !== 'default' && sampler !== 'first_n' && typeof sampler !== 'function') {
    throw wrongValue(taskFile, 'sampler', "'default', 'first_n' or !function module.name", sampler)
  }
  const processDocs = await resolve(
    has('process_docs') ? ['fewshot_config', 'process_docs'] : ['process_docs'],
  )
  if (processDocs !== undefined && typeof processDocs !== 'function') {
    throw wrongValue(taskFile, 'process_docs', '!function module.name', processDocs)
  }
  return {
    sampler: sampler as FewshotConfig['sampler'],
    split: optionalText('split', 'fewshot_split'),
    samples: (await resolve(['fewshot_config', 'samples'])) as FewshotConfig['samples'],
    processDocs: processDocs as TaskFunction | undefined,
    fields: await readFewshotFields(taskFile, resolve, prompt, has),
    targetDelimiter: delimiter('target_delimiter', ' '),
    fewshotDelimiter: delimiter('fewshot_delimiter', '\n\n'),
  }
}

async function readFewshotFields(
  taskFile: TaskFile,
  resolve: ResolveField,
  prompt: PromptFields,
  has: (key: string) => boolean,
): Promise<FewshotFields> {
  const hasChoices = prompt.choices !== undefined
  const own = async (key: string): Promise<FieldValue | undefined> =>
    has(key) ? resolve(['fewshot_config', key]) : undefined
  const place = (key: string) => taskFile.locate(['fewshot_config', key])
  const replaced = taskFile.config.use_prompt !== undefined && taskFile.config.use_prompt !== null
  const text = replaced ? undefined : await own('doc_to_text')
  const target = replaced ? undefined : await own('doc_to_target')
  const choices = await own('doc_to_choice')
  return {
    text: text === undefined ? prompt.text : textReader(text, place('doc_to_text'), hasChoices),
    target: target === undefined ? prompt.target : targetReader(target, place('doc_to_target'), hasChoices),
    choices: fewshotChoices(),
    genPrefix: await genPrefixReader(),
  }

  function fewshotChoices(): DocReader | undefined {
    if (!has('doc_to_choice')) return prompt.choices
    if (choices === undefined || isEmpty(choices)) return undefined
    return replaced ? prompt.choices : choiceReader(choices, place('doc_to_choice'))
  }

  /** Unlike the task's, it may name a column that only few-shot documents have. */
  async function genPrefixReader(): Promise<DocReader | undefined> {
    const at = has('gen_prefix') ? place('gen_prefix') : taskFile.locate(['gen_prefix'])
    const prefix = await resolve(has('gen_prefix') ? ['fewshot_config', 'gen_prefix'] : ['gen_prefix'])
    if (prefix === undefined || prefix === '') return undefined
    if (typeof prefix === 'string') return ownColumnReader(prefix, at)
    throw wrongValue(taskFile, 'gen_prefix', 'a template or a column name', prefix)
  }
}

/** Empty choices count as none here, as null does. */
function isEmpty(value: FieldValue): boolean {
  return (
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (isDict(value) && dictKeys(value).length === 0)
  )
}

function checkKeys(taskFile: TaskFile, keys: readonly string[]): void {
  const unknown = keys.find(key => !fewshotKeys.includes(key))
  if (unknown === undefined) return
  throw fieldError(
    taskFile,
    ['fewshot_config', unknown],
    `fewshot_config has no key ${unknown}; its keys are ${fewshotKeys.join(', ')}.`,
  )
}

function wrongValue(taskFile: TaskFile, key: string, allowed: string, value: unknown): Error {
  return fieldError(
    taskFile,
    ['fewshot_config', key],
    `fewshot_config.${key} must be ${allowed}, not ${describeValue(value)}.`,
  )
}

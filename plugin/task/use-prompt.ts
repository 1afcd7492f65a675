import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { dictGet, isDict } from '../python/index.ts'
import { choiceReader, targetReader, textReader } from './doc-field.ts'
import { readYaml } from './read-yaml.ts'
import { fieldError } from './task-error.ts'
import { compileTemplate } from './template/index.ts'
import type { DocReader, TaskFile } from './types.ts'

/** The readers that `use_prompt` puts in place of the task's own. */
export interface UsedPrompt {
  text: DocReader
  target: DocReader
  /** In place of doc_to_choice, where the task has it. */
  choices: DocReader
}

/** Prompts that the harness knows by name; used as doc_to_text, doc_to_target and doc_to_choice alike. */
const builtIn: Record<string, Record<string, string>> = {
  'qa-basic': {
    'question-newline-answer': 'Question: {{question}}\nAnswer:',
    'q-newline-a': 'Q: {{question}}\nA:',
  },
}

/**
 * `use_prompt: category:name` (task-spec.md, 8.5): a built-in prompt, or `file.yaml:name` with texts for doc_to_text and
 * doc_to_target under `prompts`.
 * @throws LmEvalError TASK_FIELD where there is no such prompt
 */
export async function readUsedPrompt(
  taskFile: TaskFile,
  hasChoices: boolean,
): Promise<UsedPrompt | undefined> {
  const id = taskFile.config.use_prompt as string | null | undefined
  if (id === undefined || id === null) return undefined
  const fail = (problem: string): Error =>
    fieldError(taskFile, ['use_prompt'], `use_prompt ${id}: ${problem}.`)
  const at = taskFile.locate(['use_prompt'])
  const [category = '', name = '', ...rest] = id.split(':')
  if (name === '' || rest.length > 0) {
    throw fail('it must have the form category:name, or file.yaml:name')
  }
  if (category.includes('.yaml')) return promptOfFile(taskFile, category, name, fail)
  if (category === 'promptsource') throw fail('promptsource is a Python package and is not supported')
  const prompts = Object.hasOwn(builtIn, category) ? builtIn[category] : undefined
  const source = prompts !== undefined && Object.hasOwn(prompts, name) ? prompts[name] : undefined
  if (source === undefined) {
    const known = Object.entries(builtIn).flatMap(([key, value]) =>
      Object.keys(value).map(entry => `${key}:${entry}`),
    )
    throw fail(`there is no such prompt; there are ${known.join(', ')} and file.yaml:name`)
  }
  return {
    text: textReader(source, at, hasChoices),
    target: targetReader(source, at, hasChoices),
    choices: choiceReader(source, at),
  }
}

function promptOfFile(
  taskFile: TaskFile,
  path: string,
  name: string,
  fail: (problem: string) => Error,
): UsedPrompt {
  const folders = [process.cwd(), dirname(taskFile.locate(['use_prompt']).file)]
  const file = folders.map(folder => resolve(folder, path)).find(candidate => existsSync(candidate))
  if (file === undefined)
    throw fail(`the file ${path} does not exist; it was looked for in ${folders.join(', ')}`)
  const yaml = readYaml(file)
  const prompts = yaml.config.prompts
  const prompt = isDict(prompts) ? dictGet(prompts, name) : undefined
  if (!isDict(prompt)) throw fail(`${file} has no mapping prompts.${name}`)
  if (dictGet(prompt, 'doc_to_choice') !== undefined) {
    throw fail(`prompts.${name} has doc_to_choice, which the harness does not read; put it into the task`)
  }
  const reader = (field: string): DocReader => {
    const source = dictGet(prompt, field)
    if (typeof source !== 'string') throw fail(`prompts.${name}.${field} must be a template`)
    const template = compileTemplate(source, yaml.locate(['prompts', name, field]))
    return doc => template.render(doc)
  }
  const text = reader('doc_to_text')
  const choices = (): never => {
    throw new TypeError(`the prompt ${name} of ${file} gives no choices`)
  }
  return { text, target: reader('doc_to_target'), choices }
}

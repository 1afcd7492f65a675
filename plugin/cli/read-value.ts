import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { LmEvalError } from '../errors.ts'
import { type RunSettings, resolveRunSettings } from '../evaluation/run-settings.ts'
import { isDict, isInt, parseJson } from '../python/index.ts'
import { parseArgument, parseArgumentString } from '../task/argument-string.ts'
import { UsageError } from './usage-error.ts'

/** @throws UsageError unless the text is a number */
export function readNumber(option: string, text: string): number {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(text)) return Number(text)
  throw wrong(option, 'a number', text)
}

/** @throws UsageError unless the text is a whole number */
export function readInteger(option: string, text: string): number {
  if (/^[+-]?\d+$/u.test(text)) return Number(text)
  throw wrong(option, 'a whole number', text)
}

/**
 * `--seed` as the harness reads it: one, three or four seeds with commas between them, the last one for few-shot examples.
 * @throws UsageError for anything but whole numbers; LmEvalError OPTION for another count
 */
export function readFewshotSeed(option: string, text: string): number {
  const seeds = text.split(',').map(part => parseArgument(part))
  if (!seeds.every(seed => seed === null || isInt(seed))) {
    throw wrong(option, 'whole numbers with commas between them', text)
  }
  const seed = resolveRunSettings({ seed: seeds as RunSettings['seed'] }).seed?.[3] ?? undefined
  if (seed === undefined) {
    throw wrong(option, 'a number for the few-shot examples (without one they are drawn by chance)', text)
  }
  return Number(seed)
}

/**
 * `--samples`: JSON, or a file with JSON, from task names to positions.
 * @throws UsageError for other JSON, LmEvalError OPTION for a file that cannot be read
 */
export function readSamples(option: string, text: string, cwd: string): Record<string, number[]> {
  const given = /^\s*\{/u.test(text) ? text : readText(option, resolve(cwd, text))
  const value = tryJson(given)
  const isSamples =
    isDict(value) &&
    Object.values(value).every(list => Array.isArray(list) && list.every(item => isInt(item)))
  if (isSamples) return value as Record<string, number[]>
  throw wrong(option, 'JSON such as {"wsc273": [0, 3]}, or a file with it', text)
}

/**
 * `--gen_kwargs` and `--metadata`: a JSON object, or `key=value,key=value`.
 * @throws UsageError for a text that begins like JSON and is none
 */
export function readArguments(option: string, text: string): Record<string, unknown> {
  if (!/^\s*[{[]/u.test(text)) return parseArgumentString(text)
  const value = tryJson(text)
  if (isDict(value)) return value as Record<string, unknown>
  throw wrong(option, 'a JSON object, or key=value,key=value', text)
}

/** `NAME=PATH`. @throws UsageError for another form */
export function readPair(option: string, text: string): [name: string, value: string] {
  const match = /^([^=]+)=(.+)$/su.exec(text)
  if (match === null) throw wrong(option, 'NAME=PATH', text)
  return [match[1] as string, match[2] as string]
}

/** @throws UsageError unless the text is a word for yes or no */
export function readBoolean(option: string, text: string | undefined): boolean {
  if (text === undefined) return true
  const value = parseArgument(text)
  if (typeof value === 'boolean') return value
  throw wrong(option, 'true or false', text)
}

function tryJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new LmEvalError(`--${option}: the file ${file} cannot be read; give JSON or a file with JSON.`, {
      code: 'OPTION',
      cause,
    })
  }
}

function wrong(option: string, allowed: string, given: string): UsageError {
  return new UsageError(`option --${option} must be ${allowed}, not ${JSON.stringify(given)}.`)
}

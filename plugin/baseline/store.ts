import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { LmEvalError } from '../errors.ts'
import { formatBaseline, parseBaseline } from './file.ts'
import type { Baseline } from './types.ts'

/** The baseline in a file; undefined where there is no such file. */
export function readBaseline(file: string): Baseline | undefined {
  if (!existsSync(file)) return undefined
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new LmEvalError(`Baseline ${file} cannot be read: ${(cause as Error).message}.`, {
      code: 'BASELINE',
      cause,
    })
  }
  return parseBaseline(text, file)
}

/**
 * Writes a baseline so that at any moment the file is the old one or the new one; a file that already says the same is left
 * alone.
 */
export function writeBaseline(file: string, baseline: Baseline): void {
  const text = formatBaseline(baseline)
  const draft = `${file}.${process.pid}.tmp`
  try {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(draft, text)
    renameSync(draft, file)
  } catch (cause) {
    if (existsSync(draft)) rmSync(draft)
    throw new LmEvalError(
      `Baseline ${file} cannot be written: ${(cause as Error).message}; make the folder writable, or set \`baselines\` of lmEval() to another one.`,
      { code: 'BASELINE', cause },
    )
  }
}

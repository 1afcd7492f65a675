import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { jsonDumps } from '../../../plugin/python/index.ts'

/** A case's files and rows in a folder of their own, which is removed afterwards. */
export async function inCaseFolder<T>(
  { files = {}, data = {} }: { files?: Record<string, string>; data?: Record<string, unknown[]> },
  action: (folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lm-eval-case-'))
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  try {
    for (const [name, text] of Object.entries(files)) {
      write(name, text)
      // Where the case has a Python module, its translation stands.
      if (name.endsWith('.py')) write(name.replace(/\.py$/u, '.ts'), '')
    }
    for (const [split, rows] of Object.entries(data)) {
      write(`${split}.jsonl`, rows.map(row => `${jsonDumps(row)}\n`).join(''))
    }
    return await action(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

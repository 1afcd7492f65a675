import { mkdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sampleLine } from './sample-line.ts'
import type { SampleRecord } from './sample-record.ts'

/** Characters that are written in one go. */
const portion = 1 << 20

/**
 * Appends a task's sample records to a file, whose folder is made if need be.
 * @throws the file system's error
 */
export async function writeSamples(file: string, records: readonly SampleRecord[]): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  const handle = await open(file, 'a')
  try {
    await writeLines(handle, records)
  } finally {
    await handle.close()
  }
}

async function writeLines(handle: FileHandle, records: readonly SampleRecord[]): Promise<void> {
  let text = ''
  for (const record of records) {
    text += sampleLine(record)
    if (text.length < portion) continue
    await handle.appendFile(text)
    text = ''
  }
  if (text !== '') await handle.appendFile(text)
}

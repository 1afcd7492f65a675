import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file so that nobody ever sees a part of it; its folder is made if need be.
 * @throws the file system's error
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `.${basename(file)}.${randomUUID()}.tmp`)
  try {
    await writeFile(draft, text)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

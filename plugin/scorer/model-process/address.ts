import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Addresses for the local sockets of one broker. */
export interface Addresses {
  /** A Unix socket's path, or a named pipe on Windows. */
  next(): string
  /** Removes the socket files. */
  remove(): void
}

/** A socket's path must fit into 104 bytes (macOS), its end included. */
const longestFolder = 90

/** Makes a folder that only this user can enter; on Windows pipes have names nobody guesses instead. */
export function createAddresses(platform: NodeJS.Platform = process.platform): Addresses {
  let count = 0
  if (platform === 'win32') {
    const name = randomBytes(12).toString('hex')
    return { next: () => `\\\\.\\pipe\\lm-eval-${name}-${count++}`, remove: () => {} }
  }
  const parent = Buffer.byteLength(tmpdir()) > longestFolder - 'lm-eval-xxxxxx'.length ? '/tmp' : tmpdir()
  const folder = mkdtempSync(join(parent, 'lm-eval-'))
  return {
    next: () => join(folder, String(count++)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

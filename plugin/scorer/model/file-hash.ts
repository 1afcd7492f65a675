import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** SHA-256 over the bytes of the files, one after the other, hex. */
export async function hashFiles(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) {
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), async chunks => {
      for await (const chunk of chunks) hash.update(chunk as Buffer)
    })
  }
  return hash.digest('hex')
}

/**
 * The program `node mend-store.js FOLDER MAX_BYTES`: copies every answer of a store that is still what was stored into a new one, and
 * puts that in its place. It is a process of its own because reading a damaged store may end it.
 */
import { ScoreStore } from './score-store.ts'
import { decodeAnswer } from './stored-answer.ts'
import { folderToMend, replaceStore } from './suspect-store.ts'

const [folder, maxBytesText] = process.argv.slice(2) as [string, string]
const maxBytes = Number(maxBytesText)

const damaged = await ScoreStore.open({ folder, maxBytes }, { suspect: true })
const mended = folderToMend(folder)
const copy = await ScoreStore.open({ folder: mended, maxBytes })
for (const { key, value } of damaged.all()) {
  if (decodeAnswer(key, value) !== undefined) copy.put(key, value)
}
await copy.close()
if (damaged.problem !== undefined || copy.problem !== undefined) process.exit(1)
replaceStore(folder, mended)
process.exit(0)

// node store-writer.js FOLDER MAX_BYTES FROM TO: writes answers into a store and tells after each handful how far it is.
import { createHash } from 'node:crypto'
import { ScoreStore } from '../../../dist/scorer/score-cache/score-store.js'

const [folder, maxBytes, from, to] = process.argv.slice(2)
const store = await ScoreStore.open({ folder, maxBytes: Number(maxBytes) })
for (let index = Number(from); index < Number(to); index += 1) {
  store.put(createHash('sha256').update(String(index)).digest(), Buffer.from(`value of ${index}`))
  if (index % 50 !== 49) continue
  store.flush()
  process.send?.(index + 1)
  store.refresh()
}
await store.close()
if (store.problem !== undefined) throw new Error(store.problem)
process.disconnect?.()

// node scripts/bench-cache.js [REQUESTS] [CHARACTERS]: what the score cache costs for each request, over a model that answers at once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ScoreStore } from '../dist/scorer/score-cache/score-store.js'
import { storeBytes } from '../dist/scorer/score-cache/store-file.js'
import { withScoreCache } from '../dist/scorer/score-cache/with-score-cache.js'

const count = Number(process.argv[2] ?? 20_000)
const characters = Number(process.argv[3] ?? 500)
const requests = Array.from({ length: count }, (_, index) => ({
  type: 'loglikelihood',
  context: `${'x'.repeat(characters)}${index >> 1}`,
  continuation: index % 2 === 0 ? ' yes' : ' no',
  ordinal: index,
}))

const model = {
  info: {},
  async score(asked, { onScored }) {
    for (const index of asked.keys()) {
      onScored(index, { logLikelihood: -1 / (index + 1), isGreedy: false, tokens: 3, truncated: 0 })
      if (index % 16 === 15) await new Promise(setImmediate)
    }
  },
  async close() {},
}

const folder = mkdtempSync(join(tmpdir(), 'vitest-lm-eval-bench-'))
try {
  const store = await ScoreStore.open({ folder, maxBytes: 1024 ** 3 })
  const cached = withScoreCache(model, store, 'bench')
  await time('model alone', model)
  await time('misses', cached)
  await time('hits', cached)
  console.log(`${store.entries()} answers, ${(storeBytes(folder) / store.entries()).toFixed(0)} bytes each`)
  await cached.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function time(name, scorer) {
  let hits = 0
  const started = performance.now()
  await scorer.score(requests, {
    onScored: (_, { cached }) => {
      if (cached) hits += 1
    },
  })
  const each = ((performance.now() - started) * 1000) / count
  console.log(`${name}: ${each.toFixed(1)} µs a request, ${hits} from the cache`)
}

// Greedy generation on the embedded model: batches against one text at a time. Run with `npm run bench-generation`; settings of
// both take turns, and the best of several rounds counts, so that other work on the machine matters little.
import { fileURLToPath } from 'node:url'
import { createInProcessScorer } from '../dist/scorer/in-process.js'

const rounds = 5
const sizes = [1, 4, 16, 32]

const subjects = ['The king', 'A child of seven years', 'My lord', 'The doctor who came in the morning']
const verbs = [
  'said to her',
  'had three apples and bought nine more, and then',
  'was',
  'went down to the river and',
]
const requests = subjects.flatMap(subject =>
  verbs.flatMap(verb =>
    ['', ' In those days it was so.', ' Question: how many are there?', ' And it came to pass.'].map(
      first => ({
        type: 'generate_until',
        context: `${first}${first === '' ? '' : ' '}${subject} ${verb}`,
        settings: { until: ['\n\n'], max_gen_toks: 64 },
      }),
    ),
  ),
)

const scorers = sizes.map(batchSize =>
  createInProcessScorer({
    path: fileURLToPath(new URL('../examples/tiny-model', import.meta.url)),
    name: 'tiny-model',
    provider: 'cpu',
    demonstration: true,
    batchSize,
  }),
)

async function generate(scorer) {
  const texts = []
  let tokens = 0
  const started = performance.now()
  await scorer.score(
    requests.map((request, ordinal) => ({ ...request, ordinal })),
    {
      onScored(index, response) {
        texts[index] = response.text
        tokens += response.tokens
      },
    },
  )
  return { seconds: (performance.now() - started) / 1000, tokens, texts: JSON.stringify(texts) }
}

const best = sizes.map(() => Number.POSITIVE_INFINITY)
let reference
for (let round = 0; round < rounds; round += 1) {
  for (const [place, scorer] of scorers.entries()) {
    const { seconds, tokens, texts } = await generate(scorer)
    reference ??= { tokens, texts }
    if (texts !== reference.texts) console.log(`batch ${sizes[place]}: the texts differ from batch 1`)
    best[place] = Math.min(best[place], seconds)
  }
}
for (const [place, size] of sizes.entries()) {
  const rate = Math.round(reference.tokens / best[place])
  const ratio = (best[0] / best[place]).toFixed(1)
  console.log(
    `batch ${String(size).padStart(2)}: ${best[place].toFixed(2)} s, ${rate} tokens/s, ${ratio} times batch 1`,
  )
}
await Promise.all(scorers.map(scorer => scorer.close()))

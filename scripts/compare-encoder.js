// Holds an encoder's figures against those that bert-score or BLEURT gave: node scripts/compare-encoder.js FOLDER RECORDED.jsonl
// Each line is {"metric", "layer", "reference", "candidate", figures…}, as in test/encoder/fixtures. Build first.
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { createInProcessEncoder } from '../dist/encoder/in-process-encoder.js'

const [folder, file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: node scripts/compare-encoder.js FOLDER RECORDED.jsonl')
  process.exit(2)
}
const path = resolve(folder)
const groups = new Map()
for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
  const row = JSON.parse(line)
  const key = JSON.stringify([row.metric, row.layer])
  groups.set(key, [...(groups.get(key) ?? []), row])
}
for (const rows of groups.values()) {
  const [{ metric, layer }] = rows
  const encoder = createInProcessEncoder({
    encoder: metric,
    path,
    name: basename(path),
    provider: 'cpu',
    layer,
  })
  const started = performance.now()
  const scores = await encoder.compare(rows)
  const seconds = (performance.now() - started) / 1000
  await encoder.close()
  const furthest = {}
  for (const [index, { figures }] of scores.entries()) {
    for (const [name, value] of Object.entries(figures)) {
      furthest[name] = Math.max(furthest[name] ?? 0, Math.abs(value - rows[index][name]))
    }
  }
  const shown = Object.entries(furthest).map(([name, value]) => `${name} ${value.toExponential(1)}`)
  const cut = scores.filter(({ truncated }) => truncated).length
  const where = layer === undefined ? '' : `, layer ${layer}`
  console.log(
    `${metric}${where}: ${rows.length} pairs (${cut} cut) in ${seconds.toFixed(1)} s; largest difference: ${shown.join(', ')}`,
  )
}

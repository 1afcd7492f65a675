import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scorerIdentity } from '../../../plugin/scorer/score-cache/scorer-identity.ts'
import type { ModelSpec, ProviderName, ScorerInfo } from '../../../plugin/scorer/types.ts'
import { temporaryFolder } from '../../task/temporary-folder.ts'

const provider = (used: ProviderName): ScorerInfo['provider'] => ({ requested: 'auto', used, skipped: [] })

function model(): { spec: ModelSpec; info: ScorerInfo } {
  const path = temporaryFolder({ 'config.json': '{}' })
  return {
    spec: { path, name: 'model', provider: 'auto', demonstration: false, batchSize: 16 },
    info: {
      model: 'model',
      path,
      precision: 'fp32',
      weightsHash: 'a',
      tokenizerHash: 'b',
      provider: provider('cpu'),
      maxLength: 1024,
      demonstration: false,
    },
  }
}

test('whatever can change an answer makes another identity', async () => {
  const { spec, info } = model()
  const identities = [
    await scorerIdentity(spec, info),
    await scorerIdentity(spec, { ...info, weightsHash: 'c' }),
    await scorerIdentity(spec, { ...info, tokenizerHash: 'c' }),
    await scorerIdentity(spec, { ...info, precision: 'fp16' }),
    await scorerIdentity(spec, { ...info, provider: provider('cuda') }),
    await scorerIdentity(spec, { ...info, maxLength: 512 }),
    // A setting that this code does not know yet.
    await scorerIdentity({ ...spec, sessionOptions: { a: 1 } } as ModelSpec, info),
    await scorerIdentity({ ...spec, sessionOptions: { a: 2 } } as ModelSpec, info),
  ]
  writeFileSync(join(spec.path, 'config.json'), '{"eos_token_id": 3}')
  identities.push(await scorerIdentity(spec, info))
  writeFileSync(join(spec.path, 'generation_config.json'), '{"top_k": 3}')
  identities.push(await scorerIdentity(spec, info))
  expect(new Set(identities).size).toBe(identities.length)
})

test('where a model lies, what it is called and how it is run do not', async () => {
  const { spec, info } = model()
  const other = model()
  const moved: ModelSpec = {
    ...other.spec,
    name: 'another name',
    provider: ['cpu'],
    demonstration: true,
    batchSize: 1,
    threads: 3,
    stamp: 'today',
    cache: { folder: '/somewhere', maxBytes: 1 },
  }
  expect(await scorerIdentity(moved, { ...other.info, model: 'another name', demonstration: true })).toBe(
    await scorerIdentity(spec, info),
  )
})

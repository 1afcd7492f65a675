import { describe, expect, test } from 'vitest'
import { createInProcessScorer } from '../../../plugin/scorer/in-process.ts'
import { planProviders, tryProviders } from '../../../plugin/scorer/session/provider.ts'
import { type Machine, providerCheck } from '../../../plugin/scorer/session/provider-check.ts'
import { tinyModel } from '../tiny-model.ts'

const backends = [
  { name: 'cpu', bundled: true },
  { name: 'webgpu', bundled: true },
  { name: 'cuda', bundled: false },
  { name: 'tensorrt', bundled: false },
]

const machine = (change: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  arch: 'x64',
  env: {},
  exists: () => false,
  graphicsDrivers: () => [],
  libraryFolder: '/lib',
  ...change,
})

const plan = (option: Parameters<typeof planProviders>[0], change: Partial<Machine> = {}) =>
  planProviders(option, providerCheck(backends, machine(change)), change.platform ?? 'linux')

describe('auto', () => {
  test('Linux without a GPU: cpu, and why nothing better', () => {
    const { attempts, skipped } = plan('auto')
    expect(attempts).toEqual(['cpu'])
    expect(Object.fromEntries(skipped.map(({ provider, reason }) => [provider, reason]))).toEqual({
      tensorrt: expect.stringContaining('by name'),
      cuda: expect.stringContaining('libraries are not installed'),
      webgpu: expect.stringContaining('no GPU found'),
    })
  })

  test('a real GPU is tried', () => {
    expect(plan('auto', { graphicsDrivers: () => ['amdgpu'] }).attempts).toEqual(['webgpu', 'cpu'])
    expect(plan('auto', { exists: path => path.startsWith('/lib/') }).attempts).toEqual(['cuda', 'cpu'])
  })

  test('a software adapter is not', () => {
    expect(plan('auto', { graphicsDrivers: () => ['virtio-pci', 'vgem'] }).attempts).toEqual(['cpu'])
    const env = { VK_ICD_FILENAMES: '/usr/share/vulkan/icd.d/vk_swiftshader_icd.json' }
    expect(plan('auto', { graphicsDrivers: () => ['amdgpu'], env }).attempts).toEqual(['cpu'])
  })

  test('one that fails when tried is skipped with its reason', async () => {
    const { session, report } = await tryProviders(
      'auto',
      { attempts: ['webgpu', 'cpu'], skipped: [] },
      async provider => {
        if (provider === 'webgpu')
          throw new Error('/x/y.cc:1 f() was false. No supported adapters\nat native')
        return provider
      },
      () => false,
    )
    expect(session).toBe('cpu')
    expect(report).toEqual({
      requested: 'auto',
      used: 'cpu',
      skipped: [{ provider: 'webgpu', reason: 'No supported adapters' }],
    })
  })
})

describe('named providers', () => {
  test('a software adapter is allowed when asked for', () => {
    expect(plan('webgpu').attempts).toEqual(['webgpu'])
  })

  test('a list is tried in its order', () => {
    expect(plan(['webgpu', 'cpu']).attempts).toEqual(['webgpu', 'cpu'])
  })

  test('one that does not exist here is an error', () => {
    expect(() => plan('dml')).toThrow('onnxruntime-node has no dml for linux-x64')
  })

  test('one that cannot run here is an error, never a run on the CPU', async () => {
    const scorer = createInProcessScorer({ ...tinyModel, provider: 'tensorrt' })
    await expect(scorer.info()).rejects.toMatchObject({
      code: 'PROVIDER',
      message: expect.stringMatching(/^No execution provider of those asked for \(tensorrt\) can run here/),
    })
  })

  test('when all attempts fail the error names every reason', async () => {
    const attempt = tryProviders(
      ['cuda', 'webgpu'],
      { attempts: ['cuda', 'webgpu'], skipped: [] },
      async provider => {
        throw new Error(`no ${provider} device`)
      },
      () => false,
    )
    await expect(attempt).rejects.toMatchObject({
      code: 'PROVIDER',
      message: expect.stringContaining('(cuda: no cuda device; webgpu: no webgpu device)'),
    })
  })
})

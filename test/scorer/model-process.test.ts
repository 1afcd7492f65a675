import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PyFloat } from '../../plugin/python/index.ts'
import { createInProcessScorer } from '../../plugin/scorer/in-process.ts'
import { type Broker, startBroker } from '../../plugin/scorer/model-process/broker.ts'
import {
  createModelProcessScorer,
  type ModelProcessScorer,
} from '../../plugin/scorer/model-process/client.ts'
import type { ModelSpec } from '../../plugin/scorer/types.ts'
import type { Request } from '../../plugin/task/types.ts'
import { answersOf, compare, recordedWsc, request, tinyModel } from './tiny-model.ts'

vi.setConfig({ testTimeout: 60_000 })

let broker: Broker
const scorers: ModelProcessScorer[] = []
const connect = (spec: ModelSpec = tinyModel): ModelProcessScorer => {
  const scorer = createModelProcessScorer(spec, broker.address)
  scorers.push(scorer)
  return scorer
}
beforeEach(async () => {
  broker = await startBroker()
})
afterEach(async () => {
  for (const scorer of scorers.splice(0)) await scorer.close()
  await broker.close()
})

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const until = async (condition: () => boolean): Promise<void> => {
  for (let i = 0; i < 200 && !condition(); i += 1) await sleep(25)
  expect(condition()).toBe(true)
}
const sun = [request('The sun', ' rose')]

test('listening starts no model process, the first request does', async () => {
  expect(broker.modelProcesses()).toBe(0)
  expect(await connect().info()).toMatchObject({ model: 'tiny-model', provider: { used: 'cpu' } })
  expect(broker.modelProcesses()).toBe(1)
})

test("answers with lm-eval's log-likelihoods, in parts as batches are done", async () => {
  const { requests, expected } = recordedWsc()
  const turns = new Set<number>()
  let turn = 0
  const count = setInterval(() => {
    turn += 1
  }, 1)
  const responses = await answersOf(connect(), requests, { onScored: () => turns.add(turn) })
  clearInterval(count)
  const { largest, flags } = compare(responses, expected)
  expect(largest).toBeLessThan(5e-5)
  expect(flags).toBe(0)
  expect(turns.size).toBeGreaterThan(3)
})

test('the model is loaded once for all workers and all reruns', async () => {
  for (let rerun = 0; rerun < 2; rerun += 1) {
    const workers = [connect(), connect(), connect()]
    const answers = await Promise.all(workers.map(worker => answersOf(worker, sun)))
    expect(answers[1]).toEqual(answers[0])
    for (const worker of workers) await worker.close()
  }
  expect((await connect().statistics()).loads).toBe(1)
  expect(broker.modelProcesses()).toBe(1)
})

test('another model gets a process of its own', async () => {
  const [one, other] = [connect(), connect({ ...tinyModel, maxLength: 8 })]
  await Promise.all([one.info(), other.info()])
  expect(broker.modelProcesses()).toBe(2)
  expect((await one.statistics()).pid).not.toBe((await other.statistics()).pid)
})

test('workers take turns batch by batch', async () => {
  const { requests } = recordedWsc()
  const [long, short] = [connect(), connect()]
  await long.info()
  let answered = 0
  const scoring = answersOf(long, requests, {
    onScored: () => {
      answered += 1
    },
  })
  await until(() => answered > 0)
  await answersOf(short, sun)
  expect(answered).toBeLessThan(requests.length / 2)
  await scoring
})

test('an abort ends the call at once and the work after the batch', async () => {
  const { requests } = recordedWsc()
  const scorer = connect()
  await scorer.info()
  const controller = new AbortController()
  let answered = 0
  const scoring = scorer.score(requests, {
    signal: controller.signal,
    onScored() {
      answered += 1
      controller.abort(new Error('enough'))
    },
  })
  await expect(scoring).rejects.toThrow('enough')
  const atAbort = answered
  const start = performance.now()
  await answersOf(scorer, sun)
  expect(performance.now() - start).toBeLessThan(1000)
  expect(answered).toBe(atAbort)
  await expect(scorer.score(sun, { onScored() {}, signal: controller.signal })).rejects.toThrow('enough')
})

const generation = (settings: Record<string, unknown>, context = 'The sun'): Request => ({
  type: 'generate_until',
  context,
  settings,
  ordinal: 0,
})

test('whole texts and generated ones cross the socket as in one process', async () => {
  const requests: Request[] = [
    { type: 'loglikelihood_rolling', text: 'The sun rose.', ordinal: 0 },
    generation({ until: ['\n'], temperature: new PyFloat(0), max_gen_toks: 6n }),
    ...sun,
  ]
  const alone = createInProcessScorer(tinyModel)
  const expected = await answersOf(alone, requests)
  await alone.close()
  expect(expected[1]).toMatchObject({ text: expect.any(String), tokens: 6 })
  expect(await answersOf(connect(), requests)).toEqual(expected)
})

/** The embedded model goes on after this for as long as it may: 1,000 tokens take it seconds. */
const endless = 'A'

test('an abort ends a text between tokens', async () => {
  const scorer = connect()
  await scorer.info()
  const controller = new AbortController()
  const scoring = scorer.score([generation({ max_gen_toks: 1000 }, endless)], {
    signal: controller.signal,
    onScored() {},
  })
  setTimeout(() => controller.abort(new Error('enough')), 100)
  await expect(scoring).rejects.toThrow('enough')
  const start = performance.now()
  await answersOf(scorer, sun)
  expect(performance.now() - start).toBeLessThan(1000)
})

describe('errors cross the socket whole', () => {
  test('no model folder', async () => {
    await expect(connect({ ...tinyModel, path: '/no/such/model' }).info()).rejects.toMatchObject({
      name: 'LmEvalError',
      code: 'MODEL',
      message: expect.stringMatching(/^There is no model folder \/no\/such\/model: set model to a folder/),
    })
  })

  test('a provider that cannot run', async () => {
    await expect(connect({ ...tinyModel, provider: 'tensorrt' }).info()).rejects.toMatchObject({
      code: 'PROVIDER',
    })
  })

  test('a request that cannot be scored; the others are answered', async () => {
    const seen: number[] = []
    const scoring = connect().score([request('The sun', ''), ...sun], { onScored: index => seen.push(index) })
    await expect(scoring).rejects.toMatchObject({
      code: 'DOCUMENT',
      message: expect.stringContaining('Request 0'),
    })
    expect(seen).toEqual([1])
  })

  test('a model that was mended loads at the next call', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-'))
    cpSync(tinyModel.path, folder, { recursive: true })
    const file = join(folder, 'onnx', 'model.onnx')
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length / 2))
    const scorer = connect({ ...tinyModel, path: folder })
    await expect(scorer.info()).rejects.toMatchObject({ code: 'MODEL' })
    writeFileSync(file, bytes)
    expect(await scorer.info()).toMatchObject({ precision: 'fp16' })
    rmSync(folder, { recursive: true })
  })
})

describe('when the model process dies', () => {
  test('waiting calls say how it died, and the next call starts a new one', async () => {
    const scorer = connect()
    const { pid } = await scorer.statistics()
    let answered = 0
    const scoring = scorer.score(recordedWsc().requests, {
      onScored() {
        if (answered++ === 0) process.kill(pid, 'SIGKILL')
      },
    })
    const second = scorer.score(recordedWsc().requests, { onScored() {} })
    const died = {
      code: 'MODEL_PROCESS',
      message:
        'The model process was killed by SIGKILL (perhaps for lack of memory): the next request starts a new one.',
    }
    const ends = await Promise.allSettled([scoring, second])
    expect(ends).toMatchObject([{ reason: died }, { reason: died }])
    const [again] = await answersOf(scorer, sun)
    expect(again?.logLikelihood).toBeLessThan(0)
    expect((await scorer.statistics()).pid).not.toBe(pid)
    expect(broker.modelProcesses()).toBe(1)
  })

  test('also between calls', async () => {
    const scorer = connect()
    const { pid } = await scorer.statistics()
    process.kill(pid, 'SIGTERM')
    await until(() => broker.modelProcesses() === 0)
    await sleep(50)
    expect(await answersOf(scorer, sun)).toHaveLength(1)
  })

  test('Ctrl-C in the terminal is left to the parent', async () => {
    const scorer = connect()
    const { pid } = await scorer.statistics()
    process.kill(pid, 'SIGINT')
    await sleep(100)
    expect((await scorer.statistics()).pid).toBe(pid)
  })
})

test('close leaves no process and no socket, and later calls say so', async () => {
  const scorer = connect()
  const { pid } = await scorer.statistics()
  const scoring = scorer.score(recordedWsc().requests, { onScored() {} })
  const failed = expect(scoring).rejects.toMatchObject({ code: 'MODEL_PROCESS' })
  await scorer.statistics()
  await broker.close()
  await failed
  expect(isAlive(pid)).toBe(false)
  expect(broker.modelProcesses()).toBe(0)
  expect(existsSync(dirname(broker.address))).toBe(false)
  await expect(scorer.info()).rejects.toMatchObject({ code: 'MODEL_PROCESS' })
})

/** A main process of its own, with a broker and one request answered; prints what it has. */
function startMain(whatThen: string) {
  const dist = (name: string) =>
    fileURLToPath(new URL(`../../dist/scorer/model-process/${name}`, import.meta.url))
  const program = `
    import { startBroker } from ${JSON.stringify(dist('broker.js'))}
    import { createModelProcessScorer } from ${JSON.stringify(dist('client.js'))}
    const broker = await startBroker()
    const scorer = createModelProcessScorer(${JSON.stringify(tinyModel)}, broker.address)
    await scorer.info()
    console.log(JSON.stringify({ pid: (await scorer.statistics()).pid, address: broker.address }))
    ${whatThen}`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function output(main: ReturnType<typeof startMain>): Promise<{ pid: number; address: string }> {
  const [text] = (await once(main.stdout, 'data')) as [Buffer]
  return JSON.parse(String(text)) as { pid: number; address: string }
}

describe.skipIf(process.platform === 'win32')('a main process', () => {
  test('is not kept alive by broker, model process or idle connection', async () => {
    const main = startMain('')
    const { pid, address } = await output(main)
    const [code] = await once(main, 'exit')
    expect(code).toBe(0)
    await until(() => !isAlive(pid) && !existsSync(dirname(address)))
  })

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'ended by %s leaves no model process and no socket',
    async signal => {
      const main = startMain('setInterval(() => {}, 1000)')
      const { pid, address } = await output(main)
      main.kill(signal)
      await once(main, 'exit')
      await until(() => !isAlive(pid) && !existsSync(dirname(address)))
    },
  )
})

test('answers are checked before they are used again after a crash of the process, and not after its mere end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-lm-eval-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const scorer = connect({ ...tinyModel, cache: { folder, maxBytes: 2 ** 24 } })
  const [first] = await answersOf(scorer, sun)
  expect(first?.cached).toBeUndefined()
  const suspect = join(folder, 'scores-1/suspect')
  for (const [signal, crashed] of [
    ['SIGTERM', false],
    ['SIGKILL', false],
    ['SIGSEGV', true],
  ] as const) {
    const { pid } = await scorer.statistics()
    process.kill(pid, signal)
    await until(() => broker.modelProcesses() === 0)
    expect(existsSync(suspect), signal).toBe(crashed)
    expect(await answersOf(scorer, sun)).toEqual([{ ...first, cached: true }])
    expect(existsSync(suspect), signal).toBe(false)
  }
})

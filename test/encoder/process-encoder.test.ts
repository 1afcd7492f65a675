import { afterEach, beforeEach, expect, test } from 'vitest'
import { createInProcessEncoder } from '../../plugin/encoder/in-process-encoder.ts'
import { createProcessEncoder } from '../../plugin/encoder/process-encoder.ts'
import { type Broker, startBroker } from '../../plugin/scorer/model-process/broker.ts'
import { createModelProcessScorer } from '../../plugin/scorer/model-process/client.ts'
import { connectProcess } from '../../plugin/scorer/model-process/process-calls.ts'
import { tinyModel } from '../scorer/tiny-model.ts'
import { encoderSpec } from './encoders.ts'

let broker: Broker
beforeEach(async () => {
  broker = await startBroker()
})
afterEach(() => broker.close())

const spec = encoderSpec({ metric: 'bert_score', encoder: 'bert', layer: 1, baseline: true })
const pairs = [
  { reference: 'no fever', candidate: 'fever\u2028' },
  { reference: '', candidate: 'fever' },
]

test('an encoder has a process of its own beside the model, shared by all who ask for it', async () => {
  const [first, second] = [
    createProcessEncoder(spec, broker.address),
    createProcessEncoder(spec, broker.address),
  ]
  const model = createModelProcessScorer(tinyModel, broker.address)
  const [scores] = await Promise.all([first.compare(pairs), second.compare(pairs), model.info()])
  expect(broker.modelProcesses()).toBe(2)
  const here = createInProcessEncoder(spec)
  expect(scores).toEqual(await here.compare(pairs))
  expect(await first.info()).toEqual(await here.info())
  await Promise.all([first.close(), second.close(), here.close(), model.close()])
})

test('a call that is cancelled or fails ends with the reason', async () => {
  const encoder = createProcessEncoder(spec, broker.address)
  const controller = new AbortController()
  const waiting = encoder.compare(pairs, controller.signal)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect(await encoder.compare(pairs)).toHaveLength(2)
  await encoder.close()
  const broken = createProcessEncoder({ ...spec, layer: 7 }, broker.address)
  await expect(broken.compare(pairs)).rejects.toMatchObject({ code: 'OPTION' })
  await broken.close()
})

test('a process that dies is named as the encoder, and the next call starts a new one', async () => {
  const encoder = createProcessEncoder(spec, broker.address)
  await encoder.info()
  const diagnosis = connectProcess(spec, broker.address)
  const { pid } = await diagnosis.call(
    id => ({ kind: 'statistics', id }),
    reply => ('statistics' in reply ? reply.statistics : undefined),
  )
  const long = { reference: 'fever '.repeat(2000), candidate: 'no fever' }
  const waiting = encoder.compare(Array(500).fill(long))
  process.kill(pid, 'SIGKILL')
  await expect(waiting).rejects.toMatchObject({
    code: 'MODEL_PROCESS',
    message: expect.stringMatching(/^Encoder of bert_score: The model process was killed by SIGKILL/u),
  })
  expect(await encoder.compare(pairs)).toHaveLength(2)
  await Promise.all([encoder.close(), diagnosis.close()])
})

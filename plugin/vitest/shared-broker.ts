import type { Vitest } from 'vitest/node'
import { type Broker, startBroker } from '../scorer/model-process/broker.ts'

const brokers = new WeakMap<Vitest, Broker>()

/** The broker of a Vitest instance, listening; no model process runs before the first request. */
export async function brokerOf(vitest: Vitest): Promise<string> {
  let broker = brokers.get(vitest)
  if (broker === undefined) {
    broker = await startBroker()
    brokers.set(vitest, broker)
    const started = broker
    vitest.onClose(() => started.close())
  }
  return broker.address
}

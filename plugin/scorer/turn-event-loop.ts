import { setImmediate, setTimeout } from 'node:timers/promises'

/** `session.run` blocks the event loop; a message from another process needs several of its turns to be seen. */
export async function turnEventLoop(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await setImmediate()
    await setTimeout(0)
  }
}

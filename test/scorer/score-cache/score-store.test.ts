import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ScoreStore } from '../../../plugin/scorer/score-cache/score-store.ts'
import { removeStores } from '../../../plugin/scorer/score-cache/store-file.ts'
import { decodeAnswer, encodeAnswer } from '../../../plugin/scorer/score-cache/stored-answer.ts'
import { suspectStore } from '../../../plugin/scorer/score-cache/suspect-store.ts'
import type { Response } from '../../../plugin/scorer/types.ts'
import { temporaryFolder } from '../../task/temporary-folder.ts'

const megabyte = 1024 ** 2

const keyOf = (name: string): Buffer => createHash('sha256').update(name).digest()
const answerFor = (name: string): Buffer => Buffer.from(`value of ${name}`)

async function openStore(folder: string, maxBytes = 64 * megabyte): Promise<ScoreStore> {
  const store = await ScoreStore.open({ folder, maxBytes })
  onTestFinished(() => store.close())
  return store
}

async function fill(
  store: ScoreStore,
  from: number,
  to: number,
  used: readonly string[] = [],
): Promise<void> {
  for (let index = from; index < to; index += 1) {
    store.put(keyOf(`${index}`), answerFor(`${index}`))
    if (index % 100 !== 0) continue
    store.flush()
    store.refresh()
    for (const name of used) store.get(keyOf(name))
    store.release()
  }
  store.flush()
}

const has = (store: ScoreStore, name: string): boolean =>
  store.get(keyOf(name))?.equals(answerFor(name)) ?? false
const names = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => String(from + index))
const storeFile = (folder: string): string => join(folder, 'scores-1/data.mdb')

/** A full store, closed. */
async function filledFolder(): Promise<string> {
  const folder = temporaryFolder({})
  const store = await ScoreStore.open({ folder, maxBytes: 64 * megabyte })
  await fill(store, 0, 5000)
  await store.close()
  return folder
}

test('keeps to its size: what was not used for longest goes, what is used stays', async () => {
  const folder = temporaryFolder({})
  const store = await openStore(folder, 4 * megabyte)
  const used = names(0, 10)
  await fill(store, 0, 100_000, used)
  expect(statSync(storeFile(folder)).size).toBeLessThanOrEqual(4 * megabyte)
  expect(used.filter(name => has(store, name))).toEqual(used)
  expect(names(10, 1000).filter(name => has(store, name))).toEqual([])
  const last = names(99_000, 100_000)
  expect(last.filter(name => has(store, name))).toEqual(last)
  expect(store.entries()).toBeGreaterThan(10_000)
})

test('a store that is larger than it may be by now starts anew', async () => {
  const folder = temporaryFolder({})
  const large = await ScoreStore.open({ folder, maxBytes: 16 * megabyte })
  await fill(large, 0, 30_000)
  await large.close()
  expect(statSync(storeFile(folder)).size).toBeGreaterThan(2 * megabyte)
  const small = await openStore(folder, 2 * megabyte)
  expect(small.problem).toBeUndefined()
  expect(small.entries()).toBe(0)
  await fill(small, 0, 1000)
  expect(has(small, '5')).toBe(true)
})

const writer = fileURLToPath(new URL('./store-writer.js', import.meta.url))

function startWriter(folder: string, from: number, to: number, maxBytes = 64 * megabyte): ChildProcess {
  const child = fork(writer, [folder, String(maxBytes), String(from), String(to)], {
    execArgv: [],
    stdio: 'pipe',
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

const ended = async (child: ChildProcess): Promise<number | null> =>
  (await once(child, 'exit'))[0] as number | null

test('several processes write and read one store', async () => {
  const folder = temporaryFolder({})
  const children = [0, 1, 2].map(part => startWriter(folder, part * 4000, part * 4000 + 5000))
  expect(await Promise.all(children.map(ended))).toEqual([0, 0, 0])
  const store = await openStore(folder)
  expect(names(0, 13_000).filter(name => !has(store, name))).toEqual([])
  expect(store.entries()).toBe(13_000)
})

test('several processes together keep to the size, and damage nothing', async () => {
  const folder = temporaryFolder({})
  const children = [0, 1, 2].map(part =>
    startWriter(folder, part * 30_000, (part + 1) * 30_000, 8 * megabyte),
  )
  expect(await Promise.all(children.map(ended))).toEqual([0, 0, 0])
  expect(statSync(storeFile(folder)).size).toBeLessThanOrEqual(8 * megabyte)
  const store = await openStore(folder, 8 * megabyte)
  const found = names(0, 90_000).filter(name => store.get(keyOf(name)) !== undefined)
  expect(found.filter(name => !has(store, name))).toEqual([])
  expect(found).toHaveLength(store.entries())
  expect(found.length).toBeLessThan(90_000)
  expect(store.problem).toBeUndefined()
})

test('a process that is killed while it writes loses nothing that was settled, and leaves a store that works', async () => {
  const folder = temporaryFolder({})
  for (let round = 0; round < 5; round += 1) {
    const child = startWriter(folder, round * 100_000, (round + 1) * 100_000)
    let settled = 0
    child.on('message', count => {
      settled = count as number
    })
    while (settled < round * 100_000 + 300 * (round + 1)) await once(child, 'message')
    child.kill('SIGKILL')
    await ended(child)
    const store = await openStore(folder)
    const lost = names(round * 100_000, settled).filter(name => !has(store, name))
    expect(lost).toEqual([])
    expect(store.problem).toBeUndefined()
  }
})

test.each<[string, (file: string) => void]>([
  ['text', file => writeFileSync(file, 'hello\n')],
  ['nothing but zeros', file => writeFileSync(file, Buffer.alloc(40_000))],
  ['a head that is noise', file => overwrite(file, 0, 2)],
  ['zeros behind its head', file => writeFileSync(file, readFileSync(file).fill(0, 8192))],
  ['half of its length', file => truncateSync(file, statSync(file).size >> 1)],
  ['its first page alone', file => truncateSync(file, 4096)],
  ['its first two pages alone', file => truncateSync(file, 8192)],
])('a file that has %s is given up with a reason, and the next run starts a new one', async (_, damage) => {
  const folder = await filledFolder()
  damage(storeFile(folder))
  const store = await ScoreStore.open({ folder, maxBytes: 64 * megabyte })
  const wrong = names(0, 5000).filter(
    name => ![undefined, `${answerFor(name)}`].includes(store.get(keyOf(name))?.toString()),
  )
  await fill(store, 5000, 5100)
  expect(wrong).toEqual([])
  expect(store.problem).toMatch(
    /scores-1\/data\.mdb was damaged \(.+\) and has been removed: the next run starts a new one\.$/u,
  )
  await store.close()
  expect(readdirSync(folder)).toEqual([])
  const next = await openStore(folder)
  await fill(next, 0, 10)
  expect(has(next, '3')).toBe(true)
  expect(next.problem).toBeUndefined()
})

function overwrite(file: string, page: number, pages: number): void {
  const bytes = readFileSync(file)
  const until = Math.min(bytes.length, 4096 * (page + pages))
  for (let at = 4096 * page; at < until; at += 32)
    createHash('sha256').update(`noise ${at}`).digest().copy(bytes, at)
  writeFileSync(file, bytes)
}

test('an empty file is a store without answers', async () => {
  const store = await openStore(temporaryFolder({ 'scores-1/data.mdb': '' }))
  await fill(store, 0, 10)
  expect(store.problem).toBeUndefined()
  expect(store.entries()).toBe(10)
})

test('a folder that cannot be made, or a folder in place of the file, is a reason to go on without', async () => {
  const folder = temporaryFolder({ 'file.txt': '', 'taken/scores-1/data.mdb/inner': '' })
  for (const name of ['file.txt/x', 'taken']) {
    const store = await openStore(join(folder, name))
    await fill(store, 0, 10)
    expect(has(store, '3')).toBe(false)
    expect(store.problem).toMatch(
      /scores-1\/data\.mdb cannot be used \(.+\): set cache to a folder on a local disk/u,
    )
  }
  expect(readdirSync(join(folder, 'taken/scores-1/data.mdb'))).toEqual(['inner'])
})

test('what is not of the cache is not removed with it', () => {
  const folder = temporaryFolder({
    'scores-1/data.mdb': 'abc',
    'scores-1/lock.mdb': 'de',
    'scores-0/data.mdb': 'f',
    'removed-17/data.mdb': 'g',
    'notes.txt': 'mine',
    'scores-2': 'mine',
    'scores/notes.txt': 'mine',
  })
  expect(removeStores(folder)).toBe(7)
  expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'scores', 'scores-2'])
  expect(removeStores(join(folder, 'none'))).toBe(0)
})

test('a process may have a store open that another removes', async () => {
  const folder = temporaryFolder({})
  const old = await openStore(folder)
  await fill(old, 0, 100)
  removeStores(folder)
  const fresh = await openStore(folder)
  await fill(fresh, 100, 200)
  await fill(old, 200, 300)
  expect([has(old, '5'), has(old, '105'), has(fresh, '5'), has(fresh, '105'), has(fresh, '205')]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
})

describe('a store that a process crashed with', () => {
  const answer = (index: number): Response => ({
    logLikelihood: -index / 7,
    isGreedy: true,
    tokens: 1,
    truncated: 0,
  })

  async function crashedFolder(): Promise<string> {
    const folder = temporaryFolder({})
    const store = await ScoreStore.open({ folder, maxBytes: 64 * megabyte })
    for (let index = 0; index < 3000; index += 1) {
      const key = keyOf(`${index}`)
      store.put(key, index % 10 === 0 ? Buffer.from('no answer') : encodeAnswer(key, answer(index)))
    }
    await store.close()
    suspectStore(folder)
    return folder
  }

  test('is mended: every answer that is sound is kept', async () => {
    const folder = await crashedFolder()
    const store = await openStore(folder)
    expect(store.problem).toBeUndefined()
    expect(store.entries()).toBe(2700)
    const key = keyOf('1234')
    expect(decodeAnswer(key, store.get(key) as Buffer)).toEqual(answer(1234))
    expect(store.get(keyOf('10'))).toBeUndefined()
    expect(readdirSync(folder)).toEqual(['scores-1'])
    expect(readdirSync(join(folder, 'scores-1')).sort()).toEqual(['data.mdb', 'lock.mdb'])
  })

  test('is given up if it cannot be read, whatever that does to the one who reads it', async () => {
    const folder = await crashedFolder()
    overwrite(storeFile(folder), 2, 1000)
    const store = await openStore(folder)
    expect(store.problem).toMatch(/data\.mdb was damaged \(a process crashed with it\) and has been removed/u)
    await store.close()
    const next = await openStore(folder)
    expect(next.problem).toBeUndefined()
    expect(next.entries()).toBe(0)
    expect(readdirSync(folder)).toEqual(['scores-1'])
  })
})

import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { cachePlace } from '../../../plugin/scorer/score-cache/cache-place.ts'
import { temporaryFolder } from '../../task/temporary-folder.ts'

const maxBytes = 1024 ** 3

test('the cache lies in node_modules where there is one', () => {
  const root = temporaryFolder({})
  mkdirSync(join(root, 'node_modules'))
  expect(cachePlace(true, root, {})).toEqual({
    folder: join(root, 'node_modules/.cache/vitest-lm-eval'),
    maxBytes,
  })
  expect(cachePlace({ maxBytes: 5 }, root, {})).toMatchObject({ maxBytes: 5 })
  expect(cachePlace({ folder: 'kept/here' }, root, {})).toEqual({ folder: join(root, 'kept/here'), maxBytes })
  expect(cachePlace(false, root, {})).toBeUndefined()
})

test("without node_modules it lies in the system's folder for caches", () => {
  const root = temporaryFolder({})
  const place = { linux: '.cache', darwin: 'Library/Caches', win32: 'AppData/Local' }[
    process.platform as string
  ]
  if (place !== undefined) {
    expect(cachePlace(true, root, {})?.folder).toBe(join(homedir(), place, 'vitest-lm-eval'))
  }
  if (process.platform === 'linux') {
    expect(cachePlace(true, root, { XDG_CACHE_HOME: '/var/x' })?.folder).toBe('/var/x/vitest-lm-eval')
  }
})

test('VITEST_LM_EVAL_CACHE wins over the option', () => {
  const root = temporaryFolder({})
  const of = (option: Parameters<typeof cachePlace>[0], value: string) =>
    cachePlace(option, root, { VITEST_LM_EVAL_CACHE: value })
  expect(of({ folder: 'x' }, 'off')).toBeUndefined()
  expect(of(false, 'mine')).toEqual({ folder: resolve(root, 'mine'), maxBytes })
  expect(of({ folder: 'x', maxBytes: 7 }, 'mine')).toEqual({ folder: resolve(root, 'mine'), maxBytes: 7 })
  expect(of({ folder: 'x' }, '')).toMatchObject({ folder: resolve(root, 'x') })
  expect(of(false, '')).toBeUndefined()
})

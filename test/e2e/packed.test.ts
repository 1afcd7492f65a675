import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repository } from './workspace.ts'

// A second user: an empty folder, the packed package, the README's config. Needs the npm registry (or npm's cache of it).
const reachable =
  spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], { timeout: 20_000 }).status === 0

const readme = readFileSync(join(repository, 'README.md'), 'utf8')
const readmeConfig = /```ts\n\/\/ vitest\.config\.ts\n([\s\S]*?)```/u.exec(readme)?.[1] ?? ''
const readmeTable = /<!-- output: npx vitest run -->\n```\n([\s\S]*?)```/u.exec(readme)?.[1]?.trimEnd() ?? ''

describe.skipIf(!reachable)(
  'the packed package in an empty folder (skipped where the npm registry cannot be reached)',
  () => {
    let folder: string
    let tarball: string

    beforeAll(() => {
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'vitest-lm-eval-packed-')))
      const name = execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
        cwd: repository,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      tarball = join(folder, name.trim().split('\n').at(-1) as string)
    })

    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test.each([
      ['npm as installed', ['npm']],
      ['npm 10', ['npx', '-y', 'npm@10']],
    ])(
      'installs with %s and prints the table of the README',
      { timeout: 300_000 },
      (name, [command, ...prefix]) => {
        const user = join(folder, name.replaceAll(' ', '-'))
        mkdirSync(user)
        writeFileSync(join(user, 'package.json'), '{ "private": true, "type": "module" }\n')
        writeFileSync(join(user, 'vitest.config.ts'), readmeConfig)
        const install = (packages: string[], env: NodeJS.ProcessEnv): number | null =>
          spawnSync(
            command as string,
            [...prefix, 'install', '-D', '--prefer-offline', '--no-audit', '--no-fund', ...packages],
            {
              cwd: user,
              env: { ...cleanEnvironment(), ...env },
              stdio: 'ignore',
            },
          ).status

        // The runtime is an optional peer: without it the package installs anywhere, and does not pull it in.
        expect(install(['vitest@~4.1.12', tarball], {})).toBe(0)
        expect(existsSync(join(user, 'node_modules/onnxruntime-node'))).toBe(false)
        expect(install(['onnxruntime-node@^1.30.0'], { ONNXRUNTIME_NODE_INSTALL: 'skip' })).toBe(0)

        const run = spawnSync('npx', ['vitest', 'run'], {
          cwd: user,
          env: { ...cleanEnvironment(), NO_COLOR: '1' },
          encoding: 'utf8',
        })
        const output = stripVTControlCharacters(run.stdout + run.stderr)
        expect(readmeTable).not.toBe('')
        expect(output).toContain(readmeTable)
        expect(output).toContain('274 passed')
        expect(run.status).toBe(0)
      },
    )
  },
)

/** Without npm's and Vitest's own variables, which would make this clone's settings the user's. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:CI$|VITEST|NODE_ENV$|npm_(?!config_registry)|GITHUB_)/iu.test(name),
  )
  return Object.fromEntries(kept)
}

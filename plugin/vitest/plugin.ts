import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import type { TestProject, Vitest } from 'vitest/node'
import { encoderSpecs } from '../evaluation/encoder-specs.ts'
import { modelSpec } from '../evaluation/model-spec.ts'
import { escapeText } from '../report/escape.ts'
import { claimBaselines, wasInjected } from './lm-eval-calls.ts'
import { type LmEvalOptions, type ResolvedOptions, resolveOptions } from './options.ts'
import { packageVersion } from './package-version.ts'
import { checkPool } from './pool.ts'
import { type Provided, providedKey } from './provided.ts'
import { addReporter } from './reporter/add-reporter.ts'
import { checkSamples } from './samples.ts'
import { brokerOf } from './shared-broker.ts'
import { findTaskModules } from './task-files.ts'
import { taskModules } from './task-modules.ts'
import { watchTaskFiles } from './watch.ts'

/** Path of a module of this folder, as source or as built. */
function moduleFile(name: string): string {
  return fileURLToPath(
    new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
  )
}

/**
 * Makes lm-evaluation-harness tasks part of a Vitest run: every task is a suite, every document a test case, every metric
 * a gate; a table of the results follows Vitest's summary. The tasks live in a Vitest project of their own, beside the
 * repository's tests. In those, `evaluate()` and the matchers work as well.
 *
 * @throws LmEvalError OPTION for an unknown or wrong option, TASK_NOT_FOUND for a task that nobody knows, POOL for a pool
 * that cannot run the model
 * @example
 * export default defineConfig({ plugins: [lmEval({ model: './my-model', tasks: ['wsc273'] })] })
 */
export function lmEval(options: LmEvalOptions = {}): Plugin {
  const resolved = resolveOptions(options)
  return {
    name: `vitest-lm-eval:${resolved.name}`,
    // For the command line, which takes its options from here.
    api: { options: resolved },
    config: userConfig => ({
      test: {
        setupFiles: [moduleFile('setup')],
        ...(inlinesEverything(userConfig) ? {} : { server: { deps: { inline: [moduleFile('setup')] } } }),
      },
    }),
    async configureVitest({ vitest, project, injectTestProjects }) {
      const root = vitest.config.root
      const provided = await provide(resolved, root, vitest)
      if (project.config.provide[providedKey] === undefined) project.provide(providedKey, provided)
      if (wasInjected(vitest, resolved)) return
      addReporter(vitest)
      await injectTasks({ vitest, root, resolved, provided, injectTestProjects })
    },
  }
}

interface InjectTasks {
  vitest: Vitest
  root: string
  resolved: ResolvedOptions
  provided: Provided
  injectTestProjects: (config: object | object[]) => Promise<TestProject[]>
}

async function injectTasks({
  vitest,
  root,
  resolved,
  provided,
  injectTestProjects,
}: InjectTasks): Promise<void> {
  const tasks = findTaskModules(resolved, root, message => vitest.logger.warn(` ! ${escapeText(message)}`))
  const files = Object.keys(tasks.files)
  if (files.length === 0) return
  const specs = Object.values(tasks.files).flat()
  const names = specs.map(spec => spec.name)
  checkSamples(resolved.samples, names, message => vitest.logger.warn(` ! ${escapeText(message)}`))
  if (provided.baselines !== undefined) claimBaselines(vitest, specs, provided.baselines, resolved.name)
  const projects = await injectTestProjects([
    {
      root,
      plugins: [taskModules(tasks)],
      test: {
        name: resolved.name,
        root,
        include: files.map(escapeGlob),
        exclude: [],
        snapshotEnvironment: moduleFile('snapshot-environment'),
        server: { deps: { inline: [/vitest-lm-eval.*[\\/]tasks[\\/]/] } },
        ...(resolved.modelProcess ? {} : { pool: 'forks', isolate: false, maxWorkers: 1 }),
      },
    },
  ])
  for (const taskProject of projects) {
    checkPool(taskProject, resolved)
    taskProject.provide(providedKey, { ...provided, tasks })
    watchTaskFiles(vitest, files)
  }
}

async function provide(options: ResolvedOptions, root: string, vitest: Vitest): Promise<Provided> {
  const model = modelSpec(options, root)
  return {
    options,
    root,
    tasks: { files: {}, groups: [] },
    baselines: options.baselines === false ? undefined : resolve(root, options.baselines),
    model,
    encoders: encoderSpecs(options, root),
    broker: options.modelProcess ? await brokerOf(vitest) : undefined,
    packageVersion: packageVersion(),
  }
}

function inlinesEverything(config: { test?: { server?: { deps?: { inline?: unknown } } } }): boolean {
  return config.test?.server?.deps?.inline === true
}

function escapeGlob(file: string): string {
  return file.replaceAll('\\', '/').replace(/[*?[\]{}()!|+@]/gu, '\\$&')
}

import { rename, rm } from 'node:fs/promises'
import type { TestModule, Vitest } from 'vitest/node'
import type { EvaluationResult } from '../../evaluation/types.ts'
import { dictFromEntries, parseJson } from '../../python/index.ts'
import { toResults } from '../../report/results.ts'
import { touchedGroups } from '../../report/touched-groups.ts'
import {
  fileDate,
  outputFiles,
  resultsObject,
  resultsText,
  runConfig,
  writeWhole,
} from '../../results/index.ts'
import { packageVersion } from '../package-version.ts'
import type { SuiteOutput } from '../suite/task-meta.ts'
import { collectGroups } from './collect-results.ts'
import { ownFacts } from './own-facts.ts'
import { environmentText, gitDescription } from './run-environment.ts'

/** A task that was evaluated, and what is to be written of it. */
export interface WrittenTask {
  result: EvaluationResult
  output: SuiteOutput
}

export interface WriteOutputOptions {
  vitest: Vitest
  modules: readonly TestModule[]
  /** When the run began. */
  started: Date
  /** `shard`: only samples get their names; the merged run writes the results. `none`: drafts are thrown away. */
  extent: 'all' | 'samples' | 'none'
}

/**
 * Writes the files that the option `output` asks for: for each folder and model one results file, with the samples of its
 * tasks beside it.
 * @returns the results files, or, of a shard, the samples files
 * @throws the file system's error, METRIC where a group has no standard error
 */
export async function writeOutput({
  vitest,
  modules,
  started,
  extent,
}: WriteOutputOptions): Promise<string[]> {
  const now = new Date()
  const written: string[] = []
  for (const tasks of byFolderAndModel(modules)) {
    const [{ result, output }] = tasks
    const files = outputFiles(output.folder, result.scorer.model, fileDate(now))
    for (const { result, output } of tasks) {
      if (extent === 'none') await rm(output.samples, { force: true })
      else if ((await named(output.samples, files.samples(result.task))) && extent === 'samples')
        written.push(files.samples(result.task))
    }
    if (extent !== 'all') continue
    const seconds = (now.getTime() - started.getTime()) / 1000
    await writeWhole(files.results, textOf(tasks, { vitest, modules, started, seconds }))
    written.push(files.results)
  }
  return written
}

type Tasks = [WrittenTask, ...WrittenTask[]]

function byFolderAndModel(modules: readonly TestModule[]): Tasks[] {
  const groups = new Map<string, Tasks>()
  for (const module of modules) {
    for (const suite of module.children.allSuites()) {
      const { result, output } = suite.meta().lmEvalSuite ?? {}
      if (result === undefined || output === undefined) continue
      const key = JSON.stringify([output.folder, result.scorer])
      const tasks = groups.get(key)
      if (tasks === undefined) groups.set(key, [{ result, output }])
      else tasks.push({ result, output })
    }
  }
  return [...groups.values()]
}

/** Whether there was a draft: one from a shard's machine is not here. */
async function named(draft: string, file: string): Promise<boolean> {
  try {
    await rename(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function textOf(
  tasks: Tasks,
  { vitest, modules, started, seconds }: Omit<WriteOutputOptions, 'extent'> & { seconds: number },
): string {
  const [
    {
      result,
      output: { run },
    },
  ] = tasks
  const { scorer } = result
  const results = tasks.map(task => task.result)
  const model = scorer.path === undefined ? 'dummy' : 'onnx'
  const object = resultsObject(
    toResults(results, touchedGroups(collectGroups(modules), results)),
    Object.fromEntries(tasks.map(({ result: { task }, output: { config } }) => [task, parseJson(config)])),
    {
      config: runConfig(
        model,
        { pretrained: scorer.model },
        {
          batch_size: run.batchSize ?? 'auto',
          device: scorer.provider?.used,
          limit: run.limit,
          bootstrap_iters: run.bootstrapIters,
          gen_kwargs: run.genKwargs,
          random_seed: 0,
          numpy_seed: 1234,
          torch_seed: run.samplingSeed,
          fewshot_seed: run.fewshotSeed,
        },
        { model_dtype: scorer.precision, model_sha: scorer.weightsHash ?? '' },
      ),
      gitHash: gitDescription(vitest.config.root),
      date: started.getTime() / 1000,
      environment: environmentText(vitest.version),
      version: `0.4.13+vitest.lm.eval.${packageVersion()}`,
      tokenizer:
        scorer.maxLength === undefined ? undefined : dictFromEntries([['max_length', scorer.maxLength]]),
    },
  )
  const entries = dictFromEntries([...Object.entries(object), ['vitest_lm_eval', ownFacts(results)]])
  return resultsText(entries, new Map(tasks.map(({ result: { task }, output: { hash } }) => [task, hash])), {
    modelSource: model,
    modelName: scorer.model,
    systemInstruction: run.systemInstruction,
    fewshotAsMultiturn: run.fewshotAsMultiturn,
    chatTemplate: run.chatTemplate,
    seconds,
  })
}

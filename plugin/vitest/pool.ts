import type { TestProject } from 'vitest/node'
import { LmEvalError } from '../errors.ts'
import type { ResolvedOptions } from './options.ts'

/**
 * Without the model process ONNX Runtime runs in the worker, which only the forks pool can do: typed arrays of a VM context
 * are foreign to it, and a cancelled run in a worker thread aborts the whole process.
 * @throws LmEvalError POOL
 */
export function checkPool({ config }: TestProject, { modelProcess, name }: ResolvedOptions): void {
  if (modelProcess || config.pool === 'forks') return
  throw new LmEvalError(
    `Project ${name} runs in pool '${config.pool}' with modelProcess: false, which ONNX Runtime does not survive; use pool 'forks', or leave modelProcess on.`,
    { code: 'POOL' },
  )
}

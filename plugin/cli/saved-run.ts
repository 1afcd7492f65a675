import { isDict, isInt, isNumber } from '../python/index.ts'
import type { LmEvalOptions } from '../vitest/options.ts'

/**
 * What a results file says about how a task's prompts were made, as options: shots, limit, seed, generation settings, system
 * instruction. What it does not say is left out.
 */
export function optionsOfRun(run: Readonly<Record<string, unknown>>, task: string): LmEvalOptions {
  const { 'n-shot': shots, config, system_instruction: instruction } = run
  const settings = isDict(config) ? (config as Record<string, unknown>) : {}
  const { limit, fewshot_seed: seed, gen_kwargs: genKwargs } = settings
  const shot = isDict(shots) ? (shots as Record<string, unknown>)[task] : undefined
  return {
    ...(isInt(shot) ? { numFewshot: Number(shot) } : {}),
    ...(isNumber(limit) && Number(limit) > 0 ? { limit: Number(limit) } : {}),
    ...(isInt(seed) ? { fewshotSeed: Number(seed) } : {}),
    ...(isDict(genKwargs) ? { genKwargs: genKwargs as Record<string, unknown> } : {}),
    ...(typeof instruction === 'string' ? { systemInstruction: instruction } : {}),
  }
}

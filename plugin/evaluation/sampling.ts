import { isSampled } from '../scorer/generation/generation-settings.ts'
import type { Task } from '../task/types.ts'

/** The harness's seed of torch, which draws its sampled texts. */
export const defaultSamplingSeed = 1234

/** Whether the task's texts are drawn by lot (`do_sample: true`, or a temperature above 0). */
export function isSampledTask({ generationKwargs }: Pick<Task, 'generationKwargs'>): boolean {
  return generationKwargs !== undefined && isSampled(generationKwargs)
}

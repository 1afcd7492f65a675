import type { EncoderSpec } from '../encoder/types.ts'
import type { ModelSpec } from '../scorer/types.ts'
import type { ResolvedOptions } from './options.ts'
import type { TaskModules } from './task-files.ts'

/** What the plugin in Vitest's main process hands to the workers of a project through `provide` and `inject`. */
export interface Provided {
  options: ResolvedOptions
  /** Vitest's root folder. */
  root: string
  /** The tasks of the project that holds them; none for hand-written tests. */
  tasks: TaskModules
  /** Absolute folder of the baselines; undefined when gates are off. */
  baselines: string | undefined
  /** The model to load; undefined for the dummy. */
  model: ModelSpec | undefined
  /** Encoders that the options name. */
  encoders: EncoderSpec[]
  /** Socket or pipe of the broker that starts the model process; undefined with `modelProcess: false`. */
  broker: string | undefined
  packageVersion: string
}

export const providedKey = 'vitestLmEval'

declare module 'vitest' {
  interface ProvidedContext {
    vitestLmEval: Provided
  }
}

import type { SplitNames } from './types.ts'

/** Names of a task's splits. */
export function splitNames(config: Readonly<Record<string, unknown>>): SplitNames {
  const name = (field: string): string | undefined =>
    (config[field] as string | null | undefined) ?? undefined
  return {
    training: name('training_split'),
    validation: name('validation_split'),
    test: name('test_split'),
  }
}

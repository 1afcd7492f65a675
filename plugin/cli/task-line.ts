import { isDict, pyStr } from '../python/index.ts'
import { readTaskSpec } from '../task/select/read-task-spec.ts'
import type { TaskFile, TaskSpec } from '../task/types.ts'

/** One line of the list. Fields that a kind does not have are null. */
export interface ListedTask {
  name: string
  kind: 'task' | 'group' | 'tag'
  output_type: string | null
  num_fewshot: number | null
  training_split: string | null
  validation_split: string | null
  test_split: string | null
  fewshot_split: string | null
  version: string | null
  /** Groups that hold it. */
  groups: string[]
  tags: string[]
  /** Names of what a group or tag holds. */
  members: string[]
  file: string | null
  /** Why it cannot be read, where it cannot. */
  problem: string | null
}

/** A line with the name alone. */
export function bareLine(name: string, kind: ListedTask['kind']): ListedTask {
  return {
    name,
    kind,
    output_type: null,
    num_fewshot: null,
    training_split: null,
    validation_split: null,
    test_split: null,
    fewshot_split: null,
    version: null,
    groups: [],
    tags: [],
    members: [],
    file: null,
    problem: null,
  }
}

/** What a task's YAML says, with the overrides of the groups it was selected through. Values of wrong types are null. */
export function taskLine(spec: TaskSpec): ListedTask {
  const line = { ...bareLine(spec.name, 'task'), file: spec.file }
  let config: TaskFile['config']
  try {
    config = readTaskSpec(spec).config
  } catch (error) {
    return { ...line, problem: (error as Error).message }
  }
  const text = (field: string): string | null => (typeof config[field] === 'string' ? config[field] : null)
  const shots = config.num_fewshot ?? 0
  const { metadata } = config
  const version = isDict(metadata) ? (metadata as Record<string, unknown>).version : undefined
  return {
    ...line,
    output_type: text('output_type') ?? 'generate_until',
    num_fewshot: typeof shots === 'number' ? shots : null,
    training_split: text('training_split'),
    validation_split: text('validation_split'),
    test_split: text('test_split'),
    fewshot_split: text('fewshot_split'),
    version: version === undefined || version === null ? null : pyStr(version),
  }
}

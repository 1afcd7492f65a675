import { dictGet, dictHas, isDict } from '../python/index.ts'
import type { FewshotConfig, TaskFile, TaskOverrides, TaskWarning } from './types.ts'

/** What a task's own settings deserve a warning for (task-spec.md, 18). */
export function taskWarnings(
  { config }: TaskFile,
  { split, samples }: FewshotConfig,
  { numFewshot }: TaskOverrides,
): TaskWarning[] {
  const warnings: TaskWarning[] = []
  const warn = (code: string, message: string): void => void warnings.push({ code, message })
  const note = (code: string, message: string): void => void warnings.push({ code, message, quiet: true })
  const { num_fewshot: own, generation_kwargs: kwargs, output_type: outputType } = config
  if (kwargs !== undefined && kwargs !== null && (outputType ?? 'generate_until') !== 'generate_until') {
    warn('gen_kwargs_unused', `generation_kwargs has no effect on output_type ${outputType}.`)
  }
  for (const entry of Array.isArray(config.metric_list) ? config.metric_list : []) {
    const metric = isDict(entry) ? dictGet(entry, 'metric') : undefined
    if (!isDict(entry) || typeof metric !== 'string') continue
    if (!dictHas(entry, 'aggregation')) {
      note('metric_default_aggregation', `metric ${metric} names no aggregation and has its default one.`)
    }
    if (!dictHas(entry, 'higher_is_better')) {
      note(
        'metric_default_higher_is_better',
        `metric ${metric} names no higher_is_better and has its default one.`,
      )
    }
  }
  if (config.custom_dataset !== undefined && config.custom_dataset !== null) {
    note('custom_dataset_kwargs', 'custom_dataset gets the metadata and dataset_kwargs of the task.')
  }
  if (split !== undefined && samples !== undefined) {
    warn(
      'fewshot_split_and_samples',
      `few-shot examples come from the split ${split}; fewshot_config.samples is ignored.`,
    )
  }
  if (split === undefined && samples === undefined && typeof own === 'number' && own > 0) {
    warn(
      'fewshot_split_missing',
      'num_fewshot is above 0 without a fewshot_split: the examples come from the training, validation or test split, whichever is named first.',
    )
  }
  if (numFewshot !== undefined && own !== 0) {
    note(
      'num_fewshot_overwritten',
      `num_fewshot ${own ?? 'of the task (none)'} is replaced by ${numFewshot}.`,
    )
  }
  return warnings
}

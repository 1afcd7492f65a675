/** Warnings that the specification names (task-spec.md, 18); the product has more of its own. */
const specified = [
  'gen_defaulted',
  'gen_no_until',
  'gen_kwargs_unused',
  'fewshot_split_missing',
  'fewshot_split_and_samples',
  'num_fewshot_overwritten',
  'gold_out_of_range',
  'metric_default_aggregation',
  'metric_default_higher_is_better',
  'metric_no_aggregation',
  'choice_not_list',
  'custom_dataset_kwargs',
  'duplicate_task_same_path',
  'task_overridden_by_later_path',
  'tag_unknown_task',
  'dir_shadowed',
  'group_metric_missing',
  'group_metric_none',
  'group_higher_is_better_conflict',
  'chat_system_removed',
  'limit_testing_only',
  'seed_filled',
  'context_truncated',
  'left_truncated',
  'temperature_zeroed',
  'temperature_zero_sampling',
  'multiple_max_tokens',
]

/** Codes of those warnings that the specification names. */
export function specifiedCodes(warnings: readonly { code: string }[]): string[] {
  return warnings.map(({ code }) => code).filter(code => specified.includes(code))
}

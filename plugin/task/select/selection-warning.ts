/** Every code of a warning about finding and selecting tasks; those of the harness keep its specification's names. */
export const selectionWarningCodes = {
  duplicate_task_same_path:
    'two files of one folder define a task of one name: the first in path order counts',
  duplicate_group_same_path: 'a group has a name that an earlier file of its folder took: the earlier counts',
  task_overridden_by_later_path: 'a later task folder replaces a name of an earlier one',
  tag_unknown_task: 'a tag names a task that is not registered: it is left out',
  dir_shadowed: 'a folder has the name of a registered task: the task is meant',
  task_file_skipped: 'a YAML file of a task folder cannot be read or has an unusable name',
  task_file_without_name: 'a YAML file of a task folder has neither task nor group',
  empty_group: 'a group has no members',
  group_aggregation_ignored: 'a function as aggregation of a group is accepted but the mean is taken',
  members_renamed: 'an override of the field task renames members of a group, and they replace each other',
  member_built_in_place: 'a member of a group that is not registered is built from the overrides alone',
} as const

export type SelectionWarningCode = keyof typeof selectionWarningCodes

/** Something about task files that stops nothing but that the user should know. */
export interface SelectionWarning {
  code: SelectionWarningCode
  /** One sentence with names and files. */
  message: string
  file: string
}

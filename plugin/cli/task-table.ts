import type { ListedTask } from './task-line.ts'
import { alignColumns } from './terminal-text.ts'

const headers = ['Name', 'Type', 'n-shot', 'Splits', 'Version', 'Groups, tags']

/** The list as aligned text, one line an entry. */
export function taskTable(tasks: readonly ListedTask[]): string[] {
  return alignColumns(headers, tasks.map(row))
}

function row(task: ListedTask): string[] {
  const { name, kind, output_type, num_fewshot, version, groups, tags, members, problem } = task
  const type = kind === 'task' ? (output_type ?? '?') : `${kind} of ${members.length}`
  const belongs = [...groups, ...tags.map(tag => `#${tag}`)].join(', ')
  if (problem !== null) return [name, `${kind}, unreadable`, '', '', '', belongs]
  return [name, type, kind === 'task' ? String(num_fewshot ?? '?') : '', splits(task), version ?? '', belongs]
}

/** The evaluated split, and where few-shot examples would come from if not from there. */
function splits({ kind, test_split, validation_split, training_split, fewshot_split }: ListedTask): string {
  if (kind !== 'task') return ''
  const evaluated = test_split ?? validation_split ?? 'none'
  const pool = fewshot_split ?? training_split ?? validation_split ?? test_split
  return pool === null || pool === evaluated ? evaluated : `${evaluated} (shots: ${pool})`
}

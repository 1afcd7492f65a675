import type { SourcePosition } from '../errors.ts'

/** `datasets` option: a folder with SPLIT.jsonl, or files by split, for a dataset_path (or `path/name`). */
export type DatasetOption = Record<string, string | Record<string, string | string[]>>

export interface DatasetContext {
  /** Folder that relative paths count from. */
  root: string
  datasets: DatasetOption
}

/** One row as it stands in its file. */
export interface Row {
  values: Record<string, unknown>
  place: SourcePosition
}

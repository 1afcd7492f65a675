import { fileURLToPath } from 'node:url'

/** Files by split of the data sets whose rows ship with this package, beside the task that uses them. */
const shipped: Record<string, Record<string, string>> = {
  'winograd_wsc/wsc273': { test: 'wsc273/data/test.jsonl' },
}

/**
 * Rows that ship with the package.
 * @param name `dataset_path` and, where given, `/dataset_name`
 * @returns absolute files by split, or undefined
 */
export function shippedData(name: string): Record<string, string[]> | undefined {
  if (!Object.hasOwn(shipped, name)) return undefined
  const tasks = new URL('../../tasks/', import.meta.url)
  return Object.fromEntries(
    Object.entries(shipped[name] ?? {}).map(([split, file]) => [
      split,
      [fileURLToPath(new URL(file, tasks))],
    ]),
  )
}

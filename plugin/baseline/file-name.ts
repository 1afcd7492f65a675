import { pyStr } from '../python/index.ts'

/**
 * Name of a task's baseline file, in the harness's old convention: `wsc273-v1.0-res.json`; `NAME-res.json` for a task
 * without a version. Characters that are not safe in file names everywhere become `_`.
 */
export function baselineFileName(task: string, version: unknown): string {
  const suffix = version === undefined || version === null ? '' : `-v${pyStr(version)}`
  return `${`${task}${suffix}`.replace(/[^\w.+-]/gu, '_')}-res.json`
}

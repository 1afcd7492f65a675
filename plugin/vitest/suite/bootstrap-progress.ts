import { escapeText } from '../../report/escape.ts'

/** Milliseconds between two lines, and before the first. */
const interval = 5000

/**
 * Tells on standard error, every few seconds, how far the standard errors of a task have come: a bootstrap over many documents
 * takes longer than scoring some models.
 * @param write for tests
 */
export function bootstrapProgress(
  task: string,
  write: (line: string) => void = line => process.stderr.write(line),
  now: () => number = Date.now,
): (metric: string, done: number, total: number) => void {
  let told = now()
  return (metric, done, total) => {
    if (now() - told < interval) return
    told = now()
    write(` … ${escapeText(task)}: standard error of ${escapeText(metric)}, ${done} of ${total} resamples\n`)
  }
}

import { expect, test } from 'vitest'
import { bootstrapProgress } from '../../plugin/vitest/suite/bootstrap-progress.ts'

test('a long bootstrap is told every five seconds, a short one never', () => {
  const lines: string[] = []
  let time = 0
  const tell = bootstrapProgress(
    'mc\u001b_taco',
    line => lines.push(line),
    () => time,
  )
  for (const [at, done] of [
    [1000, 10],
    [5000, 50],
    [9000, 60],
    [10_000, 70],
  ] as const) {
    time = at
    tell('f1', done * 1000, 100_000)
  }
  expect(lines).toEqual([
    ' … mc\\x1b_taco: standard error of f1, 50000 of 100000 resamples\n',
    ' … mc\\x1b_taco: standard error of f1, 70000 of 100000 resamples\n',
  ])
})

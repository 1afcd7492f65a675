import { expect, test } from 'vitest'
import { renderVersion0Table } from '../../plugin/report/version-0-table.ts'

// Results and text of lm-eval 0.3.0 (its evaluator with a dummy model).
test('tasks, metrics and their standard errors', () => {
  const results = {
    t: {
      acc: 0.5,
      acc_stderr: 0.15075567228888181,
      acc_decontaminate: 0.5,
      acc_decontaminate_stderr: 0.16666666666666666,
    },
    u: {
      acc: 0.2222222222222222,
      acc_stderr: 0.1469861839480328,
      acc_decontaminate: 0.2857142857142857,
      acc_decontaminate_stderr: 0.18442777839082938,
    },
  }
  expect(renderVersion0Table({ results, versions: { t: 0, u: 0 } })).toBe(
    [
      '|Task|Version|     Metric      |Value |   |Stderr|',
      '|----|------:|-----------------|-----:|---|-----:|',
      '|t   |      0|acc              |0.5000|±  |0.1508|',
      '|    |       |acc_decontaminate|0.5000|±  |0.1667|',
      '|u   |      0|acc              |0.2222|±  |0.1470|',
      '|    |       |acc_decontaminate|0.2857|±  |0.1844|',
      '',
    ].join('\n'),
  )
})

test('one figure alone loses its trailing zeros', () => {
  const results = { t: { acc: 0.5, acc_stderr: 0.15075567228888181 } }
  expect(renderVersion0Table({ results, versions: { t: 0 } })).toBe(
    [
      '|Task|Version|Metric|Value|   |Stderr|',
      '|----|------:|------|----:|---|-----:|',
      '|t   |      0|acc   |  0.5|±  |0.1508|',
      '',
    ].join('\n'),
  )
})

import { expect, test } from 'vitest'
import { aggregate } from '../../../plugin/metric/aggregate.ts'
import { judge } from '../../../plugin/metric/judge.ts'
import { answers, makeRequests, makeTask, metrics } from '../task.ts'

const four = ['a', 'b', 'c', 'd']

test.each([
  ['one of two', ['no', 'yes'], 1, 0.5],
  ['one of four', four, 3, 0.25],
  ['two of four', four, [0, 2, 2], 0.5],
  ['a target that is none of the choices', four, -100, 0],
  ['a list with one of them', four, [-100, 1], 0.25],
])('answers drawn by lot: %s', (_, choices, gold, chance) => {
  const request = makeRequests({ choices, gold, target: gold })
  expect(judge(makeTask(), request, answers(...choices.map(() => -1)))).toMatchObject({ chance })
})

test('a function of the task’s own has no level that is known', () => {
  const task = makeTask({ processResults: () => ({ acc: 1 }) })
  expect(judge(task, makeRequests(), answers(-1, -2))).not.toHaveProperty('chance')
})

test('the level of a metric is the mean over its documents; f1 has none', async () => {
  const task = makeTask({ metrics: metrics('acc', 'f1') })
  const samples = [2, 4].map((count, docId) => {
    const choices = four.slice(0, count)
    return judge(task, makeRequests({ docId, choices, gold: 1 }), answers(...choices.map(() => -1)))
  })
  const [acc, f1] = await aggregate(task, samples, { bootstrapIters: 0 })
  expect(acc?.chance).toBe(0.375)
  expect(f1).not.toHaveProperty('chance')
})

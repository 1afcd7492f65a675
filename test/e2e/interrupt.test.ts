import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAlive, modelProcesses } from './processes.ts'
import { config, Project, smallRows, smallTask } from './project.ts'

function longRun(): Project {
  return new Project({
    'vitest.config.ts': config("{ tasks: ['evals/*.yaml'] }"),
    'evals/colours.yaml': smallTask(),
    'evals/rows.jsonl': smallRows(20_000),
  })
}

test('Ctrl-C during scoring ends within two seconds and leaves no process and no file', async () => {
  const project = longRun()
  const running = project.start(['run'])
  await running.printed(/scoring/u)
  while (modelProcesses(running.process.pid as number).length === 0)
    await new Promise(done => setTimeout(done, 50))
  await new Promise(done => setTimeout(done, 1500))
  const [model] = modelProcesses(running.process.pid as number)
  const started = performance.now()
  running.process.kill('SIGINT')
  await running.ended
  while (isAlive(model as number) && performance.now() - started < 5000)
    await new Promise(done => setTimeout(done, 20))
  expect(performance.now() - started).toBeLessThan(2000)
  expect(existsSync(project.path('baselines')) ? readdirSync(project.path('baselines')) : []).toEqual([])
})

test('a model process that is killed is named in a message, and the next request starts a new one', async () => {
  const project = longRun()
  project.write('evals/rows.jsonl', smallRows(8000))
  const running = project.start(['run'])
  await running.printed(/scoring/u)
  while (modelProcesses(running.process.pid as number).length === 0)
    await new Promise(done => setTimeout(done, 50))
  await new Promise(done => setTimeout(done, 1500))
  const [model] = modelProcesses(running.process.pid as number)
  process.kill(model as number, 'SIGKILL')
  expect(await running.ended).toBe(1)
  const output = running.output()
  expect(output).toMatch(/LmEvalError: .*SIGKILL/u)
  expect(output).toMatch(/documents could not be scored, so acc is not known/u)
  expect(output).toMatch(/\d+ failed \| \d+ passed/u)
  expect(output.split('\n').length).toBeLessThan(120)
})

import { expect, test } from 'vitest'
import { promptHash } from '../../plugin/evaluation/prompt-hash.ts'
import type { Task } from '../../plugin/task/types.ts'

const task = (numFewshot: number): Task => ({ hash: 'abc', numFewshot }) as Task
const chat = (text: string) => ({ render: () => ({ text, warnings: [] }), multiturn: true })

test('a run that adds nothing keeps the hash of the task', () => {
  expect(promptHash(task(0), {})).toBe('abc')
  expect(promptHash(task(3), { fewshotSeed: 1234, systemInstruction: '' })).toBe('abc')
  expect(promptHash(task(0), { fewshotSeed: 7 })).toBe('abc')
})

test('whatever changes a prompt changes the hash', () => {
  const hashes = [
    promptHash(task(3), {}),
    promptHash(task(3), { fewshotSeed: 7 }),
    promptHash(task(3), { systemInstruction: 'S' }),
    promptHash(task(3), { chat: chat('a') }),
    promptHash(task(3), { chat: chat('b') }),
    promptHash(task(3), { chat: { ...chat('a'), multiturn: false } }),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('another seed of sampled texts counts where texts are sampled', () => {
  const sampled = { ...task(0), generationKwargs: { temperature: 0.7 } } as Task
  const greedy = { ...task(0), generationKwargs: { temperature: 0 } } as Task
  expect(promptHash(sampled, { samplingSeed: 1234 })).toBe('abc')
  expect(promptHash(greedy, { samplingSeed: 7 })).toBe('abc')
  expect(promptHash(sampled, { samplingSeed: 7 })).not.toBe('abc')
  expect(promptHash(sampled, { samplingSeed: 7 })).not.toBe(promptHash(sampled, { samplingSeed: 8 }))
})

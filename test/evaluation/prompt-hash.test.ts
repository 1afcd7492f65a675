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

import { expect, test } from 'vitest'
import { pyFloat } from '../../../plugin/python/index.ts'
import { requestKey } from '../../../plugin/scorer/score-cache/request-key.ts'
import type { Request } from '../../../plugin/task/types.ts'

const keyOf = (request: Request, identity = 'model'): string => requestKey(identity, request).toString('hex')

const generate = (settings: Record<string, unknown>, draw?: { seed: number; repeat: number }): Request => ({
  type: 'generate_until',
  context: 'Q: a\nA:',
  settings,
  ordinal: 0,
  ...(draw === undefined ? {} : { draw }),
})
const score = (context: string, continuation: string, ordinal = 0): Request => ({
  type: 'loglikelihood',
  context,
  continuation,
  ordinal,
})

test('requests that can have different answers have different keys', () => {
  const requests: Request[] = [
    score('a b', ' c'),
    score('a', ' b c'),
    score('a', ' b c '),
    score('', 'a b c'),
    score('a \ud800', 'c'),
    score('a \ud801', 'c'),
    score('a \ufffd', 'c'),
    { type: 'loglikelihood_rolling', text: 'a b c', ordinal: 0 },
    { type: 'loglikelihood_rolling', text: 'a b c ', ordinal: 0 },
    generate({}),
    generate({ until: ['\n'] }),
    generate({ until: '\n' }),
    generate({ until: ['\n'], max_gen_toks: 5 }),
    generate({ until: ['\n'], max_gen_toks: 6 }),
    generate({ temperature: 0.7 }, { seed: 1, repeat: 0 }),
    generate({ temperature: 0.7 }, { seed: 2, repeat: 0 }),
    generate({ temperature: 0.7 }, { seed: 1, repeat: 1 }),
    generate({ temperature: 0.8 }, { seed: 1, repeat: 0 }),
  ]
  const keys = [...requests.map(request => keyOf(request)), keyOf(score('a b', ' c'), 'other model')]
  expect(new Set(keys).size).toBe(requests.length + 1)
})

test('what does not change an answer does not change the key', () => {
  expect(keyOf(score('a', 'b', 7))).toBe(keyOf(score('a', 'b')))
  // A greedy text is the same whatever the seed, and a setting's value counts, not whether it is an int or a float.
  expect(keyOf(generate({ temperature: 0 }, { seed: 1, repeat: 1 }))).toBe(
    keyOf(generate({ temperature: pyFloat(0) })),
  )
  expect(keyOf(generate({ temperature: pyFloat(2) }))).toBe(keyOf(generate({ temperature: 2n })))
})

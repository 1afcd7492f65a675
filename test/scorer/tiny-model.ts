import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type {
  GenerateResponse,
  LoglikelihoodResponse,
  ModelSpec,
  Response,
  ScoreOptions,
  Scorer,
} from '../../plugin/scorer/types.ts'
import type { Request } from '../../plugin/task/types.ts'

/** The embedded model, as a test asks for it. */
export const tinyModel: ModelSpec = {
  path: fileURLToPath(new URL('../../examples/tiny-model', import.meta.url)),
  name: 'tiny-model',
  provider: 'cpu',
  demonstration: true,
  batchSize: 16,
}

export function request(context: string, continuation: string, ordinal = 0): Request {
  return { type: 'loglikelihood', context, continuation, ordinal }
}

export interface RecordedAnswers {
  requests: Request[]
  expected: { logLikelihood: number; isGreedy: boolean }[]
}

/** Requests of all wsc273 documents and what lm-eval recorded for them. */
export function recordedWsc(): RecordedAnswers {
  const text = readFileSync(new URL('./fixtures/wsc273-tiny.jsonl', import.meta.url), 'utf8')
  const requests: Request[] = []
  const expected: RecordedAnswers['expected'] = []
  for (const line of text.trimEnd().split('\n')) {
    const document = JSON.parse(line) as { arguments: [string, string][]; resps: [number, boolean][] }
    for (const [choice, [context, continuation]] of document.arguments.entries()) {
      const [logLikelihood, isGreedy] = document.resps[choice] as [number, boolean]
      requests.push(request(context, continuation, requests.length))
      expected.push({ logLikelihood, isGreedy })
    }
  }
  return { requests, expected }
}

/** Log-likelihoods in the order of the requests. */
export async function answersOf(
  scorer: Pick<Scorer, 'score'>,
  requests: readonly Request[],
  options: Partial<ScoreOptions> = {},
): Promise<LoglikelihoodResponse[]> {
  return (await responsesOf(scorer, requests, options)) as LoglikelihoodResponse[]
}

/** Generated texts in the order of the requests. */
export async function textsOf(
  scorer: Pick<Scorer, 'score'>,
  requests: readonly Request[],
  options: Partial<ScoreOptions> = {},
): Promise<GenerateResponse[]> {
  return (await responsesOf(scorer, requests, options)) as GenerateResponse[]
}

async function responsesOf(
  scorer: Pick<Scorer, 'score'>,
  requests: readonly Request[],
  options: Partial<ScoreOptions>,
): Promise<Response[]> {
  const responses: Response[] = []
  await scorer.score(requests, {
    ...options,
    onScored(index, response) {
      responses[index] = response
      options.onScored?.(index, response)
    },
  })
  return responses
}

/** Largest difference to the record, and how many greedy flags differ. */
export function compare(responses: readonly LoglikelihoodResponse[], expected: RecordedAnswers['expected']) {
  const differences = expected.map(({ logLikelihood }, i) =>
    Math.abs((responses[i]?.logLikelihood ?? Number.NaN) - logLikelihood),
  )
  return {
    largest: Math.max(...differences),
    flags: expected.filter(({ isGreedy }, i) => responses[i]?.isGreedy !== isGreedy).length,
  }
}

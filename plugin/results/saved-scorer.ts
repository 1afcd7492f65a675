import { LmEvalError } from '../errors.ts'
import { isDict, jsonDumps, parseJson } from '../python/index.ts'
import { type Response, type Scorer, type ScorerInfo, savedAnswers } from '../scorer/types.ts'
import type { Request } from '../task/types.ts'
import { requestArguments } from './sample-record.ts'

/** A samples file that was read. */
export interface SavedSamples {
  /** Named in errors. */
  file: string
  text: string
}

/**
 * A scorer that answers with what a model once answered, from `samples_*.jsonl` files of ours or the harness's: metrics, filters and
 * targets can change and be computed again without the model, as long as the prompts stay the same. A request that several
 * documents make, or that is repeated, gets its answers in their order. Such a file does not say which contexts were cut or why a
 * text ended.
 * @param model name to print
 * @throws LmEvalError DATASET for a line that is no sample; when asked for what is in no file, DOCUMENT
 */
export function savedScorer(samples: readonly SavedSamples[], model: string): Scorer {
  const saved = new SavedAnswers()
  for (const { file, text } of samples) saved.add(file, text)
  const info: ScorerInfo = {
    model,
    path: undefined,
    precision: savedAnswers,
    weightsHash: undefined,
    tokenizerHash: undefined,
    provider: undefined,
    maxLength: undefined,
    demonstration: false,
  }
  return {
    info: async () => info,
    async score(requests, { onScored, signal }) {
      signal?.throwIfAborted()
      // All or none: a call that fails is made again in parts, and must not have used up any answers.
      const entries = requests.map(request => saved.find(request))
      for (const [index, entry] of entries.entries()) onScored(index, nextOf(entry))
    },
    close: async () => {},
  }
}

class SavedAnswers {
  readonly #answers = new Map<string, Answers>()

  /** Takes the records of the file's first filter; the others have the same answers. */
  add(file: string, text: string): void {
    let filter: unknown
    for (const [index, line] of text.split('\n').entries()) {
      if (line === '') continue
      const record = parseRecord(line, { file, line: index + 1, column: 1 })
      filter ??= record.filter
      if (record.filter !== filter) continue
      for (const [place, list] of record.requests.entries()) {
        const key = jsonDumps(list)
        const entry = this.#answers.get(key) ?? { responses: [], next: 0 }
        entry.responses.push(...(record.responses[place] as Response[]))
        this.#answers.set(key, entry)
      }
    }
  }

  /** @throws LmEvalError DOCUMENT where there are no answers to the request */
  find(request: Request): Answers {
    const args = requestArguments(request)
    const entry = this.#answers.get(jsonDumps(args))
    if (entry === undefined || entry.responses.length === 0) {
      throw new LmEvalError(
        `The saved samples have no answer to the prompt ${JSON.stringify(args[0])}: they are of another task, or its prompts have changed; evaluate it with a model.`,
        { code: 'DOCUMENT' },
      )
    }
    return entry
  }
}

/** Answers to one request, those that are still to come from `next` on. */
interface Answers {
  responses: Response[]
  next: number
}

function nextOf(entry: Answers): Response {
  const response = entry.responses[entry.next] as Response
  entry.next = (entry.next + 1) % entry.responses.length
  return response
}

interface SavedRecord {
  filter: unknown
  /** Arguments of each request. */
  requests: unknown[][]
  /** All answers to each. */
  responses: Response[][]
}

type Place = { file: string; line: number; column: number }

function parseRecord(line: string, at: Place): SavedRecord {
  let record: unknown
  try {
    record = parseJson(line)
  } catch (cause) {
    throw lineError(at, `not valid JSON: ${(cause as Error).message}`, cause)
  }
  const { filter, arguments: args, resps } = (isDict(record) ? record : {}) as Record<string, unknown>
  if (!isDict(args) || !Array.isArray(resps)) {
    throw lineError(at, 'a sample must have arguments and resps, as lm-eval --log_samples writes them')
  }
  const requests = Object.values(args).map(list => Object.values(list as object))
  const isScored = requests[0]?.length === 2 && typeof requests[0][1] === 'string'
  const isRolling = requests[0]?.length === 1
  const responses = resps.map(list =>
    (list as unknown[]).map(value => {
      const response = isScored || isRolling ? scored(value) : generated(value)
      if (response === undefined) throw lineError(at, 'an answer is neither a text nor a log-likelihood')
      return response
    }),
  )
  if (responses.length !== requests.length) {
    throw lineError(at, `there are ${responses.length} answers to ${requests.length} requests`)
  }
  return { filter, requests, responses }
}

function generated(value: unknown): Response | undefined {
  return typeof value === 'string' ? { text: value, stopReason: 'stop', tokens: 0, truncated: 0 } : undefined
}

function scored(value: unknown): Response | undefined {
  const [number, greedy] = Array.isArray(value) ? value : [value, 'False']
  const logLikelihood = pythonFloat(number)
  if (logLikelihood === undefined) return undefined
  return { logLikelihood, isGreedy: greedy === 'True', tokens: 0, truncated: 0 }
}

const special: Readonly<Record<string, number>> = { nan: Number.NaN, inf: Infinity, '-inf': -Infinity }

function pythonFloat(text: unknown): number | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  if (Object.hasOwn(special, text)) return special[text]
  const number = Number(text)
  return Number.isNaN(number) ? undefined : number
}

function lineError(at: Place, problem: string, cause?: unknown): LmEvalError {
  return new LmEvalError(`${at.file}:${at.line}: ${problem}.`, { code: 'DATASET', at, cause })
}

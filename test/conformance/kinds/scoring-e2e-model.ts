import { pyRepr } from '../../../plugin/python/index.ts'
import type { Response, Scorer } from '../../../plugin/scorer/types.ts'
import type { Request } from '../../../plugin/task/types.ts'
import { compare } from '../runner/compare.ts'
import type { Difference } from '../runner/outcome.ts'
import { recordedResponse } from './scoring-responses.ts'

/** A request of the harness to its model, and the answer. */
export interface RecordedRequest {
  type: Request['type']
  args: unknown[]
  response: unknown
}

/** A model that answers what was recorded; a request that comes several times gets its answers in order. */
export class RecordedModel implements Scorer {
  readonly #answers = new Map<string, unknown[]>()
  readonly #recorded: string[]
  readonly #asked: string[] = []

  constructor(requests: readonly RecordedRequest[]) {
    this.#recorded = requests.map(({ type, args }) => keyOf(type, args))
    for (const [index, { response }] of requests.entries()) {
      const key = this.#recorded[index] as string
      this.#answers.set(key, [...(this.#answers.get(key) ?? []), response])
    }
  }

  async info(): ReturnType<Scorer['info']> {
    return {
      model: 'recorded',
      path: undefined,
      precision: 'none',
      weightsHash: undefined,
      tokenizerHash: undefined,
      provider: undefined,
      maxLength: undefined,
      demonstration: false,
    }
  }

  score: Scorer['score'] = async (requests, { onScored }) => {
    for (const [index, request] of requests.entries()) onScored(index, this.#answer(request))
  }

  async close(): Promise<void> {}

  #answer(request: Request): Response {
    const key = keyOf(request.type, argumentsOf(request))
    this.#asked.push(key)
    const answers = this.#answers.get(key) ?? []
    if (answers.length === 0) throw new Error(`the harness did not ask ${key}, or less often`)
    return recordedResponse(answers.shift(), request.type)
  }

  /** Requests that were asked other than recorded; their order is the product's own. */
  differences(): Difference[] {
    return compare('requests', this.#recorded.toSorted(), this.#asked.toSorted())
  }
}

/** A request as the harness has it in its samples. */
export function argumentsOf(request: Request): unknown[] {
  switch (request.type) {
    case 'loglikelihood':
      return [request.context, request.continuation]
    case 'loglikelihood_rolling':
      return [request.text]
    case 'generate_until':
      return [request.context, request.settings]
  }
}

function keyOf(type: string, args: readonly unknown[]): string {
  return `${type} ${pyRepr(args)}`
}

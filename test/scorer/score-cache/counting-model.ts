import { createHash } from 'node:crypto'
import type { LoadedModel } from '../../../plugin/scorer/loaded-model.ts'
import type { Response, ScoreOptions, ScorerInfo } from '../../../plugin/scorer/types.ts'
import { noWork } from '../../../plugin/scorer/work.ts'
import type { Request } from '../../../plugin/task/types.ts'

/** A model that keeps account of what it was asked, and answers as it is told to. */
export class CountingModel implements LoadedModel {
  readonly work = noWork()
  readonly asked: Request[] = []
  /** Answers before it fails. */
  failsAfter = Number.POSITIVE_INFINITY
  readonly info = { model: 'counting' } as ScorerInfo

  async score(requests: readonly Request[], { onScored, signal }: ScoreOptions): Promise<void> {
    for (const [index, request] of requests.entries()) {
      signal?.throwIfAborted()
      if (this.failsAfter === 0) throw new Error('the model was killed')
      this.failsAfter -= 1
      this.asked.push(request)
      onScored(index, answerTo(request))
    }
  }

  async close(): Promise<void> {}
}

/** A number that hangs on the whole request, with as many digits as a float64 has. */
export function answerTo(request: Request): Response {
  const { ordinal: _ordinal, ...content } = request
  const digest = createHash('sha256').update(JSON.stringify(content)).digest()
  const logLikelihood = -digest.readUInt32LE(0) / digest.readUInt32LE(4)
  return { logLikelihood, isGreedy: digest[8] === 1, tokens: digest[9] as number, truncated: 0 }
}

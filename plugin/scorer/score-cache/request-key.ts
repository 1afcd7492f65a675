import { createHash } from 'node:crypto'
import type { GenerateRequest, Request } from '../../task/types.ts'
import { isSampled } from '../generation/generation-settings.ts'
import { plainSettings } from '../generation/plain-settings.ts'

/**
 * Key of a request's answer: SHA-256 over the scorer's identity and everything of the request that an answer depends on.
 * @param identity of scorerIdentity
 */
export function requestKey(identity: string, request: Request): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([identity, request.type, ...contentOf(request)]))
    .digest()
}

function contentOf(request: Request): unknown[] {
  switch (request.type) {
    case 'loglikelihood':
      return [request.context, request.continuation]
    case 'loglikelihood_rolling':
      return [request.text]
    case 'generate_until':
      return [request.context, plainSettings(request.settings), drawOf(request)]
  }
}

/** What a text is drawn with; null for a greedy one, which is the same every time. */
function drawOf({ settings, draw }: GenerateRequest): [seed: number, repeat: number] | null {
  return draw !== undefined && isSampled(settings) ? [draw.seed, draw.repeat] : null
}

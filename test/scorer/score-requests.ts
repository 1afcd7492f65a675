import type { BatchLimits } from '../../plugin/scorer/plan/batches.ts'
import { scorePieces } from '../../plugin/scorer/score-pieces.ts'
import type { SpanScore } from '../../plugin/scorer/scored-job.ts'
import { scoringLimits } from '../../plugin/scorer/scoring-limits.ts'
import type { OnnxSession } from '../../plugin/scorer/session/onnx-session.ts'

/** Scores of pieces, in their order, by the plan that the product makes or one with other limits. */
export async function scoreRequests(
  session: OnnxSession,
  pieces: readonly { input: number[]; targets: number[] }[],
  limits: Partial<BatchLimits> = {},
): Promise<SpanScore[]> {
  const scores: SpanScore[] = []
  await scorePieces(pieces, {
    session,
    limits: { ...scoringLimits(session, 16), ...limits },
    turn: work => work(),
    onScored(piece, score) {
      if (scores[piece] !== undefined) throw new Error(`piece ${piece} is answered twice`)
      scores[piece] = score
    },
  })
  return scores
}

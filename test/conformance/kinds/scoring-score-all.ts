import type { Response, Scorer } from '../../../plugin/scorer/types.ts'
import type { DocumentRequests } from '../../../plugin/task/types.ts'

/** A scorer's answers to documents, in one call. */
export async function scoreAll(
  scorer: Scorer,
  documents: readonly DocumentRequests[],
): Promise<Response[][]> {
  const answers: Response[] = []
  await scorer.score(
    documents.flatMap(({ requests }) => requests),
    { signal: new AbortController().signal, onScored: (index, response) => (answers[index] = response) },
  )
  return documents.map(({ requests }) => answers.splice(0, requests.length))
}

import { jsonDumps } from '../python/index.ts'
import type { DocumentView } from './document-view.ts'

/** The view as JSON in ASCII: exact, and safe for any terminal. */
export function documentJson(view: DocumentView): string {
  const { document, requests, numFewshot, outputType, fewshotOrigin, ...rest } = view
  const { docId, doc, text, target, choices, gold, fewshotIds } = document
  return jsonDumps(
    {
      ...rest,
      output_type: outputType,
      num_fewshot: numFewshot,
      doc_id: docId,
      doc,
      text: text ?? null,
      target: target ?? null,
      choices: choices ?? null,
      gold,
      fewshot_ids: fewshotIds,
      fewshot_origin: fewshotOrigin,
      requests: requests.map(({ request, tokens }) => ({
        ...request,
        ...(tokens === undefined ? {} : { tokens: tokens.map(window => ({ ...window })) }),
      })),
    },
    { indent: 2 },
  )
}

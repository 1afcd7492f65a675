import type { BaselineProvenance } from './types.ts'

/** Fields of a provenance with what they hold; others, of a later version, are kept as they are. */
export const provenanceFields: Record<keyof BaselineProvenance, 'string' | 'number'> = {
  model: 'string',
  weightsHash: 'string',
  tokenizerHash: 'string',
  precision: 'string',
  provider: 'string',
  dataset: 'string',
  datasetRevision: 'string',
  taskHash: 'string',
  numFewshot: 'number',
  documents: 'number',
  packageVersion: 'string',
  encoders: 'string',
}

/** What is wrong with a provenance as it was read, `a provenance.documents that is no number`; undefined if nothing. */
export function checkProvenance(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'a `provenance` that is no object'
  for (const [field, type] of Object.entries(provenanceFields)) {
    const found = (value as Record<string, unknown>)[field]
    if (found !== undefined && typeof found !== type) return `a \`provenance.${field}\` that is no ${type}`
  }
  return undefined
}

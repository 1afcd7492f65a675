/** Where a stored figure came from. Every field may be missing in a file that others wrote. */
export interface BaselineProvenance {
  model?: string
  weightsHash?: string
  tokenizerHash?: string
  precision?: string
  provider?: string
  dataset?: string
  /** SHA-256 of the data files. */
  datasetRevision?: string
  taskHash?: string
  numFewshot?: number
  /** Documents that the figures are over. */
  documents?: number
  packageVersion?: string
  /** Encoders of the metrics that compare texts with one. */
  encoders?: string
}

/**
 * A stored result. Metric keys are the harness's, `acc,none` and `acc_stderr,none`; a version-0 file without filter names
 * reads as filter `none`.
 */
export interface Baseline {
  results: Record<string, Record<string, number | 'N/A'>>
  /** Task versions as written (`1.0` is a PyFloat). */
  versions: Record<string, unknown>
  provenance?: BaselineProvenance
  /** How it is written: `harness`, or `version-0` (one line, keys without filter, no provenance). */
  style: 'harness' | 'version-0'
}

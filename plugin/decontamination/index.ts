/** Test documents that stand in training text: finding them, cutting them out of the text, and figures without them. */
export { besideTwins, decontaminatedMetrics, decontaminateSuffix } from './decontaminated-metrics.ts'
export {
  type DecontaminationProgress,
  type FindContaminatedOptions,
  findContaminated,
  findContaminatedByTask,
} from './find-contaminated.ts'
export { cleanPieces, Janitor, type JanitorOptions, janitorDefaults } from './janitor.ts'
export { asciiPunctuation, type Normalize, normalize, normalizer } from './normalize.ts'
export { type PlacedNgram, placedWordNgrams, type Span, wordNgrams } from './word-ngrams.ts'

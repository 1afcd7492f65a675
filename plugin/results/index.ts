/** Results and samples on disk, as the harness writes them: keys, hashes, file names. */
export {
  dateOfFile,
  fileDate,
  latestFile,
  modelNameOf,
  type OutputFiles,
  outputFiles,
  resultsFiles,
  samplesFiles,
  sanitizeModelName,
  sanitizeTaskName,
  taskInFileName,
  taskOfFile,
} from './file-names.ts'
export {
  docHash,
  docText,
  promptHash,
  type SampleHashes,
  targetHash,
  taskHash,
  textHash,
} from './hashes.ts'
export { type RunSettings, resultsObject, runConfig } from './results-object.ts'
export { type RunFacts, resultsText } from './results-text.ts'
export { sampleLine } from './sample-line.ts'
export { type AnsweredSample, requestArguments, type SampleRecord, sampleRecords } from './sample-record.ts'
export { type SavedDocument, savedDocuments } from './saved-documents.ts'
export { type SavedSamples, savedScorer } from './saved-scorer.ts'
export { leavesAsText, serialisable } from './serialisable.ts'
export { type WriteResultsOptions, writeResults } from './write-results.ts'
export { writeSamples } from './write-samples.ts'
export { writeWhole } from './write-whole.ts'

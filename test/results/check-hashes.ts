import { parseJson, pyStr } from '../../plugin/python/index.ts'
import {
  dateOfFile,
  latestFile,
  modelNameOf,
  resultsFiles,
  samplesFiles,
  sanitizeModelName,
  sanitizeTaskName,
  taskOfFile,
} from '../../plugin/results/file-names.ts'
import { docHash, docText, promptHash, targetHash, taskHash } from '../../plugin/results/hashes.ts'
import type { SampleRecord } from '../../plugin/results/sample-record.ts'
import { leavesAsText } from '../../plugin/results/serialisable.ts'
import { checkValue, type Recorded, scoringCase } from '../conformance/kinds/scoring-case.ts'
import { compare } from '../conformance/runner/compare.ts'
import { type CheckCase, outcomeOf } from '../conformance/runner/outcome.ts'
import { checkTrackerFiles } from './check-tracker-files.ts'

/** Checks of the kinds of hashes.jsonl. */
export const hashKinds: Readonly<Record<string, CheckCase>> = {
  doc_hash: plain<{ doc_json: string }>(({ doc_json }) => {
    const doc = parseJson(doc_json)
    return { serialized: docText(doc), doc_hash: docHash(doc) }
  }),
  prompt_hash: plain<{ prompt: string }>(({ prompt }) => ({ prompt_hash: promptHash(prompt) })),
  target_hash: plain<{ target: unknown }>(({ target }) => ({
    str: pyStr(target),
    target_hash: targetHash(target),
  })),
  task_hash: plain<{ samples: SampleRecord[] }>(({ samples }) => ({ task_hash: taskHash(samples) })),
  sanitize_model_name: valued<{ name: string }>(({ name }) => sanitizeModelName(name)),
  sanitize_task_name: valued<{ name: string }>(({ name }) => sanitizeTaskName(name)),
  file_name_parse: plain<{ file: string }>(({ file }) => ({
    task: taskOfFile(file),
    datetime: dateOfFile(file),
  })),
  file_lists: plain<{ files: string[] }>(({ files }) => ({
    results: resultsFiles(files),
    samples: samplesFiles(files),
    latest_results: latestFile(resultsFiles(files)) ?? null,
  })),
  sanitize_list: valued<{ value: unknown }>(({ value }) => leavesAsText(value)),
  tracker_files: checkTrackerFiles,
  model_name: valued<{ model_args: unknown }>(({ model_args }) => modelNameOf(model_args)),
}

/** Cases whose expectation is what comes of them. */
function plain<Input>(found: (input: Input) => Recorded): CheckCase {
  return row => {
    const { input, expect } = scoringCase<Input>(row)
    return outcomeOf(compare('found', expect, found(input)))
  }
}

/** Cases whose expectation has a `value`. */
function valued<Input>(found: (input: Input) => unknown): CheckCase {
  return row => {
    const recorded = scoringCase<Input>(row)
    return checkValue(recorded, () => found(recorded.input))
  }
}

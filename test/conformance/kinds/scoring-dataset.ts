import { loadDocuments } from '../../../plugin/dataset/load-documents.ts'
import { docHash, docText } from '../../../plugin/results/hashes.ts'
import type { Doc } from '../../../plugin/task/types.ts'
import { inCaseFolder } from '../runner/case-folder.ts'
import type { CheckCase } from '../runner/outcome.ts'
import { checkValue, scoringCase } from './scoring-case.ts'
import { memoryTask } from './scoring-memory-task.ts'

/** Documents of a JSON file as the data set library gives them, each as its hash takes it. */
export const checkDatasetDocs: CheckCase = row => {
  const recorded = scoringCase<{ jsonl: string }>(row)
  return inCaseFolder({ files: { 'data.jsonl': recorded.input.jsonl } }, folder =>
    checkValue(recorded, async () => (await load(folder)).map(hashed)),
  )
}

function hashed(doc: Doc): { serialized: string; doc_hash: string } {
  return { serialized: docText(doc), doc_hash: docHash(doc) }
}

async function load(folder: string): Promise<readonly Doc[]> {
  const task = await memoryTask({
    output_type: 'generate_until',
    doc_to_text: 'Q',
    doc_to_target: 'A',
    dataset_kwargs: { data_files: { test: 'data.jsonl' } },
  })
  return (await loadDocuments(task, { root: folder, datasets: {} })).docs
}

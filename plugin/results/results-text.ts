import { dictFromEntries, dictGet, dictKeys, jsonDumps, type PyDict, pyStr } from '../python/index.ts'
import { sanitizeModelName } from './file-names.ts'
import { textHash } from './hashes.ts'
import { serialisable } from './serialisable.ts'

/** What a results file says about the run beside its figures. */
export interface RunFacts {
  /** Kind of model: the harness's `--model`. */
  modelSource: string | null
  modelName: string
  systemInstruction?: string | null | undefined
  /** Few-shot examples are turns of their own. Undefined: not asked for. */
  fewshotAsMultiturn?: boolean | null | undefined
  chatTemplate?: string | null | undefined
  /** Wall time in seconds. */
  seconds: number
}

/**
 * Text of a `results_*.json` file (metrics-spec.md, 6.2): the results object without its samples, then the tasks' hashes and what is
 * known of the run, indented by two, without a final newline.
 * @param results the results object, keys in their order
 * @param hashes hash of each task's samples; empty where they were not kept
 */
export function resultsText(results: PyDict, hashes: ReadonlyMap<string, string>, run: RunFacts): string {
  const entries = [
    ...dictKeys(results)
      .filter(key => key !== 'samples')
      .map(key => [key, serialisable(dictGet(results, key))] as const),
    ['task_hashes', dictFromEntries([...hashes])] as const,
    ...runEntries(run),
  ]
  return jsonDumps(dictFromEntries(entries), { indent: 2, ensureAscii: false })
}

function runEntries(run: RunFacts): [key: string, value: unknown][] {
  const { modelSource, modelName, systemInstruction = null, chatTemplate = null } = run
  return [
    ['model_source', modelSource],
    ['model_name', modelName],
    ['model_name_sanitized', sanitizeModelName(modelName)],
    ['system_instruction', systemInstruction],
    ['system_instruction_sha', hashOf(systemInstruction)],
    ['fewshot_as_multiturn', run.fewshotAsMultiturn ?? null],
    ['chat_template', chatTemplate],
    ['chat_template_sha', hashOf(chatTemplate)],
    ['total_evaluation_time_seconds', pyStr(run.seconds)],
  ]
}

/** An empty text has no hash. */
function hashOf(text: string | null): string | null {
  return text === null || text === '' ? null : textHash(text)
}

import type { TaskEvaluation } from '../../../plugin/evaluation/task-evaluation.ts'
import { inCaseFolder } from '../runner/case-folder.ts'
import { compare } from '../runner/compare.ts'
import { openCase } from '../runner/open-case.ts'
import { type CaseRow, type CheckCase, type Difference, outcomeOf } from '../runner/outcome.ts'

interface RankOptions {
  world_size: number
  limit: number | null
  samples: number[] | null
  num_fewshot: number
  fewshot_seed: number
}

/** Documents and prompts of each of several processes that share a task. */
export const checkRank: CheckCase = row =>
  inCaseFolder(row as { files?: Record<string, string>; data?: Record<string, unknown[]> }, async folder => {
    const ranks = row.expected.per_rank as unknown[]
    const differences: Difference[] = []
    for (const [rank, recorded] of ranks.entries()) {
      differences.push(...(await compareRank(row, folder, rank, recorded)))
    }
    return outcomeOf(differences)
  })

async function compareRank(
  row: CaseRow,
  folder: string,
  rank: number,
  recorded: unknown,
): Promise<Difference[]> {
  const options = row.options as unknown as RankOptions
  const where = `per_rank[${rank}]`
  let found: unknown[]
  try {
    const { evaluations } = await openCase({ ...row, options: caseOptions(options) }, folder, {
      part: { index: rank, of: options.world_size },
    })
    const [evaluation] = evaluations as [TaskEvaluation]
    found = evaluation.order.map((docId, position) => {
      const [request] = evaluation.requests(docId).requests
      const context = request !== undefined && 'context' in request ? request.context : undefined
      // With samples the harness numbers the selection, not the documents.
      return [options.samples === null ? docId : rank + position * options.world_size, context]
    })
  } catch (error) {
    return Array.isArray(recorded) ? [{ where, recorded, found: (error as Error).message }] : []
  }
  return compare(where, recorded, found)
}

function caseOptions({ limit, samples, num_fewshot, fewshot_seed }: RankOptions): Record<string, unknown> {
  return {
    num_fewshot,
    fewshot_seed,
    ...(limit === null ? {} : { limit }),
    ...(samples === null ? {} : { samples: { t: samples } }),
  }
}

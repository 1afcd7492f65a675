/**
 * Runs recorded cases of lm-eval 0.4.13 through the product and says where they differ.
 *
 *     npm run conformance -- DIR... [--show ID]
 *
 * Every `*.jsonl` below the folders is a case file. A line for each file, then `N passed, M failed`; the exit code is 1
 * where one failed. Cases that need a Python function without a translation are listed by id.
 */
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { pyRepr } from '../../plugin/python/index.ts'
import { checkCase } from './kinds/index.ts'
import type { CaseRow, Outcome } from './runner/outcome.ts'
import { caseFiles, readCases } from './runner/read-cases.ts'

const { values, positionals } = parseArgs({
  args: process.argv.slice(process.argv.indexOf('--') + 1),
  allowPositionals: true,
  options: { show: { type: 'string', multiple: true, default: [] } },
})

if (positionals.length === 0) {
  console.error('Name at least one folder of case files: npm run conformance -- DIR... [--show ID]')
  process.exit(2)
}

const totals = { passed: 0, failed: 0 }
const notRun: string[] = []
for (const file of caseFiles(positionals)) {
  const counts = { passed: 0, failed: [] as string[], notRun: 0 }
  for (const row of readCases(file)) {
    if (values.show.length > 0 && !values.show.includes(row.id)) continue
    const outcome = await attempt(row)
    if (outcome.status === 'passed') counts.passed += 1
    if (outcome.status === 'failed') counts.failed.push(row.id)
    if (outcome.status === 'not run') {
      counts.notRun += 1
      notRun.push(`${row.id} (${outcome.reason})`)
    }
    if (values.show.includes(row.id)) show(row, outcome)
  }
  totals.passed += counts.passed
  totals.failed += counts.failed.length
  if (values.show.length > 0 && counts.passed + counts.failed.length + counts.notRun === 0) continue
  const more = counts.notRun === 0 ? '' : `, ${counts.notRun} not run`
  const ids =
    counts.failed.length === 0
      ? ''
      : `: ${counts.failed.slice(0, 12).join(' ')}${counts.failed.length > 12 ? ' …' : ''}`
  console.log(`${relative('.', file)}: ${counts.passed} passed, ${counts.failed.length} failed${more}${ids}`)
}
if (notRun.length > 0) console.log(`Not run, for want of a translation: ${notRun.join(', ')}`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1

async function attempt(row: CaseRow): Promise<Outcome> {
  try {
    return await checkCase(row)
  } catch (error) {
    const found = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { status: 'failed', differences: [{ where: 'the runner', recorded: 'an outcome', found }] }
  }
}

function show(row: CaseRow, outcome: Outcome): void {
  console.log(`\n${row.id}${row.note === undefined ? '' : ` (${row.note})`}: ${outcome.status}`)
  const files = (row.files ?? {}) as Record<string, string>
  for (const [name, text] of Object.entries(files)) console.log(`--- ${name}\n${text.trimEnd()}`)
  if (row.options !== undefined) console.log(`--- options ${JSON.stringify(row.options)}`)
  if (outcome.status !== 'failed') return
  for (const { where, recorded, found } of outcome.differences) {
    console.log(`${where}\n  recorded ${shown(recorded)}\n  found    ${shown(found)}`)
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  try {
    return pyRepr(value)
  } catch {
    return String(value)
  }
}

import { codePoints, jsonDumps, pyRepr } from '../python/index.ts'
import { escapeText } from '../report/escape.ts'
import type { Request } from '../task/types.ts'
import type { DocumentView } from './document-view.ts'
import type { Token, TokenView } from './request-tokens.ts'
import { alignColumns, framed, quote } from './terminal-text.ts'

/**
 * The view for a reader: facts, each different prompt as it is, the requests, and where known their tokens.
 * @param shown tokens of a context's start, and of a continuation, that are shown
 */
export function documentText(view: DocumentView, shown: number): string {
  const parts = [facts(view), ...prompts(view), requestList(view), ...tokenParts(view, shown)]
  const warnings = view.warnings.map(message => `! ${escapeText(message)}`)
  return [...parts, ...(warnings.length > 0 ? [warnings.join('\n')] : [])].join('\n\n')
}

function facts(view: DocumentView): string {
  const { document, row } = view
  const rows: [string, string][] = [
    ['task', `${view.task}${view.version === null ? '' : `, version ${view.version}`}`],
    ['file', view.file],
    ['document', `${document.docId} of ${view.total} (split ${view.split})${row === null ? '' : `, ${row}`}`],
    ['output type', view.outputType],
    ['few-shot', fewshot(view)],
    ['target', typeof document.target === 'string' ? quote(document.target) : pyRepr(document.target)],
  ]
  if (document.choices !== undefined) {
    rows.push(['choices', document.choices.map((choice, index) => `${index} ${quote(choice)}`).join('  ')])
  }
  if (typeof document.gold !== 'string') rows.push(['gold', pyRepr(document.gold)])
  return alignFacts(rows)
}

function alignFacts(rows: readonly [string, string][]): string {
  const [first, ...rest] = rows
  return alignColumns(first as [string, string], rest).join('\n')
}

function fewshot({ numFewshot, fewshotOrigin, document: { fewshotIds } }: DocumentView): string {
  if (numFewshot <= 0) return 'none'
  const from = fewshotOrigin === null ? '' : ` of ${fewshotOrigin}`
  return `${numFewshot}: documents ${fewshotIds.join(', ')}${from}`
}

/** Requests that share a prompt are named together. */
function prompts({ requests }: DocumentView): string[] {
  const holders = new Map<string, number[]>()
  for (const [place, { request }] of requests.entries()) {
    const text = promptOf(request)
    holders.set(text, [...(holders.get(text) ?? []), place])
  }
  return [...holders].map(([text, places]) => {
    const whose =
      holders.size === 1 ? '' : ` of ${places.length === 1 ? 'request' : 'requests'} ${places.join(', ')}`
    const noun = requests[0]?.request.type === 'loglikelihood_rolling' ? 'Text' : 'Prompt'
    return text === '' ? `${noun}${whose}: empty` : `${noun}${whose} (⏎ newline, ∎ end):\n${framed(text)}`
  })
}

function promptOf(request: Request): string {
  return request.type === 'loglikelihood_rolling' ? request.text : request.context
}

function requestList({ requests }: DocumentView): string {
  const lines = requests.map(({ request }, place) => `  ${place}  ${describe(request)}`)
  return ['Requests:', ...lines].join('\n')
}

function describe(request: Request): string {
  switch (request.type) {
    case 'loglikelihood':
      return `loglikelihood  ${tail(request.context)} → ${quote(request.continuation)}`
    case 'loglikelihood_rolling':
      return `loglikelihood_rolling  ${tail(request.text)}`
    case 'generate_until':
      return `generate_until  ${tail(request.context)} → ${escapeText(jsonDumps(request.settings, { ensureAscii: false }))}`
  }
}

const tailLength = 40

function tail(text: string): string {
  const points = codePoints(text)
  return points.length <= tailLength ? quote(text) : `…${quote(points.slice(-tailLength).join(''))}`
}

function tokenParts({ requests }: DocumentView, shown: number): string[] {
  const lines = requests.flatMap(({ tokens }, place) =>
    (tokens ?? []).flatMap((window, index, all) => {
      const which = all.length === 1 ? '' : `, window ${index + 1} of ${all.length}`
      return [
        `  ${place}${which}  ${counts(window)}`,
        ...tokenLines(window, shown).map(line => `     ${line}`),
      ]
    }),
  )
  return lines.length === 0 ? [] : [['Tokens:', ...lines].join('\n')]
}

function counts({ context, continuation, truncated, alone }: TokenView): string {
  const parts = [`${context.length} of context`]
  if (continuation.length > 0) parts.push(`${continuation.length} of continuation`)
  if (truncated > 0) parts.push(`${truncated} cut off on the left`)
  if (alone) parts.push('the continuation encoded by itself')
  return parts.join(', ')
}

function tokenLines({ context, continuation }: TokenView, shown: number): string[] {
  const first = `first   ${list(context.slice(0, shown))}${context.length > shown ? ' …' : ''}`
  if (continuation.length === 0) return [first]
  const before = context.slice(-3)
  const scored = continuation.slice(0, shown)
  const border = `${context.length > before.length ? '… ' : ''}${list(before)} ║ ${list(scored)}`
  return [first, `border  ${border}${continuation.length > shown ? ' …' : ''}`]
}

function list(tokens: readonly Token[]): string {
  return tokens.map(({ id, text }) => `${id} ${quote(text)}`).join(' · ')
}

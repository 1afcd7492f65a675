import { split } from '../../../python/index.ts'
import type { Budget } from '../budget.ts'
import { Fault } from '../fault.ts'
import { findText } from '../search-text.ts'
import { entities, looseEntities } from './html-entities.ts'

/**
 * What MarkupSafe's `striptags` makes of HTML: no comments and tags, white space run together, entities resolved.
 * A comment or tag that is not closed ends the search for more, and stays.
 */
export function stripTags(html: string, budget: Budget): string {
  budget.spendScan(html.length)
  const text = split(withoutTags(html, budget)).join(' ')
  return text.replace(
    /&(?:#([0-9]+|[xX][0-9a-fA-F]+);?|([^\t\n\f <&#;]{1,32};?))/g,
    (all, code?: string, name?: string) => (code === undefined ? named(all, name as string) : numbered(code)),
  )
}

function withoutTags(html: string, budget: Budget): string {
  const parts: string[] = []
  let from = 0
  for (;;) {
    const start = html.indexOf('<', from)
    if (start < 0) break
    const comment = html.startsWith('<!--', start)
    const end = findText(html, comment ? '-->' : '>', comment ? start + 4 : start, budget)
    if (end < 0) break
    parts.push(html.slice(from, start))
    from = end + (comment ? 3 : 1)
  }
  parts.push(html.slice(from))
  return parts.join('')
}

/** The longest name that HTML has at the start counts; without one the text stays. */
function named(all: string, name: string): string {
  if (name.endsWith(';')) {
    const known = entities.get(name.slice(0, -1))
    if (known !== undefined) return known
  }
  for (let length = Math.min(name.length, longestLoose); length > 1; length--) {
    const known = looseEntities.get(name.slice(0, length))
    if (known !== undefined) return known + name.slice(length)
  }
  if (name.endsWith(';') && /^[A-Za-z][A-Za-z0-9]+;$/.test(name))
    throw new Fault(
      `striptags knows the entities of HTML 4, which ${all} is none of; write its character instead`,
    )
  return all
}

const longestLoose = 6

/** What browsers make of the numbers 128 to 159, which are code page 1252; 0 where the number stays itself. */
const westernEuropean = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d,
  0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a,
  0x153, 0x9d, 0x17e, 0x178,
]

function numbered(code: string): string {
  const number = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
  if (number >= 0x80 && number <= 0x9f) return String.fromCharCode(westernEuropean[number - 0x80] as number)
  if (number === 0x0d) return '\r'
  if (number === 0 || number > 0x10ffff || (number >= 0xd800 && number <= 0xdfff)) return '\ufffd'
  return isNoCharacter(number) ? '' : String.fromCodePoint(number)
}

/** Control characters and the code points that are no characters leave nothing. */
function isNoCharacter(number: number): boolean {
  if (number >= 0xfdd0 && number <= 0xfdef) return true
  if ((number & 0xfffe) === 0xfffe) return true
  return number < 0x20 ? ![0x9, 0xa, 0xc].includes(number) : number >= 0x7f && number < 0xa0
}

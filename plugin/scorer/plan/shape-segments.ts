import { lengthOf, type Segment } from './segment.ts'

export interface ShapeLimits {
  /** Whether the model can go on from a key/value cache; without one, every sequence is run over whole. */
  canContinue: boolean
  /** Tokens that the model runs over at once in one row; longer segments become chains, where it can continue. */
  rowTokens: number
  /** Tokens that a further row costs in time, whatever is in it. */
  rowCost: number
}

/**
 * Turns a prefix tree into segments that are worth a run of their own: a beginning that saves too little is run over again by
 * everything that goes on from it, and what is too long for one run is cut.
 */
export function shapeSegments(roots: readonly Segment[], limits: ShapeLimits): Segment[] {
  const shaped: Segment[] = []
  const open = roots.map(segment => ({ segment, siblings: shaped })).reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { segment, siblings } = next
    let { children } = segment
    let into = siblings
    if (children.length > 0 && !isWorthARun(segment, limits)) {
      children = children.map((child, index) => joined(segment, child, index === 0))
    } else {
      into = []
      siblings.push(cut({ ...segment, children: into }, limits))
    }
    for (const child of children.toReversed()) open.push({ segment: child, siblings: into })
  }
  return shaped
}

function isWorthARun(segment: Segment, { canContinue, rowCost }: ShapeLimits): boolean {
  const { length } = segment.children
  return canContinue && (length - 1) * lengthOf(segment) >= (length + 1) * rowCost
}

/** A child that begins where its parent does; the first one answers what the parent is asked. */
function joined({ start, wanted }: Segment, child: Segment, isFirst: boolean): Segment {
  return { ...child, start, wanted: isFirst ? [...wanted, ...child.wanted] : child.wanted }
}

function cut(segment: Segment, limits: ShapeLimits): Segment {
  const { rowTokens, canContinue } = limits
  if (!canContinue || lengthOf(segment) <= rowTokens) return segment
  const at = segment.start + rowTokens
  const rest = cut(
    { ...segment, start: at, wanted: segment.wanted.filter(({ place }) => place >= at) },
    limits,
  )
  const wanted = segment.wanted.filter(({ place }) => place < at)
  return { ...segment, end: at, wanted, children: [rest] }
}

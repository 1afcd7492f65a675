import type { Node } from './syntax.ts'

/** Whether the pattern has a node of a kind. */
export function some(node: Node, is: (node: Node) => boolean): boolean {
  return is(node) || inner(node).some(child => some(child, is))
}

/** Whether a group stands inside of a repetition. */
export function hasRepeatedGroup(node: Node, repeated: boolean): boolean {
  if (node.type === 'group' && repeated) return true
  const inside = repeated || (node.type === 'repeat' && node.max > 1)
  return inner(node).some(child => hasRepeatedGroup(child, inside))
}

/** The fewest characters that a match can have. */
export function fewest(node: Node): number {
  switch (node.type) {
    case 'character':
      return 1
    case 'sequence':
      return node.items.reduce((sum, item) => sum + fewest(item), 0)
    case 'choice':
      return Math.min(...node.branches.map(fewest))
    case 'group':
    case 'atomic':
      return fewest(node.body)
    case 'conditional':
      return Math.min(fewest(node.yes), fewest(node.no))
    case 'repeat':
      return node.min === 0 ? 0 : node.min * fewest(node.body)
  }
  return 0
}

function inner(node: Node): Node[] {
  switch (node.type) {
    case 'sequence':
      return node.items
    case 'choice':
      return node.branches
    case 'group':
    case 'atomic':
    case 'look':
    case 'repeat':
      return [node.body]
    case 'conditional':
      return [node.yes, node.no]
  }
  return []
}

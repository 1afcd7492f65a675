import type { Node } from './syntax.ts'

/** Fewest and most characters that a node takes; groups by number, for references. */
export function widthOf(node: Node, groups: ReadonlyMap<number, Node>): [least: number, most: number] {
  switch (node.type) {
    case 'character':
      return [1, 1]
    case 'assertion':
    case 'look':
      return [0, 0]
    case 'sequence':
      return node.items
        .map(item => widthOf(item, groups))
        .reduce(([least, most], [low, high]) => [least + low, most + high], [0, 0])
    case 'choice':
      return either(node.branches.map(branch => widthOf(branch, groups)))
    case 'conditional':
      return either([widthOf(node.yes, groups), widthOf(node.no, groups)])
    case 'group':
    case 'atomic':
      return widthOf(node.body, groups)
    case 'reference': {
      const body = groups.get(node.index)
      return body === undefined ? [0, Number.POSITIVE_INFINITY] : widthOf(body, groups)
    }
    case 'repeat': {
      const [low, high] = widthOf(node.body, groups)
      return [low * node.min, high === 0 || node.max === 0 ? 0 : high * node.max]
    }
  }
}

function either(widths: readonly [number, number][]): [number, number] {
  return [Math.min(...widths.map(([least]) => least)), Math.max(...widths.map(([, most]) => most))]
}

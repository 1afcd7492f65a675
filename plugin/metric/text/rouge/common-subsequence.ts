/** Length of the longest common subsequence of two lists. */
export function commonLength(first: readonly string[], second: readonly string[]): number {
  let above = new Uint32Array(second.length + 1)
  for (const word of first) {
    const row = new Uint32Array(second.length + 1)
    for (let column = 1; column <= second.length; column++) {
      row[column] =
        word === second[column - 1]
          ? (above[column - 1] as number) + 1
          : Math.max(above[column] as number, row[column - 1] as number)
    }
    above = row
  }
  return above.at(-1) as number
}

/**
 * Positions in `first`, ascending, of its longest common subsequence with `second`; of several that which rouge-score 0.1.2
 * reads out of the table of lengths.
 */
export function commonPositions(first: readonly string[], second: readonly string[]): number[] {
  const lengths = lengthTable(first, second)
  const width = second.length + 1
  const positions: number[] = []
  let row = first.length
  let column = second.length
  while (row > 0 && column > 0) {
    if (first[row - 1] === second[column - 1]) {
      positions.push(row - 1)
      row -= 1
      column -= 1
    } else if (
      (lengths[row * width + column - 1] as number) > (lengths[(row - 1) * width + column] as number)
    ) {
      column -= 1
    } else row -= 1
  }
  return positions.reverse()
}

/** At row i and column j the length for the first i words of one list and the first j of the other, row by row. */
function lengthTable(first: readonly string[], second: readonly string[]): Uint32Array {
  const width = second.length + 1
  const lengths = new Uint32Array((first.length + 1) * width)
  for (let row = 1; row <= first.length; row++) {
    for (let column = 1; column < width; column++) {
      const at = row * width + column
      lengths[at] =
        first[row - 1] === second[column - 1]
          ? (lengths[at - width - 1] as number) + 1
          : Math.max(lengths[at - width] as number, lengths[at - 1] as number)
    }
  }
  return lengths
}

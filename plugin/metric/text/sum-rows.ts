/** Adds up rows of one length, column by column, in the order given. */
export function sumRows(rows: readonly (readonly number[])[]): number[] {
  const sums = (rows[0] ?? []).map(() => 0)
  for (const row of rows)
    for (const [column, value] of row.entries()) sums[column] = (sums[column] as number) + value
  return sums
}

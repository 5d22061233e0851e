export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Returns the value that `percent` of the values do not exceed. */
export function percentile(values: number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN
}

/** Returns a text table. The first column is left-aligned, the others right-aligned. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Returns a line per contestant: its median, and the ratio to the first one's. */
export function tableOf(medians: Map<string, number[]>, columns: string[], first: string): string {
  const ours = medians.get(first) ?? []
  const rows = [...medians].map(([name, values]) => [
    name,
    ...values.flatMap((value, column) => [
      value.toFixed(0),
      `${(value / (ours[column] ?? Number.NaN)).toFixed(2)} ×`,
    ]),
  ])
  return table([['', ...columns.flatMap((column) => [column, `of ${first}`])], ...rows])
}

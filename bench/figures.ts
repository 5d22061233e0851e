/**
 * The short form uses little data and few requests. It shows that a bench still works, but its figures mean nothing.
 */
export const isShort = process.argv.includes('--short')

export const say = (line: string) => console.log(line)

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Returns the smallest value that `percent` of the values do not exceed. */
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

const missed: string[] = []

/** Compares a figure with its aim and returns 'met' or 'missed'. Throws if the figure is missing. */
export function judge(name: string, figure: number, aim: { most: number } | { least: number }): string {
  if (!Number.isFinite(figure)) throw new Error(`${name} was not measured.`)
  const isMet = 'most' in aim ? figure <= aim.most : figure >= aim.least
  if (!isMet) missed.push(name)
  return isMet ? 'met' : 'missed'
}

/** Says whether all aims were met. If an aim was missed, the process exits with 1, except in the short form. */
export function conclude(): void {
  say(`\n${missed.length === 0 ? 'All aims are met.' : `Missed: ${missed.join('; ')}.`}`)
  if (missed.length > 0 && !isShort) process.exitCode = 1
}

/** Runs contestants in turns, so that other work on the machine affects all of them. Returns their medians. */
export async function compareInTurns<Name extends string>(
  contestants: Record<Name, (round: number) => Promise<number>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const all = Object.entries(contestants) as [Name, (round: number) => Promise<number>][]
  const figures = new Map<Name, number[]>(all.map(([name]) => [name, []]))
  // Round 0 compiles code and opens connections, so its figures are discarded.
  for (let round = 0; round <= rounds; round++)
    for (const [name, run] of all) {
      const figure = await run(round)
      if (round > 0) figures.get(name)?.push(figure)
    }
  return Object.fromEntries([...figures].map(([name, values]) => [name, median(values)])) as Record<
    Name,
    number
  >
}

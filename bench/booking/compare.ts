import { median } from './table.ts'
import type { Tally } from './target.ts'

export type Kind = 'hot' | 'many'
export type Contestant = {
  name: string
  /** Books for `time` milliseconds: one slot per round, or all slots. */
  run: (kind: Kind, round: number, milliseconds: number) => Promise<Tally>
}

const kinds: Kind[] = ['hot', 'many']

/** Bookings per second, by contestant. */
export type Rates = Map<string, Record<Kind, number>>

/** Runs all contestants in turns, so that other work on the machine affects each of them. Returns their medians. */
export async function compare(
  contestants: Contestant[],
  { rounds, milliseconds, say }: { rounds: number; milliseconds: number; say: (line: string) => void },
): Promise<Rates> {
  // Warms up first: code is compiled and connections are opened.
  for (const { run } of contestants) for (const kind of kinds) await run(kind, rounds, 200)

  const rates = new Map(contestants.map(({ name }) => [name, { hot: [] as number[], many: [] as number[] }]))
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of contestants)
      for (const kind of kinds) {
        const { done, failed, elapsed } = await run(kind, round, milliseconds)
        rates.get(name)?.[kind].push((done / elapsed) * 1000)
        if (failed > 0) say(`${name}: ${failed} of ${done + failed} refused`)
      }
    say(`Round ${round + 1} of ${rounds}`)
  }
  return new Map([...rates].map(([name, { hot, many }]) => [name, { hot: median(hot), many: median(many) }]))
}

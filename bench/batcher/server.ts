// The site with the batcher, and with what a batch wrote not read again for the answer.
import { readFile } from 'node:fs/promises'

import { type Placed, serveSite, type Wish } from '../booking/site.ts'
import { createBatcher } from './batcher.ts'

await serveSite({
  // Whoever waits for a batch holds no connection.
  at_once: 128,
  prepare: async (sql) => sql.unsafe(await readFile(new URL('place-bookings.sql', import.meta.url), 'utf8')),
  place: (sql) => {
    const batcher = createBatcher<{ wish: Wish; now: Date }, Placed>({
      most: 64,
      longest: 1000,
      alone: async ({ wish, now }) => {
        const [placed] = await sql<[Placed]>`select * from place_booking_by_start(${sql.json(wish)}, ${now})`
        return placed
      },
      together: async (asked) => {
        const wishes = sql.json(asked.map(({ wish }) => wish))
        const rows = await sql<(Placed & { turn: number })[]>`
          select * from place_bookings(array(select jsonb_array_elements(${wishes}::jsonb)), ${asked[0]?.now ?? null})`
        const outcomes: Placed[] = []
        for (const { turn, ...placed } of rows) outcomes[turn - 1] = placed
        return outcomes
      },
    })
    return (wish, now) => batcher.place({ wish, now })
  },
})

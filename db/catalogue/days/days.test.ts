import { expect, test } from 'vitest'

import { daysOf, positionOf, timed } from '../../../app/explore/itineraries/itinerary.ts'
import { findItinerary } from '../../../app/explore/itineraries/itinerary.server.ts'
import { readOpenings } from '../../../app/explore/itineraries/open-itinerary.server.ts'
import { passThrough } from '../../../app/explore/itineraries/day-times.ts'
import { estimateLegs } from '../../../app/explore/itineraries/drive.ts'
import { ownDatabase } from '../../../test/database.ts'
import { loadCatalogue } from '../load.ts'
import { starterDays } from './days.ts'

const sql = await ownDatabase()
const now = new Date('2026-11-21T08:00:00Z')
const load = () => loadCatalogue(sql, { which: 'demo', today: '2026-11-21', report: () => {} })
await load()

async function read(id: string) {
  const itinerary = await findItinerary(sql, id, { key_hash: null, share_id: null }, now)
  if (!itinerary) throw new Error(`There is no itinerary ${id}`)
  return itinerary
}

test('publishes the first itineraries once, and restores deleted ones only if all are deleted', async () => {
  const count = async () => (await sql`select id from itineraries where is_curated`).count
  expect(await count()).toBe(starterDays.length)
  await sql`delete from itineraries where id = ${starterDays[2]?.id ?? ''}`
  await load()
  expect(await count()).toBe(starterDays.length - 1)
  await sql`delete from itineraries where is_curated`
  await load()
  expect(await count()).toBe(starterDays.length)
})

test('the party can book every visit at its planned start, on a Saturday in November, February, May and September', async () => {
  for (const { id } of starterDays)
    for (const visit_date of ['2026-11-28', '2027-02-13', '2027-05-15', '2027-09-18']) {
      const itinerary = await read(id)
      const openings = await readOpenings(sql, { ...itinerary, visit_date }, now)
      const kinds = [...openings.values()].map(({ kind }) => kind)
      expect({ id, visit_date, kinds }).toEqual({ id, visit_date, kinds: kinds.map(() => 'free') })
      expect(kinds.length).toBeGreaterThan(0)
    }
})

test('the party arrives at every stop in time, a quarter of an hour early', async () => {
  for (const { id } of starterDays)
    for (const { day, stops } of daysOf((await read(id)).stops)) {
      const legs = estimateLegs(stops.map(positionOf))
      const reached = passThrough(stops.map(timed), legs, 540).map((passing) => passing.reached)
      expect({ id, day, reached }).toEqual({ id, day, reached: stops.map(() => 'in_time') })
      expect(stops.map(positionOf)).not.toContain(null)
    }
})

import type { Transaction } from '../../../app/platform/database/database.server.ts'
import { cuckooFurlong } from '../demo/cuckoo-furlong.ts'
import type { DemoEstate } from '../demo/estate.ts'
import { flintmere } from '../demo/flintmere.ts'
import { hollowdown } from '../demo/hollowdown.ts'
import { marlAndThistle } from '../demo/marl-and-thistle.ts'

/** A visit to a demonstration estate, or a stop at another place. */
type StarterStop = { day: number; note?: string } & (
  | { vineyard_id: string; experience_id: string; start_time: string }
  | { name: string; latitude: number; longitude: number; minutes: number; start_time?: string }
)

type StarterDay = {
  id: string
  title: string
  summary: string
  begins_at: string
  party: number
  published_at: string
  stops: StarterStop[]
}

function visit(
  day: number,
  estate: DemoEstate,
  title: string,
  start_time: string,
  note?: string,
): StarterStop {
  const experience = estate.experiences.find((each) => each.title === title)
  if (!experience) throw new Error(`${estate.name} has no ${title}`)
  return { day, vineyard_id: estate.id, experience_id: experience.id, start_time, note }
}

const id = (n: number) => `da500000-0000-4000-8000-${String(n).padStart(12, '0')}`

/**
 * The first itineraries. Their first day is a Saturday. The party can book each visit at its planned start, in summer and in
 * winter. Towns and hills are real.
 */
export const starterDays: StarterDay[] = [
  {
    id: id(1),
    title: 'A Saturday under the South Downs',
    summary:
      'Clay and a glass at Ditchling, lunch in Lewes, and an afternoon with the two sisters of Cuckoo Furlong. Never more than half an hour between stops.',
    party: 2,
    begins_at: '10:00',
    published_at: '2026-03-02T09:00:00Z',
    stops: [
      visit(0, marlAndThistle, 'A Glass at the Wheel', '10:30', 'Wear sleeves that you can roll up.'),
      {
        day: 0,
        name: 'Lunch in Lewes',
        latitude: 50.8739,
        longitude: 0.0088,
        minutes: 75,
        start_time: '12:45',
        note: 'Cliffe High Street has pubs and bakers from one end to the other.',
      },
      visit(0, cuckooFurlong, 'The Sisters’ Tour', '15:00'),
    ],
  },
  {
    id: id(2),
    title: 'Two days from the Cuckmere into Kent',
    summary:
      'Sparkling wine from the inside on Saturday, the sea in between, and on Sunday a long lunch where hops used to grow.',
    party: 4,
    begins_at: '09:30',
    published_at: '2026-03-09T09:00:00Z',
    stops: [
      visit(0, hollowdown, 'Traditional Method Masterclass', '10:00'),
      {
        day: 0,
        name: 'Walk at Cuckmere Haven',
        latitude: 50.776,
        longitude: 0.153,
        minutes: 90,
        start_time: '13:00',
        note: 'From the visitor centre to the beach and back, flat all the way. Take something to eat.',
      },
      visit(0, cuckooFurlong, 'Barn Tasting', '16:30'),
      {
        day: 1,
        name: 'A morning in Rye',
        latitude: 50.9503,
        longitude: 0.7339,
        minutes: 75,
        start_time: '10:30',
        note: 'Mermaid Street is steep and cobbled.',
      },
      visit(1, flintmere, "Ploughman's and Bacchus", '12:30'),
    ],
  },
  {
    id: id(3),
    title: 'An afternoon and a supper at Ditchling',
    summary: 'Up to the Beacon for the view, down to the potter’s wheel for a glass, and supper by the kiln.',
    party: 2,
    begins_at: '13:00',
    published_at: '2026-03-16T09:00:00Z',
    stops: [
      {
        day: 0,
        name: 'Ditchling Beacon',
        latitude: 50.9017,
        longitude: -0.1065,
        minutes: 60,
        start_time: '13:30',
        note: 'The car park lies just below the top. Bring a coat whatever the month.',
      },
      visit(0, marlAndThistle, 'A Glass at the Wheel', '15:30'),
      visit(0, marlAndThistle, 'Kiln Supper', '18:30', 'Agree on a driver, or leave the car at home.'),
    ],
  },
]

/**
 * Adds the first itineraries if there is no curated itinerary at all, so that a single deleted itinerary
 * stays deleted. Returns how many were added.
 */
export async function loadStarterDays(sql: Transaction): Promise<number> {
  const [{ exists }] = await sql<[{ exists: boolean }]>`
    select exists (select from itineraries where is_curated) as exists`
  if (exists) return 0
  for (const { stops, ...day } of starterDays) {
    await sql`insert into itineraries ${sql({ ...day, is_curated: true })}`
    const rows = stops.map((stop, n) => ({ ...stop, place: n + 1 }))
    await sql`
      insert into itinerary_stops (
        itinerary_id, place, day, vineyard_id, experience_id, name, note, start_time, minutes, latitude, longitude
      )
      select
        ${day.id}, s.place, s.day, s.vineyard_id, s.experience_id, s.name, s.note, s.start_time, s.minutes,
        s.latitude, s.longitude
      from jsonb_populate_recordset(null::itinerary_stops, ${JSON.stringify(rows)}::text::jsonb) s
      order by s.place`
  }
  return starterDays.length
}

import { chanceOf } from './chance.ts'
import { offers, openings, streets, vineyardFirst, vineyardLast, vineyardSecond } from './words.ts'

/** A town with its county, and degrees. */
export type SimulatedTown = { city: string; region: string; latitude: number; longitude: number }

export type SimulatedPattern = { id: string; days: readonly number[]; start: string; capacity: number }
export type SimulatedExperience = {
  id: string
  title: string
  type: string
  minutes: number
  /** In pence. */
  price: number
  least: number
  most: number
  is_instant: boolean
  patterns: SimulatedPattern[]
}
export type SimulatedVineyard = SimulatedTown & {
  id: string
  name: string
  address: string
  postcode: string
  phone: string
  is_verified: boolean
  experiences: SimulatedExperience[]
}

const usuallyOffers = 3

/** The n-th vineyard of a seed with its experiences and their weekly patterns; the same every time. */
export function simulateVineyard(
  seed: number,
  n: number,
  places: readonly SimulatedTown[],
  experiences: number = usuallyOffers,
): SimulatedVineyard {
  const chance = chanceOf(seed, 2 * n)
  const place = chance.pick(places)
  const near = (degrees: number) => Math.round((degrees + (chance.share() - 0.5) * 0.12) * 1e5) / 1e5
  const firstOffer = chance.whole(0, offers.length - 1)
  const area = place.city
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 2)
    .toUpperCase()
  return {
    ...place,
    id: chance.id(),
    name: `${chance.pick(vineyardFirst)} ${chance.pick(vineyardSecond)} ${chance.pick(vineyardLast)}`,
    address: `${chance.whole(1, 240)} ${chance.pick(streets)}`,
    // No outcode ends in 00: nobody lives there. Telephone numbers are those kept for drama.
    postcode: `${area}00 ${chance.whole(1, 9)}CV`,
    phone: `01632 960${String(chance.whole(0, 999)).padStart(3, '0')}`,
    latitude: near(place.latitude),
    longitude: near(place.longitude),
    is_verified: chance.share() < 0.4,
    experiences: Array.from({ length: experiences }, (_, turn) => {
      const offer = offers[(firstOffer + turn) % offers.length] as (typeof offers)[number]
      const opening = chance.pick(openings)
      const capacity = chance.whole(4, 12) * 2
      const most = Math.min(capacity, chance.whole(6, 12))
      const pattern = (days: readonly number[]) => (start: string) => ({
        id: chance.id(),
        days,
        start,
        capacity,
      })
      return {
        id: chance.id(),
        title: chance.pick(offer.titles),
        type: offer.type,
        minutes: offer.minutes + chance.whole(-1, 1) * 15,
        price: Math.round(offer.price * (0.7 + chance.share() * 0.6)) * 100 + chance.pick([0, 50]),
        least: chance.share() < 0.2 ? 2 : 1,
        most,
        is_instant: chance.share() < 0.3,
        patterns: [
          ...opening.starts.map(pattern(opening.days)),
          ...opening.weekend.map(pattern(opening.days.filter((day) => day > 5))),
        ],
      }
    }),
  }
}

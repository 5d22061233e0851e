import { seededRandom } from './random.ts'
import { offers, openings, streets, vineyardFirst, vineyardLast, vineyardSecond } from './names.ts'

/** A town with its county and position in degrees. */
export type SimulatedTown = { city: string; region: string; latitude: number; longitude: number }

export type SimulatedVineyard = ReturnType<typeof simulateVineyard>
export type SimulatedExperience = SimulatedVineyard['experiences'][number]
export type SimulatedPattern = SimulatedExperience['patterns'][number]

const defaultExperiences = 3

/** Returns the n-th vineyard of a seed with its experiences and weekly patterns. The result is always the same. */
export function simulateVineyard(
  seed: number,
  n: number,
  towns: readonly SimulatedTown[],
  experiences: number = defaultExperiences,
) {
  const random = seededRandom(seed, 2 * n)
  const town = random.pick(towns)
  const near = (degrees: number) => Math.round((degrees + (random.share() - 0.5) * 0.12) * 1e5) / 1e5
  const firstOffer = random.whole(0, offers.length - 1)
  const area = town.city
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 2)
    .toUpperCase()
  return {
    ...town,
    id: random.id(),
    name: `${random.pick(vineyardFirst)} ${random.pick(vineyardSecond)} ${random.pick(vineyardLast)}`,
    address: `${random.whole(1, 240)} ${random.pick(streets)}`,
    // No real outcode ends in 00. The telephone numbers are reserved for fiction.
    postcode: `${area}00 ${random.whole(1, 9)}CV`,
    phone: `01632 960${String(random.whole(0, 999)).padStart(3, '0')}`,
    latitude: near(town.latitude),
    longitude: near(town.longitude),
    is_verified: random.share() < 0.4,
    experiences: Array.from({ length: experiences }, (_, index) => {
      const offer = offers[(firstOffer + index) % offers.length] as (typeof offers)[number]
      const opening = random.pick(openings)
      const capacity = random.whole(4, 12) * 2
      const most = Math.min(capacity, random.whole(6, 12))
      const pattern = (days: readonly number[]) => (start: string) => ({
        id: random.id(),
        days,
        start,
        capacity,
      })
      return {
        id: random.id(),
        title: random.pick(offer.titles),
        type: offer.type,
        minutes: offer.minutes + random.whole(-1, 1) * 15,
        // The price per person in pence.
        price: Math.round(offer.price * (0.7 + random.share() * 0.6)) * 100 + random.pick([0, 50]),
        least: random.share() < 0.2 ? 2 : 1,
        most,
        is_instant: random.share() < 0.3,
        patterns: [
          ...opening.starts.map(pattern(opening.days)),
          ...opening.weekend.map(pattern(opening.days.filter((day) => day > 5))),
        ],
      }
    }),
  }
}

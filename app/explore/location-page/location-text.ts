import { formatType } from '../../catalogue/experiences/experience.ts'
import type { CountyVineyard } from '../../catalogue/locations/county.server.ts'
import { type Day, formatDay } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { bearing, formatMiles } from '../search/near.ts'
import { hasPosition, kilometresBetween, type Position } from '../../catalogue/vineyards/position.ts'

/** The facts about the vineyards of a location. `price` is the lowest price, null if there is nothing to book. */
export type LocationFacts = {
  vineyards: CountyVineyard[]
  next_day: Day | null
  types: string[]
  price: number | null
  currency: string | null
  step_free: number
  dogs: number
}

/** The heading, the paragraphs below it and the meta description of a location's page */
export type LocationText = { heading: string; paragraphs: string[]; description: string }

/** Returns the text of a county's page. `towns` are the towns with a page, those with the most vineyards first. */
export function countyText(
  { name }: { name: string },
  facts: LocationFacts,
  towns: { name: string; vineyards: number }[],
): LocationText {
  const heading = `Vineyards ${inLocation(name)}`
  const around = towns.slice(0, 3).map((town) => `${town.name} (${town.vineyards})`)
  const clusters = around.length > 0 ? `They are closest together around ${list.format(around)}.` : null
  return textOfLocation(heading, countySentence(name, facts.vineyards), facts, clusters)
}

/** Returns the text of a town's page. `city` is the nearest large city. */
export function townText(
  { name, position }: { name: string; position: Position | null },
  county: { name: string },
  facts: LocationFacts,
  city: (Position & { name: string }) | null,
): LocationText {
  const heading = `Vineyards in and around ${name}`
  const where =
    position && city
      ? `${name} is ${inLocation(county.name)}, ${formatMiles(kilometresBetween(city, position))} ${bearing(city, position)} of ${city.name}.`
      : `${name} is ${inLocation(county.name)}.`
  return textOfLocation(heading, `${where} ${townSentence(facts.vineyards, position)}`, facts, null)
}

function textOfLocation(
  heading: string,
  opening: string,
  facts: LocationFacts,
  last: string | null,
): LocationText {
  const booking = bookingSentence(facts)
  return {
    heading,
    paragraphs: [opening, [booking, visitSentence(facts)].filter(Boolean).join(' '), last].flatMap(
      (paragraph) => paragraph ?? [],
    ),
    description: `${opening} ${booking}`,
  }
}

/** Up to this number, vineyards are named. For more vineyards, the text says how far they extend. */
const mostNamed = 3

function countySentence(county: string, vineyards: CountyVineyard[]): string {
  const count = countInWords(vineyards.length)
  if (vineyards.length <= mostNamed)
    return `We know ${count} ${inLocation(county)}${demonstrations(vineyards)}: ${list.format(vineyards.map(({ name, city }) => (city ? `${name} at ${city}` : name)))}.`
  const ends = extent(vineyards)
  return `We know ${count} ${inLocation(county)}${demonstrations(vineyards)}${ends ? `, ${ends}` : ''}.`
}

/** Returns how far vineyards extend along the longer axis, such as 'from Westerham in the west to Staple in the east'. */
function extent(vineyards: CountyVineyard[]): string | null {
  const located = vineyards.filter(({ is_demo }) => !is_demo).filter(hasPosition)
  const byLongitude = located.toSorted((a, b) => a.longitude - b.longitude)
  const byLatitude = located.toSorted((a, b) => a.latitude - b.latitude)
  const [west, east, south, north] = [byLongitude[0], byLongitude.at(-1), byLatitude[0], byLatitude.at(-1)]
  if (!west || !east || !south || !north) return null
  const middle = { latitude: south.latitude, longitude: west.longitude }
  const isWide =
    kilometresBetween(middle, { ...middle, longitude: east.longitude }) >=
    kilometresBetween(middle, { ...middle, latitude: north.latitude })
  const [from, to] = isWide ? [west, east] : [south, north]
  if (!from.city || !to.city || from.city === to.city) return null
  return `from ${from.city} in the ${isWide ? 'west' : 'south'} to ${to.city} in the ${isWide ? 'east' : 'north'}`
}

function townSentence(vineyards: CountyVineyard[], position: Position | null): string {
  const count = capitalised(countInWords(vineyards.length))
  const byDistance = position
    ? vineyards
        .filter(({ is_demo }) => !is_demo)
        .filter(hasPosition)
        .map((vineyard) => ({ name: vineyard.name, distance: kilometresBetween(vineyard, position) }))
        .toSorted((a, b) => a.distance - b.distance)
    : []
  const [nearest, furthest] = [byDistance[0], byDistance.at(-1)]
  if (!nearest || !furthest || nearest === furthest)
    return `${count} ${vineyards.length === 1 ? 'is' : 'are'} in and around it${demonstrations(vineyards)}.`
  return `${count} are in and around it${demonstrations(vineyards)}: the nearest is ${nearest.name}, ${formatMiles(nearest.distance)} away, and the furthest ${furthest.name}, ${formatMiles(furthest.distance)}.`
}

/** Returns text such as ', one of them a demonstration estate', so that nobody takes a fictional estate for a real one. */
function demonstrations(vineyards: CountyVineyard[]): string {
  const count = vineyards.filter(({ is_demo }) => is_demo).length
  if (count === 0) return ''
  if (count === vineyards.length)
    return count === 1 ? ', a demonstration estate' : ', all of them demonstration estates'
  return count === 1
    ? ', one of them a demonstration estate'
    : `, ${numberInWords(count)} of them demonstration estates`
}

function bookingSentence({ vineyards, next_day, types, price, currency }: LocationFacts): string {
  const bookable = vineyards.filter(({ bookable: takes }) => takes).length
  if (bookable === 0 || price === null) {
    if (vineyards.length === 1) return 'It doesn’t take bookings here yet; its page says where it is.'
    return `${vineyards.length === 2 ? 'Neither' : 'None'} of them takes bookings here yet; their pages say where they are.`
  }
  const kinds = types.slice(0, 3).map((type) => formatType(type).toLowerCase())
  const how = `from ${formatMoney(price, currency ?? 'GBP')} a person${kinds.length > 0 ? ` (${list.format(kinds)})` : ''}`
  const who =
    vineyards.length === 1
      ? 'You can book a visit here'
      : bookable === 1
        ? 'You can book a visit to one of them here'
        : `You can book a visit to ${bookable === vineyards.length ? 'all' : numberInWords(bookable)} of them here`
  return `${who}, ${how}.${next_day ? ` The next day with places is ${formatDay(next_day)}.` : ''}`
}

function visitSentence({ vineyards, step_free, dogs }: LocationFacts): string {
  const who = (count: number) => (vineyards.length === 1 ? 'it' : `${numberInWords(count)} of them`)
  const parts = [
    step_free > 0 && `${who(step_free)} can be visited without steps, at least in parts`,
    dogs > 0 && `${who(dogs)} ${dogs === 1 ? 'welcomes' : 'welcome'} dogs`,
  ].flatMap((part) => part || [])
  return parts.length === 0 ? '' : `${capitalised(parts.join(', and '))}.`
}

/** Returns the name of a location after 'in' or 'on', such as 'in Kent', 'on the Isle of Wight' or 'in the Vale of Glamorgan'. */
export function inLocation(name: string): string {
  if (/^isles? of /i.test(name)) return `on the ${name}`
  return /^vale of /i.test(name) ? `in the ${name}` : `in ${name}`
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

function numberInWords(count: number): string {
  return words[count] ?? String(count)
}

function countInWords(count: number): string {
  return `${numberInWords(count)} ${count === 1 ? 'vineyard' : 'vineyards'}`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const list = new Intl.ListFormat('en-GB')

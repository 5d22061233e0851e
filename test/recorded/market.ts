import { addDays } from '../market-time.ts'
import { makeAdmin, makeApiKey, makeExperience, makeReseller, makeVineyard, makeWinemaker } from '../make.ts'
import { Draw } from './draw.ts'
import { Names } from './names.ts'
import type { Answer, Site } from './site.ts'

type Experience = {
  id: string
  vineyard_id: string
  title: string
  price_per_person: number
  booking_cutoff_minutes: number
  cancellation_cutoff_minutes: number
}
type Visit = { id: string | null; reference: string | null; experience: Experience; email: string }

/** A seeded market: its site, its rows, who acts, and what operations made. `window` is the day around which all happens. */
export type Market = {
  number: number
  site: Site
  names: Names
  draw: Draw
  window: string
  vineyards: string[]
  experiences: Experience[]
  hosts: string[]
  patterns: { id: string; experience: Experience; start_time: string }[]
  tokens: { admin: string; owner: string; key: string; reseller: string; test: string }
  /** What the operations tried to book and hold, and their closures; null if one was refused. */
  visits: Visit[]
  holds: (string | null)[]
  closures: (string | null)[]
  calendars: string[]
}

/** Both clock changes of two years, and a week without one. */
const windows = ['2026-03-27', '2026-10-23', '2027-03-26', '2027-10-29', '2026-07-10'] as const
const startTimes = ['00:30', '01:00', '01:30', '01:30', '02:30', '10:00', '11:00', '14:30', '23:30'] as const
/** Seasons that begin or end near the windows. */
const seasons = [
  { from: '03-28', until: '10-25' },
  { from: '10-24', until: '03-29' },
  { from: '07-08', until: '07-14' },
  { from: '03-01', until: '10-31' },
] as const
const regions = ['Kent', 'Kent', 'East Sussex', 'Surrey', 'Devon', 'Kent'] as const
const places = [
  { city: 'Canterbury', latitude: 51.28, longitude: 1.08 },
  { city: 'Ashford', latitude: 51.15, longitude: 0.87 },
  { city: 'Alfriston', latitude: 50.81, longitude: 0.16 },
  { city: 'Guildford', latitude: 51.24, longitude: -0.57 },
  { city: 'Totnes', latitude: 50.43, longitude: -3.68 },
  { city: 'Deal' },
] as const
const titles = ['Alder Bank', 'Birch Hill', 'Cherry Down', 'Damson Field', 'Elder Combe', 'Fir Slope']
/** How many experiences each vineyard has. The fourth vineyard is hidden, the sixth has only an inactive one. */
const experienceCounts = [2, 2, 1, 1, 0, 1]

/** The day around which a market is played. The site's time begins two days before. */
export const windowOf = (number: number): string => windows[number % windows.length] as string

/** Builds a market on a site whose database is new. */
export async function makeMarket(site: Site, number: number): Promise<Market> {
  const draw = new Draw(number)
  const names = new Names()
  const window = windowOf(number)
  await site.startStep(0)
  const vineyards: string[] = []
  for (const [n, name] of titles.entries()) {
    const row = { name, region: regions[n] ?? '', ...places[n], is_visible: n !== 3, is_verified: n < 2 }
    vineyards.push((await makeVineyard(site.sql, row)).id)
  }
  for (const id of vineyards) names.add('vineyard', id)
  const people = await makePeople(site, vineyards)
  const market: Market = {
    number,
    site,
    names,
    draw,
    window,
    vineyards,
    tokens: people,
    experiences: [],
    hosts: [],
    patterns: [],
    visits: [],
    holds: [],
    closures: [],
    calendars: [],
  }
  await makeHosts(market)
  await makeExperiences(market)
  await makeStarts(market)
  await makeLegacySlots(market)
  for (const _ of Array.from({ length: draw.whole(1, 3) })) await addDrawnException(market)
  await storePastSlots(market)
  await names.learn(site.sql)
  return market
}

/** Stores the slots of the months before, as if the plans had been there. */
async function storePastSlots({ site: { sql }, window }: Market): Promise<void> {
  await sql`
    select write_slots(array[e.id], '-infinity', 'infinity', day)
    from experiences e
      cross join generate_series(${window}::date - 130, ${window}::date - 1, make_interval(days => e.booking_horizon_days)) as day
    order by day`
}

async function makePeople({ sql, ask, now }: Site, vineyards: string[]): Promise<Market['tokens']> {
  const [first = '', second = '', third = ''] = vineyards
  const admin = await makeAdmin(sql, { email: 'admin@example.com' })
  const owner = await makeWinemaker(sql, { vineyard_id: first, email: 'owner@example.com' })
  // Otherwise a sign-in is of the machine's present, and ends in a market of the future.
  await sql`update admin_sessions set created_at = ${now}, last_used_at = ${now}`
  await sql`update winemaker_sessions set created_at = ${now}, last_used_at = ${now}`
  const key = await makeApiKey(sql, { vineyard_id: first, created_at: now.toISOString() })
  const reseller = await makeReseller(sql, { name: 'Far Tours' }, [first, second, third])
  const sellers = await makeApiKey(sql, { reseller_id: reseller.id, created_at: now.toISOString() })
  const permissions = ['availability:read', 'bookings:read', 'bookings:write']
  const request = { vineyard_id: first, name: 'Trial', permissions, is_test: true }
  const test = await ask('POST', '/api/api_keys', request, owner.token)
  return {
    admin: admin.token,
    owner: owner.token,
    key: key.token,
    reseller: sellers.token,
    test: test.body.key,
  }
}

async function makeHosts({ site: { sql }, draw, vineyards, hosts, names }: Market): Promise<void> {
  for (const vineyard_id of vineyards.slice(0, 2)) {
    const row = { vineyard_id, name: 'The guide', capacity: draw.whole(4, 12) }
    const [host] = await sql<[{ id: string }]>`insert into hosts ${sql(row)} returning id`
    hosts.push(host.id)
    names.add('host', host.id)
  }
}

async function makeExperiences(market: Market): Promise<void> {
  const { site, draw, vineyards, hosts, names } = market
  const kinds = ['cellar_tour', 'wine_tasting', 'vineyard_walk'] as const
  for (const [n, vineyard_id] of vineyards.entries())
    for (let made = 0; made < (experienceCounts[n] ?? 0); made++) {
      const row = {
        vineyard_id,
        title: `Visit ${n + 1}.${made + 1}`,
        type: draw.one(kinds),
        duration_minutes: draw.one([null, 45, 90, 180]),
        price_per_person: draw.one([12, 18.5, 95]),
        min_group_size: draw.one([1, 1, 2]),
        max_group_size: draw.one([null, 4, 6, 8]),
        booking_cutoff_minutes: draw.one([0, 0, 120, 1440]),
        booking_horizon_days: draw.one([7, 30, 365]),
        cancellation_cutoff_minutes: draw.one([0, 600]),
        host_id: hosts[n] && draw.percent(40) ? hosts[n] : null,
        is_active: n !== 5,
        is_instant: draw.percent(60),
        sold_by_resellers: n < 3,
        dogs: draw.one([null, 'welcome', 'assistance_only']),
        parking: draw.one([null, 'By the barn']),
        step_free: draw.one([null, 'yes', 'no']),
        children: draw.one([null, 'welcome', 'adults_only']),
      }
      const { id } = await makeExperience(site.sql, row)
      names.add('experience', id)
      market.experiences.push({ ...row, id })
    }
}

async function makeStarts(market: Market): Promise<void> {
  const { draw, site, tokens } = market
  for (const experience of market.experiences)
    for (let made = 0; made < 3; made++) {
      if (made > 0 && draw.percent(35)) continue
      const start = { ...drawnStart(market), experience_id: experience.id }
      await site.ask('POST', '/api/availability_patterns', start, tokens.admin)
    }
  await learnPatterns(market)
}

/** The fields of a weekly start. */
export function drawnStart({ draw, window }: Pick<Market, 'draw' | 'window'>) {
  const valid_from = addDays(window, draw.one([-60, -60, -3, 2]))
  return {
    days_of_week: draw.some([1, 2, 3, 4, 5, 6, 7], 70),
    start_time: draw.one(startTimes),
    capacity: draw.whole(2, 8),
    valid_from,
    valid_until: draw.percent(70) ? null : addDays(window, draw.one([3, 9])),
    yearly_season: draw.percent(60) ? null : drawnSeason(draw, Number(window.slice(0, 4))),
  }
}

function drawnSeason(draw: Draw, year: number) {
  const season = draw.one<{ from: string; until: string }>(seasons)
  if (draw.percent(60)) return { ...season, changes: [] }
  if (draw.percent(30)) return { ...season, changes: [{ year, from: null, until: null }] }
  const from = `${year}-${season.from}`
  const later = addDays(from, draw.one([1, 3]))
  return { ...season, changes: [{ year, from: later, until: addDays(later, draw.one([20, 120])) }] }
}

/** Reads the active patterns again, ordered by creation. */
export async function learnPatterns(market: Market): Promise<void> {
  const { sql } = market.site
  const rows = await sql<{ id: string; experience_id: string; start_time: string }[]>`
    select id, experience_id, start_time from availability_patterns where is_active order by id`
  market.patterns = rows.flatMap(({ id, experience_id, start_time }) => {
    const experience = market.experiences.find((one) => one.id === experience_id)
    return experience ? [{ id, experience, start_time: start_time.slice(0, 5) }] : []
  })
}

async function makeLegacySlots(market: Market): Promise<void> {
  for (let made = market.draw.whole(2, 4); made > 0; made--) await addLegacySlot(market)
}

/** Adds a row to the specification's table `availability`, unless the experience has one then. */
export async function addLegacySlot({ site: { sql }, draw, experiences, window }: Market) {
  const experience = draw.one(experiences)
  const time = draw.one(['00:30', '01:30', '09:00', '12:00'])
  const day = addDays(window, draw.whole(-3, 6))
  const available_slots = draw.whole(1, 6)
  // The first of two equal clock times.
  const start_time = Temporal.PlainDateTime.from(`${day}T${time}`)
    .toZonedDateTime('Europe/London', { disambiguation: 'earlier' })
    .toInstant()
    .toString()
  const experience_id = experience?.id ?? ''
  await sql`
    insert into availability (experience_id, start_time, available_slots)
    select ${experience_id}, ${start_time}, ${available_slots}
    where not exists (
      select from availability a where a.experience_id = ${experience_id} and a.start_time = ${start_time}
    )`
  return { experience: experience?.id, start_time, available_slots }
}

/** Closes days or hours of a vineyard, an experience or a start, or gives them another capacity. */
export async function addDrawnException(
  market: Market,
  fixed: Record<string, unknown> = {},
): Promise<{ request: Record<string, unknown>; answer: Answer }> {
  const { draw, site, tokens, window } = market
  const pattern = draw.one(market.patterns)
  const experience = draw.percent(70) ? pattern?.experience : draw.one(market.experiences)
  const scope = draw.one(['vineyard', 'experience', 'pattern'])
  const hours = draw.one([
    null,
    null,
    ['00:00', '01:30'],
    ['01:00', '02:00'],
    ['09:00', '12:00'],
    ['11:00', '23:59'],
  ])
  const starts_on = addDays(window, draw.whole(-3, 6))
  const request = {
    vineyard_id: experience?.vineyard_id,
    experience_id: scope === 'vineyard' ? null : experience?.id,
    pattern_id: scope === 'pattern' && pattern?.experience === experience ? pattern?.id : null,
    starts_on,
    ends_on: addDays(starts_on, draw.whole(0, 2)),
    from_time: hours?.[0] ?? null,
    until_time: hours?.[1] ?? null,
    capacity: draw.one([null, null, draw.whole(0, 3), 20]),
    reason: draw.one([null, 'Private party']),
    ...fixed,
  }
  const answer = await site.ask('POST', '/api/availability_exceptions', request, tokens.admin)
  return { request, answer }
}

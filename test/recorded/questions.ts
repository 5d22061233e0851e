import { findSlots, listNextSlots, nearestSlots, nextOpenDay } from '../../app/availability/slot.server.ts'
import { findInconsistencies } from '../../app/consistency-checks/consistency-check.server.ts'
import { readFilters } from '../../app/search/filters.ts'
import { exploreVineyards } from '../../app/search/search.server.ts'
import { addDays, dayAt } from '../market-time.ts'
import type { Market } from './market.ts'
import type { Answer } from './site.ts'

// Everything that is asked about a market. All calls of the program's own functions for questions are in this file.

/** A question by name, and how it is answered. Names do not change while a market is played. */
export type Question = [name: string, answer: () => Promise<unknown>]

/** The path of the unavailable reasons. */
const reasonsPath = '/api/booking_obstacles'
const near = { label: 'Canterbury', latitude: 51.28, longitude: 1.08 }

/** All questions about a market at the site's present time. */
export function questionsOf(market: Market): Question[] {
  return [
    ...market.experiences.flatMap((experience) => experienceQuestions(market, experience.id)),
    ...searchQuestions(market),
    // Two that sell, and the hidden one.
    ...[0, 1, 3].flatMap((n) => vineyardQuestions(market, market.vineyards[n] ?? '')),
    ...movingQuestions(market),
    ...marketQuestions(market),
  ]
}

function experienceQuestions(market: Market, id: string): Question[] {
  const { site, window, tokens, names } = market
  const { sql } = site
  const [from, until] = [addDays(window, -3), addDays(window, 28)]
  const of = names.of(id)
  const span = { p_experience_id: id, p_start_date: from, p_end_date: until }
  const days = [1, 2, 4].map((offset) => addDays(window, offset))
  const vineyard_id = market.experiences.find((one) => one.id === id)?.vineyard_id ?? ''
  const product = { productId: id, optionId: 'DEFAULT' }
  const octo = async (path: string, body: object) =>
    bodyOf(await site.ask('POST', `/octo/${vineyard_id}${path}`, body, tokens.reseller))
  return [
    [
      `slots of a month of ${of}`,
      () => askList(market, `/api/slots?${query({ experience_id: id, from, until })}`),
    ],
    [
      `open days of a month of ${of}`,
      () => askList(market, `/api/open_days?${query({ experience_id: id, from, until })}`),
    ],
    [
      `legacy slots of ${of}`,
      () => askList(market, `/api/availability?${query({ experience_id: id, from, until })}`),
    ],
    [
      `generated availability of ${of}`,
      async () => bodyOf(await site.ask('POST', '/api/rpc/generate_availability_from_patterns', span)),
    ],
    ...days.map(
      (day): Question => [
        `unavailable reasons of ${of} on ${day}`,
        () => askAsStaff(market, `${reasonsPath}?${query({ experience_id: id, day })}`),
      ],
    ),
    [
      `unavailable reasons of ${of} on ${days[1]} at 1:30 AM for 5`,
      () =>
        askAsStaff(
          market,
          `${reasonsPath}?${query({ experience_id: id, day: days[1] ?? '', start_time: '01:30', guests: '5' })}`,
        ),
    ],
    ...[1, 3].map(
      (guests): Question => [
        `next open day of ${of} for ${guests}`,
        () => nextOpenDay(sql, id, guests, dayAt(site.now.getTime()), site.now),
      ],
    ),
    [
      `slots nearest to noon of ${of} for 2`,
      () =>
        nearestSlots(sql, id, addDays(window, 1), new Date(`${addDays(window, 1)}T12:00:00Z`), 2, site.now),
    ],
    ...[0, 3].map(
      (quantity): Question => [
        `OCTO availability of ${of} for ${quantity}`,
        () =>
          octo('/availability', {
            ...product,
            localDateStart: addDays(window, -2),
            localDateEnd: addDays(window, 5),
            ...(quantity > 0 && { units: [{ id: 'guest', quantity }] }),
          }),
      ],
    ),
    [
      `OCTO calendar of ${of}`,
      () => octo('/availability/calendar', { ...product, localDateStart: from, localDateEnd: until }),
    ],
    [`plan of ${of}`, () => askAsStaff(market, `/api/availability_plans/${id}`)],
  ]
}

function searchQuestions(market: Market): Question[] {
  const { site, experiences, window } = market
  const [saturday, later] = [addDays(window, 1), addDays(window, 3)]
  const filters = [
    '',
    'region=Kent',
    'type=cellar_tour',
    'minPrice=50',
    'maxPrice=20',
    'minDuration=2',
    'maxGroupSize=4',
    'dogs=yes',
    'step_free=yes',
    'children=yes',
    'parking=yes',
    'guests=5',
    'search=hill',
    'search=KENT',
    'search=totnes',
    'sort=name',
    'near=yes',
    `date=${saturday}`,
    `date=${saturday}&guests=4`,
    `date=${later}&guests=2`,
    `date=${saturday}&near=yes`,
    `date=${addDays(window, 12)}&guests=6`,
    `date=${later}&region=Kent&maxPrice=20`,
  ]
  const ids = experiences.map(({ id }) => id)
  return [
    ...filters.map((text): Question => [`search ${text || 'without filters'}`, () => search(market, text)]),
    [
      'positions of a search',
      async () => bodyOf(await site.ask('GET', `/api/explore/places?date=${saturday}`)),
    ],
    ...[null, 2, 4].map(
      (guests): Question => [
        `next times for ${guests ?? 'the smallest party'}`,
        () => listNextSlots(site.sql, ids, guests, dayAt(site.now.getTime()), 3, site.now),
      ],
    ),
  ]
}

async function search({ site }: Market, text: string) {
  const params = new URLSearchParams(text)
  const { filters } = readFilters(params, dayAt(site.now.getTime()), null)
  const found = await exploreVineyards(
    site.sql,
    {
      search: params.get('search') ?? '',
      filters,
      page: 1,
      viewParams: params.get('sort') === 'name' ? { sort: 'name' } : {},
      near: params.has('near') ? near : null,
    },
    site.now,
  )
  const { total, sections, vineyards } = found
  const shown = vineyards.map(({ id, name, distance, facts }) => ({ id, name, distance, facts }))
  return { total, sections, vineyards: shown }
}

function vineyardQuestions(market: Market, vineyard_id: string): Question[] {
  const { names, window } = market
  const [from, until] = [addDays(window, -5), addDays(window, 8)]
  const of = names.of(vineyard_id)
  const report = (by: string, span: object = { from, until }) =>
    askAsStaff(market, `/api/reports?${query({ vineyard_id, by, ...span })}`)
  return [
    [`sessions of ${of}`, () => askAsStaff(market, `/api/sessions?${query({ vineyard_id, from, until })}`)],
    ...['day', 'experience'].map((by): Question => [`report of ${of} by ${by}`, () => report(by)]),
    [
      `report of a quarter of ${of} by month`,
      () => report('month', { from: addDays(window, -40), until: addDays(window, 50) }),
    ],
    [`dashboard of ${of}`, () => askAsStaff(market, `/api/dashboard?${query({ vineyard_id })}`)],
    [`exceptions of ${of}`, () => askList(market, `/api/availability_exceptions?${query({ vineyard_id })}`)],
    [`customers of ${of}`, () => askList(market, `/api/customers?${query({ vineyard_id, sort: 'email' })}`)],
    [
      `counts of bookings of ${of}`,
      () => askAsStaff(market, `/api/bookings/counts?${query({ vineyard_id })}`),
    ],
  ]
}

/** What the parties of the last three visits could move to: their own places are free. */
function movingQuestions(market: Market): Question[] {
  const { site, window, visits, names } = market
  const day = addDays(window, 1)
  return visits.slice(-3).flatMap(({ id, experience }): Question[] =>
    id === null
      ? []
      : [
          [`slots for moving ${names.of(id)}`, () => findSlots(site.sql, experience.id, day, site.now, id)],
          [
            `sessions for moving ${names.of(id)}`,
            () =>
              askAsStaff(
                market,
                `/api/sessions?${query({ experience_id: experience.id, from: day, until: addDays(day, 2), moving: id })}`,
              ),
          ],
        ],
  )
}

function marketQuestions(market: Market): Question[] {
  const { site, window } = market
  return [
    ['marketplace', () => askAsStaff(market, '/api/marketplace')],
    ['bookings', () => askList(market, '/api/bookings?sort=created_at')],
    ['bookings by start', () => askIds(market, '/api/bookings?sort=starts_at')],
    ['customers', () => askList(market, '/api/customers?sort=email')],
    [
      'parties',
      () =>
        askAsStaff(
          market,
          `/api/parties?${query({ vineyard_id: market.vineyards[0] ?? '', day: addDays(window, 1) })}`,
        ),
    ],
    [
      'states of holds',
      () => site.sql`
        select id, number_of_guests, expires_at, outcome from holds order by id`,
    ],
    [
      'faults',
      async () =>
        (await findInconsistencies(site.sql, site.now)).map(({ fault, noun, detail }) => ({
          fault,
          noun,
          detail,
        })),
    ],
  ]
}

function query(params: Record<string, string>): string {
  return new URLSearchParams(params).toString()
}

function bodyOf({ status, body }: Answer): unknown {
  return status === 200 ? body : { status, body }
}

async function askAsStaff({ site, tokens }: Market, path: string): Promise<unknown> {
  return bodyOf(await site.ask('GET', path, undefined, tokens.admin))
}

/** A list with all its pages, asked by an admin where visitors may not. */
async function askList(market: Market, path: string): Promise<unknown> {
  const { site, tokens } = market
  const isPublic = /^\/api\/(slots|open_days|availability)\?/.test(path)
  const items: unknown[] = []
  for (let page = 1; ; page++) {
    const answer = await site.ask(
      'GET',
      `${path}&limit=100&page=${page}`,
      undefined,
      isPublic ? undefined : tokens.admin,
    )
    if (answer.status !== 200) return bodyOf(answer)
    items.push(...answer.body.items)
    if (answer.body.items.length < 100) return items
  }
}

async function askIds(market: Market, path: string): Promise<unknown> {
  const items = await askList(market, path)
  return Array.isArray(items) ? items.map(({ id }: { id: string }) => id) : items
}

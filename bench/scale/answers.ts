import { setTimeout as sleep } from 'node:timers/promises'

import type { Sql } from '../../app/platform/database/database.server.ts'
import { addDays, type Day } from '../../app/platform/days.ts'
import { Connection, type Request, requestOf } from '../connection.ts'
import { isShort, judge, percentile, say, table } from '../figures.ts'
import { makeExperience, planOf } from './experience.ts'
import type { Market } from './market.ts'

/** Returns how many requests measure a kind of answer. Kinds with a slower aim get fewer requests. */
const requestsOf = ({ most }: Kind) => (isShort ? 5 : most < 50 ? 500 : 100)
const uncounted = isShort ? 2 : 25

/** The number of experiences whose plans the bench saves in turn. Before each turn, it clears their plans. */
const plans = 20

/** A kind of answer and its aim at the 95th percentile in ms. `request` returns its n-th request. */
type Kind = {
  name: string
  most: number
  request: (n: number) => Request
  /**
   * Returns an unmeasured request that prepares the n-th measured request. The bench sends up to 20 of them, and then as many
   * measured requests.
   */
  before?: (n: number) => Request
}

/** Measures how long answers over HTTP take, one request after another, and how long the database works on them. */
export async function measureAnswers(market: Market, port: number): Promise<void> {
  const connection = await Connection.open(port)
  const rows = [['', 'p50', 'p95', 'SQL', 'aim at p95', '']]
  for (const kind of await kindsOf(market, connection)) {
    const { name, most, request, before } = kind
    const times: number[] = []
    const ask = async (request: Request) => {
      const text = requestOf(request)
      const began = performance.now()
      const { status, body } = await connection.send(text)
      if (status !== 200) throw new Error(`${request.path} answered ${status}: ${body.toString()}`)
      return performance.now() - began
    }
    for (let n = 0; n < uncounted; n++) {
      if (before) await ask(before(n))
      await ask(request(n))
    }
    let busy = 0
    const requests = requestsOf(kind)
    const together = before ? Math.min(plans, requests) : requests
    for (let first = 0; first < requests; first += together) {
      if (before) for (let n = first; n < first + together; n++) await ask(before(n))
      busy -= await databaseTime(market.sql, port)
      for (let n = first; n < first + together; n++) times.push(await ask(request(n)))
      busy += await databaseTime(market.sql, port)
    }
    const p95 = percentile(times, 95)
    rows.push([
      name,
      percentile(times, 50).toFixed(1),
      p95.toFixed(1),
      (busy / requests).toFixed(1),
      String(most),
      judge(name, p95, { most }),
    ])
  }
  connection.close()
  say(
    `\nAnswers over HTTP in ms: one caller, warm, no cached pages, 500 requests for each page, 100 for each other kind, fsync on. SQL: how` +
      `\nlong the database worked on a request, on average. This is longer than the answer took if statements ran side by side.\n${table(rows)}`,
  )
}

/**
 * Returns for how many ms all database connections together have been active. First makes all connections report their time to
 * Postgres.
 */
async function databaseTime(sql: Sql, port: number): Promise<number> {
  // A connection reports at most once a second, and only after a statement.
  await sleep(isShort ? 10 : 1100)
  const ofSite = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/healthz`))
  // The consistency check used the bench's own connections. Four statements at the same time make each of these report too.
  const ofBench = Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`)
  await Promise.all([...ofSite, ...ofBench])
  await sleep(100)
  const [{ active }] = await sql<[{ active: number }]>`
    select active_time as active from pg_stat_database where datname = current_database()`
  return Number(active)
}

/** The lists in which staff search for guests, and their paths. Only admins search the email log, which covers all vineyards. */
const searchedLists = [
  ['bookings', 'bookings?sort=nearest&'],
  ['counts of bookings', 'bookings/counts?'],
  ['customers', 'customers?sort=nearest&'],
  ['all lists', 'search?'],
  ['email log', 'emails?'],
] as const

type Guest = { guest_name: string; guest_email: string; guest_phone: string; reference: string }

/** The texts that staff type to find a guest. */
const searches: [what: string, text: (guest: Guest) => string][] = [
  ['a name', ({ guest_name }) => guest_name.replace(/.* /, '')],
  ['phone digits', ({ guest_phone }) => guest_phone.slice(-7)],
  ['a reference', ({ reference }) => reference.slice(3, 7)],
  ['an address', ({ guest_email }) => guest_email],
  ['two letters', ({ guest_name }) => guest_name.slice(0, 2)],
]

async function kindsOf(
  { sql, today, vineyards, largest, admin }: Market,
  connection: Connection,
): Promise<Kind[]> {
  const visitor = (name: string, most: number, path: (n: number) => string): Kind => ({
    name,
    most,
    request: (n) => ({ path: path(n) }),
  })
  const ofStaff =
    (scope: string, most: number, { token }: { token: string }) =>
    (name: string, path: string | ((n: number) => string)): Kind => ({
      name: `${scope}: ${name}`,
      most,
      request: (n) => ({ path: `/api/${typeof path === 'string' ? path : path(n)}`, token }),
    })
  const ofLargest = ofStaff('largest vineyard', 150, largest)
  const ofAll = ofStaff('all vineyards', 400, admin)
  const guests = await sql<Guest[]>`
    select guest_name, guest_email, guest_phone, reference from bookings
    where vineyard_id = ${largest.id} and guest_email is not null and guest_phone is not null
    order by md5(id::text) limit 100`
  const year = `from=${addDays(today, -364)}&until=${today}`
  const page = (n: number) => `page=${1 + (n % 40)}`
  const planned: string[] = []
  while (planned.length < plans) planned.push(await makeExperience(connection, largest))
  const plan = (n: number, starts: Parameters<typeof planOf>[2]) =>
    planOf(planned[n % plans] ?? '', largest, starts)
  return [
    visitor('search for a day', 25, (n) => `/explore?date=${addDays(today, 1 + (n % 90))}&guests=2`),
    visitor('search without a day', 10, (n) => `/explore?page=${1 + (n % 40)}`),
    visitor(
      'search without a day, order computed',
      35,
      (n) => `/explore?near=Canterbury&lat=51.28&lng=1.08&page=${1 + (n % 40)}`,
    ),
    visitor('a vineyard', 25, (n) => `/vineyard/${vineyards[n % vineyards.length]}`),
    ofLargest('dashboard', 'dashboard'),
    ofLargest('bookings', (n) => `bookings?sort=-starts_at&${page(n)}`),
    ofLargest('bookings by price', (n) => `bookings?sort=-total_price&${page(n)}`),
    ofLargest('counts of bookings', 'bookings/counts'),
    ofLargest('customers', (n) => `customers?${page(n)}`),
    ofLargest('customers by spending', (n) => `customers?sort=-spent&${page(n)}`),
    ofLargest('sessions of a month', (n) => `sessions?vineyard_id=${largest.id}&${monthFrom(today, n)}`),
    ofLargest('a year by month', `reports?vineyard_id=${largest.id}&${year}&by=month`),
    ofLargest('a year by experience', `reports?vineyard_id=${largest.id}&${year}&by=experience`),
    ...searchedLists.flatMap(([list, path]) => {
      const isOfAll = list === 'email log'
      const find = ofStaff(isOfAll ? 'all vineyards' : 'largest vineyard', 60, isOfAll ? admin : largest)
      return searches.map(([what, text]) =>
        find(`${list} by ${what}`, (n) => {
          const guest = guests[n % guests.length]
          return `${path}${new URLSearchParams({ search: guest ? text(guest) : '' })}`
        }),
      )
    }),
    ofAll('dashboard', 'marketplace'),
    ofAll('bookings', (n) => `bookings?sort=-starts_at&${page(n)}`),
    ofAll('bookings of a name', 'bookings?sort=-starts_at&search=smith'),
    ofAll('counts of bookings', 'bookings/counts'),
    ofAll('customers', (n) => `customers?${page(n)}`),
    ofAll('customers by spending', (n) => `customers?sort=-spent&${page(n)}`),
    ofAll('customers of a name', 'customers?search=smith&sort=nearest'),
    {
      name: 'saving two starts a day for a year',
      most: 300,
      before: (n) => plan(n, []),
      request: (n) => {
        const span = { valid_from: today, valid_until: addDays(today, 364) }
        const start = (start_time: string) => ({ start_time, capacity: 12, ...span })
        return plan(n, [start('11:00'), start('15:00')])
      },
    },
  ]
}

function monthFrom(today: Day, n: number): string {
  const from = addDays(today, 7 * (n % 40))
  return `from=${from}&until=${addDays(from, 30)}`
}

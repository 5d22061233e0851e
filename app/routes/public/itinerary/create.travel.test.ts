import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { loadStations } from '../../../../db/catalogue/stations.ts'
import { startApp } from '../../../../test/app.ts'
import { makePattern, makeVineyard, sellPlaces } from '../../../../test/make.ts'
import { makeTour } from '../../../../test/planned-days.ts'
import { textOf } from '../../../../test/page.ts'
import { startRoutingServer } from '../../../../test/routing-server.ts'
import { proposeDays } from '../../../explore/itineraries/proposal.server.ts'
import { createLog } from '../../../platform/log.server.ts'
import { measureRoads } from '../../../catalogue/stations/roads.server.ts'

const routingServer = await startRoutingServer()
const app = await startApp({ now: '2026-06-01T09:00:00Z', env: { ROUTING_URL: routingServer.address } })
const { sql, visit } = app
await loadStations(sql)

const makeStop = (name: string, start_time: string, latitude: number, longitude: number, capacity = 10) =>
  makeTour(sql, name, start_time, { latitude, longitude, capacity, duration_minutes: 60 })
// From Lewes station, guests walk to Ash Hill, take a taxi to Beech Hill, and take a train to Berwick for Cherry Hill.
await makeStop('Ash Hill', '10:30', 50.88, 0.012)
await makeStop('Beech Hill', '12:45', 50.92, 0.02)
await makeStop('Cherry Hill', '16:30', 50.83, 0.22)
await sql`update vineyards set is_verified = true`
await makeVineyard(sql, { name: 'Nowhere Hill', latitude: null, longitude: null, city: 'Lewes' })

const base = '/itinerary/create?near=Lewes&date=2026-06-13&guests=2&from=9&until=20&pace=steady&days=1'
const words = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const plan = async (query: string) => words(await textOf(await visit(base + query)))

test('plans a day without a car from station to station, and says how its times were estimated', async () => {
  const text = await plan('&travel=no_car')
  expect(text).toContain('at the latest: leave Lewes station')
  expect(text).toMatch(/25 minutes on foot .*Ash Hill/)
  expect(text).toMatch(/minutes by taxi .*Beech Hill/)
  expect(text).toMatch(/at the latest: back at [A-Z][\w() ]* station/)
  expect(text).toContain('We have no timetables.')
  expect(text).not.toContain('by car')
  expect(text).not.toMatch(/last train (is|leaves|departs) at/)
})

test('a plan without a car takes the roads of the routing server for walks and taxis', async () => {
  routingServer.road = { seconds: 1440, metres: 9000 }
  const text = await plan('&travel=no_car')
  routingServer.road = null
  expect(text).toMatch(/leave Lewes station up to 50 minutes by taxi .*Ash Hill/)
})

test('a plan allows for the rough position of a vineyard that nobody has verified', async () => {
  await sql`update vineyards set is_verified = false where name = 'Ash Hill'`
  const text = await plan('&travel=no_car')
  await sql`update vineyards set is_verified = true where name = 'Ash Hill'`
  expect(text).toMatch(/up to 45 minutes on foot .*Ash Hill/)
})

test('a day begins and ends where the visitors stay: in a town, at a postcode or at a station', async () => {
  expect(await plan('&stay=Eastbourne')).toMatch(/leave Eastbourne .* by car, .* back at Eastbourne/)
  expect(await plan('&stay=Polegate+station&travel=no_car')).toMatch(/leave Polegate station/)
  expect(await plan('&stay=BN7&travel=no_car')).toContain('leave BN7')
  const nobody = await visit(`${base}&stay=Nowherington`)
  expect(nobody.status).toBe(422)
  expect(await textOf(nobody)).toContain('Try a town, postcode or station nearby.')
  expect((await visit(`${base}&travel=rocket`)).status).toBe(422)
})

test('searches for vineyards around the place to stay if the visitor names no other location', async () => {
  const text = words(await textOf(await visit(base.replace('near=Lewes', 'stay=Lewes'))))
  expect(text).toContain('leave Lewes')
  expect(text).toContain('Ash Hill')
})

test('a plan stays near its location, or goes to the nearest vineyard with places and says how far away it is', async () => {
  await makeStop('Fell Hill', '12:00', 54.0, -2.2)
  const close = await plan('&near=Lewes')
  expect(close).not.toContain('Fell Hill')
  expect(close).not.toContain('goes further')
  const alone = words(await textOf(await visit(base.replace('near=Lewes', 'near=Settle'))))
  expect(alone).toContain('Fell Hill')
  expect(alone).not.toContain('Ash Hill')
  await makeStop('Exe Hill', '15:00', 50.7, -3.5)
  const far = words(await textOf(await visit(base.replace('near=Lewes', 'near=Truro'))))
  expect(far).toMatch(/within 25 miles of Truro .* goes further: Exe Hill is \d+ miles away/)
  await sql`update vineyards set region = 'Devon' where name = 'Exe Hill'`
  const elsewhere = words(await textOf(await visit(`${base}&region=Devon`)))
  expect(elsewhere).toMatch(/Too few vineyards in Devon within 25 miles of Lewes have places for you/)
  // All other vineyards with places are farther from Truro than Exe Hill.
  expect(far).not.toMatch(/(Ash|Beech|Cherry|Fell) Hill/)
})

test('the usual plan is by car, and neither starts nor ends at a station or a place to stay', async () => {
  const text = await plan('')
  expect(text).toMatch(/\d+–\d+ minutes by car, about [\d.]+ miles/)
  expect(text).toContain('Times by car are estimated from straight lines')
  expect(text).not.toContain('at the latest')
  expect(text).toContain('Drivers shouldn’t drink')
})

test('a saved plan stores how the visitors travel, and a copy leaves out where they stay', async () => {
  const html = await (await visit(`${base}&travel=no_car&stay=Lewes+station`)).text()
  const form = /<form[^>]*class="plan-book".*?<\/form>/s.exec(html)?.[0] ?? ''
  const answers = new URLSearchParams()
  for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const part = (name: string) =>
      new RegExp(`${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll('&quot;', '"') ?? ''
    answers.append(part('name'), part('value'))
  }
  answers.set('intent', 'keep')
  const saved = await visit(base, { method: 'POST', body: answers })
  const path = saved.headers.get('Location') ?? ''
  const text = words(await textOf(await visit(path)))
  expect(text).toContain('at the latest: leave Lewes station')
  expect(text).toContain('on foot')
  expect(text).toContain('We have no timetables.')
  expect(text).not.toContain('by car')

  const copied = await visit(path, {
    method: 'POST',
    body: new URLSearchParams({
      intent: 'copy',
      id: randomUUID(),
      key: 'k'.repeat(43),
      visit_date: '',
      party: '2',
    }),
  })
  const copy = words(await textOf(await visit(copied.headers.get('Location') ?? '')))
  expect(copy).toContain('We have no timetables.')
  expect(copy).toContain('leave Lewes station')
  const stays = await sql`select travel, stay from itineraries order by stay nulls last`
  expect(stays).toEqual([
    { travel: 'no_car', stay: 'Lewes station' },
    { travel: 'no_car', stay: null },
  ])

  answers.set('stay', 'javascript:alert(1)')
  expect((await visit(base, { method: 'POST', body: answers })).status).toBe(422)
})

// Negative control: without `s.remaining >= guests` in readVisitOptions, full slots are proposed and this test fails.
test('never suggests visits that are full, cannot be reached, or can no longer be booked', async () => {
  const sold = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 12, maxLength: 12 })
  // Each vineyard has two starts, so that the search also finds vineyards with a full start.
  const starts = await Promise.all(
    ['10:00', '11:30', '13:00', '15:00', '16:30', '18:00'].map(async (start, n) => {
      const { experience, pattern } = await makeStop(`Row ${n}`, start, 50.86 + n / 300, 0.01 + n / 200, 6)
      const later = await makePattern(sql, {
        experience_id: experience.id,
        start_time: `${Number(start.slice(0, 2)) + 1}:15`,
        capacity: 6,
      })
      return [pattern.id, later.id]
    }),
  )
  const patterns = starts.flat()
  const measure = measureRoads(createLog('fatal'), undefined)
  let planned = 0
  await fc.assert(
    fc.asyncProperty(
      sold,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 6, max: 14 }),
      fc.integer({ min: 0, max: 20 }),
      async (places, guests, hour, day) => {
        const date = `2026-07-${String(day + 1).padStart(2, '0')}`
        for (const [n, pattern_id] of patterns.entries())
          await sellPlaces(sql, { pattern_id, slot_date: date, booked: places[n] ?? 0 })
        const now = new Date(`${date}T${String(hour).padStart(2, '0')}:00:00Z`)
        const request = {
          near: { label: 'Lewes', latitude: 50.87, longitude: 0.01 },
          region: null,
          date,
          guests,
          from: 9 * 60,
          until: 21 * 60,
          pace: 'full' as const,
          days: 1,
          travel: 'no_car' as const,
          stay: { label: 'Lewes', latitude: 50.87, longitude: 0.01 },
        }
        const [proposed] = await proposeDays(sql, request, measure, now)
        for (const [n, { slot, passing, leg }] of (proposed?.visits ?? []).entries()) {
          planned++
          expect(slot.remaining).toBeGreaterThanOrEqual(guests)
          expect(slot.starts_at.getTime()).toBeGreaterThan(now.getTime())
          const row = patterns.findIndex((id) => slot.id.startsWith(id))
          if (row >= 0) expect((places[row] ?? 0) + guests).toBeLessThanOrEqual(6)
          if (n > 0) expect(passing.starts).toBeGreaterThanOrEqual(passing.arrives + 15)
          if (n > 0) expect(leg?.parts?.length).toBeGreaterThan(0)
        }
        if (proposed?.ends) expect(proposed.ends.out.leaves).toBeGreaterThanOrEqual(request.from)
        if (proposed?.ends) expect(proposed.ends.back.arrives).toBeLessThanOrEqual(request.until)
      },
    ),
    { numRuns: 25 },
  )
  expect(planned).toBeGreaterThan(0)
})

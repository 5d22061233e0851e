import { expect, test } from 'vitest'

import { loadStations } from '../../../db/catalogue/stations.ts'
import { startApp } from '../../../test/app.ts'
import { makeBookable, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { textOf } from '../../../test/page.ts'
import { startRoutingServer } from '../../../test/routing-server.ts'

const routing = await startRoutingServer()
const app = await startApp({ env: { ROUTING_URL: routing.address } })
const { sql, visit, submit } = app
await loadStations(sql)
const berwick = { latitude: 50.84, longitude: 0.16, region: 'Kent' }
const taxis = [{ name: 'Downs Cars', phone: '01632 960321' }]

const change = (id: string, headers: Record<string, string>, body: unknown) =>
  visit(`/api/vineyards/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', 'If-Match': '*', ...headers },
    body: JSON.stringify(body),
  })

test('a vineyard page names the nearest stations, the ways from the stations, and the taxis', async () => {
  const { id } = await makeVineyard(sql, { ...berwick, is_verified: true })
  const winemaker = await makeWinemaker(sql, { vineyard_id: id })
  expect((await change(id, signedIn(winemaker), { taxis })).status).toBe(200)
  expect(await (await visit(`/api/vineyards/${id}`)).json()).toMatchObject({ taxis })
  const html = await textOf(await visit(`/vineyard/${id}`))
  expect(html).toContain('Getting here</h3>')
  expect(html).toMatch(/Berwick \(Sussex\) station<\/strong><br\/>0\.2–0\.4 miles, up to 10 minutes on foot/)
  expect(html).toContain('Estimated from the straight-line distance. Times by taxi')
  expect(html).toContain('Downs Cars <a href="tel:+441632960321">01632 960321</a>')
})

test('a vineyard page takes account of the road from a station if a routing server knows the road', async () => {
  const { id } = await makeVineyard(sql, { ...berwick, is_verified: true })
  routing.road = { seconds: 300, metres: 4000 }
  const html = await textOf(await visit(`/vineyard/${id}`))
  routing.road = null
  expect(html).toContain('Estimated from the straight-line distance and the road. Times by taxi')
  expect(html).toMatch(/Berwick \(Sussex\) station<\/strong><br\/>0\.2–2\.5 miles, up to 60 minutes on foot/)
})

test('with a measured road, the ticket, the location page and the API give the same ranges as the vineyard page', async () => {
  const bookable = await makeBookable(sql)
  const { vineyard_id } = bookable.experience
  await sql`
    update vineyards set name = 'By the road', latitude = 50.841, longitude = 0.16, region = 'Kent', is_verified = true
    where id = ${vineyard_id}`
  const booked = await submit(bookable.path, bookable.answers())
  routing.road = { seconds: 300, metres: 4000 }
  const pages = [`/vineyard/${vineyard_id}`, booked.headers.get('Location') ?? '', '/vineyards/kent']
  const htmls = await Promise.all(pages.map(async (page) => textOf(await visit(page))))
  const { stations } = await (await visit(`/api/vineyards/${vineyard_id}`)).json()
  routing.road = null
  expect(htmls.map((html) => /0\.2–.{3} miles, [^<"]+/.exec(html)?.[0])).toEqual(
    pages.map(() => '0.2–2.5 miles, up to 60 minutes on foot'),
  )
  expect(stations[0]).toMatchObject({ kilometres: { most: 4 }, minutes_on_foot: { most: 60 } })
})

test('the ranges of distance and time are wider for an unverified vineyard, because its position is less accurate', async () => {
  const { id } = await makeVineyard(sql, berwick)
  const html = await textOf(await visit(`/vineyard/${id}`))
  expect(html).toMatch(/up to 1\.3 miles, up to 30 minutes on foot/)
  expect(html).toContain('to a position that is accurate to about half a mile')
})

test('the page of a vineyard without a position or taxis has no section “Getting here”', async () => {
  const { id } = await makeVineyard(sql, { latitude: null, longitude: null })
  expect(await textOf(await visit(`/vineyard/${id}`))).not.toContain('Getting here')
})

test('refuses taxis with an invalid phone number, too many taxis, and taxis of another vineyard', async () => {
  const { id } = await makeVineyard(sql)
  const { id: other } = await makeVineyard(sql)
  const winemaker = await makeWinemaker(sql, { vineyard_id: id })
  const refused = await change(id, signedIn(winemaker), { taxis: [{ name: 'Cars', phone: 'call me' }] })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(await refused.json())).toContain('taxis.0.phone must be a phone number')
  const four = Array.from({ length: 4 }, () => taxis[0])
  expect((await change(id, signedIn(winemaker), { taxis: four })).status).toBe(422)
  expect((await change(other, signedIn(winemaker), { taxis })).status).toBe(404)
  const gate = await makeWinemaker(sql, { vineyard_id: id, role: 'gate' })
  expect((await change(id, signedIn(gate), { taxis })).status).toBe(403)
  await expect(
    sql`update vineyards set taxis = '[{"name": "Cars\\nInc", "phone": "1"}]' where id = ${id}`,
  ).rejects.toThrow('taxis_are_few_names_and_numbers')
  await expect(sql`update vineyards set taxis = '{}' where id = ${id}`).rejects.toThrow('taxis_are_few')
})

test('the ticket of a future visit shows stations and taxis until the booking is cancelled', async () => {
  const bookable = await makeBookable(sql)
  await sql`
    update vineyards set latitude = 50.84, longitude = 0.16, taxis = ${sql.json(taxis)}
    where id = ${bookable.experience.vineyard_id}`
  const booked = await submit(bookable.path, bookable.answers())
  const path = booked.headers.get('Location') ?? ''
  const html = await textOf(await visit(path))
  expect(html).toContain('Berwick (Sussex) station')
  expect(html).toContain('tel:+441632960321')
  await submit(path, { intent: 'cancel' })
  expect(await textOf(await visit(path))).not.toContain('Berwick (Sussex) station')
})

test('a location page groups its vineyards by their nearest station', async () => {
  await makeVineyard(sql, {
    name: 'By the line',
    ...berwick,
    latitude: 50.841,
    region: 'East Sussex',
    is_verified: true,
  })
  const html = await textOf(await visit('/vineyards/east-sussex'))
  expect(html).toContain('Coming by train</h2>')
  expect(html).toMatch(/Berwick \(Sussex\) station<\/strong>.*?By the line<\/a><br\/>0\.2–0\.4 miles/)
})

test('the sources page credits the stations as their licence requires', async () => {
  const html = await textOf(await visit('/sources'))
  for (const name of ['David Wheatley', 'Trainline EU', 'Open Database Licence', 'NaPTAN'])
    expect(html).toContain(name)
})

import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeExperience, makePattern, makeVineyard } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'

const { sql, visit, visitWithoutDatabase, expectErrors } = await startApp()

const make = (name: string, fields = {}) => makeVineyard(sql, { name, region: 'Kent', ...fields })
const ash = await make('Ash Bank', { city: 'Tenterden', latitude: 51.07, longitude: 0.69 })
const beech = await make('Beech Field', { city: 'Rolvenden', latitude: 51.05, longitude: 0.63 })
await make('Cedar Row', { city: 'Smallhythe', latitude: 51.04, longitude: 0.7 })
const oak = await make('Oak Court', { city: 'Westerham', latitude: 51.27, longitude: 0.07 })
await make('Hidden Field', { city: 'Tenterden', is_visible: false, latitude: 51.07, longitude: 0.69 })
await makeVineyard(sql, {
  name: 'Elm Hill',
  city: 'Rye',
  region: 'East Sussex',
  latitude: 50.95,
  longitude: 0.73,
})
await makeVineyard(sql, {
  name: 'Far North',
  city: 'York',
  region: 'North Yorkshire',
  latitude: 53.96,
  longitude: -1.08,
})
await makeVineyard(sql, { name: 'Made Up', region: 'Ynys Môn', is_demo: true })
const tour = await makeExperience(sql, {
  vineyard_id: beech.id,
  price_per_person: 16,
  station: 'Headcorn, 15 minutes by taxi',
  dogs: 'on_lead',
})
await makePattern(sql, { experience_id: tour.id })

const namesIn = (html = '') => [...html.matchAll(/<h3><a [^>]*>([^<]+)<\/a>/g)].map(([, name]) => name)

async function read(path: string, see = visit) {
  const response = await see(path)
  const html = await textOf(response)
  const body = html.replaceAll(/<head>[\s\S]*<\/head>|<script[\s\S]*?<\/script>/g, '')
  const [, data] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(html) ?? []
  return {
    status: response.status,
    location: response.headers.get('Location'),
    html,
    body,
    heading: /<h1>([^<]+)<\/h1>/.exec(body)?.[1],
    names: namesIn(body.split('id="bookable-near"')[0]),
    nearby: namesIn(body.split('id="bookable-near"')[1]),
    sections: [...body.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title),
    links: [...body.matchAll(/href="(\/vineyards\/[^"]+)"/g)].map(([, to]) => to),
    paragraphs: [...body.matchAll(/<div class="measure">(.*?)<\/div>/g)].map(([, text]) => text).join(''),
    things: data ? (JSON.parse(data)['@graph'] as { '@type': string; [field: string]: unknown }[]) : [],
  }
}

test('a county lists its visible vineyards, with bookable vineyards first', async () => {
  const { status, heading, names, sections } = await read('/vineyards/kent')
  expect([status, heading]).toEqual([200, 'Vineyards in Kent'])
  expect(names).toEqual(['Beech Field', 'Ash Bank', 'Cedar Row', 'Oak Court'])
  expect(sections).toEqual(expect.arrayContaining(['Visits you can book', 'Also in the directory']))
})

test('the text of a county says how many vineyards it has, how many can be booked, and where they are', async () => {
  const { paragraphs, body } = await read('/vineyards/kent')
  expect(paragraphs).toContain(
    'We know four vineyards in Kent, from Westerham in the west to Smallhythe in the east.',
  )
  expect(paragraphs).toContain(
    'You can book a visit to one of them here, from £16.00 a person (cellar tour).',
  )
  expect(paragraphs).toContain('The next day with places is Monday 1 June 2026.')
  expect(paragraphs).toContain('One of them welcomes dogs.')
  expect(paragraphs).toContain('They are closest together around Tenterden (3).')
  expect(body).toContain('Headcorn, 15 minutes by taxi')
  expect(body).toMatch(/aria-label="Map of 4 vineyards in and around Kent"/)
})

test('a town lists the vineyards in and around it, with their distances', async () => {
  const { status, heading, names, paragraphs, links } = await read('/vineyards/kent/tenterden')
  expect([status, heading]).toEqual([200, 'Vineyards in and around Tenterden'])
  expect(names).toEqual(['Beech Field', 'Ash Bank', 'Cedar Row'])
  expect(paragraphs).toMatch(/Tenterden is in Kent, 4\d miles south-east of London\./)
  expect(paragraphs).toContain('Three vineyards are in and around it: the nearest is Ash Bank,')
  expect(links[0]).toBe('/vineyards/kent')
})

test('pages of different locations differ in text and description', async () => {
  const pages = await Promise.all(
    [
      '/vineyards/kent',
      '/vineyards/kent/tenterden',
      '/vineyards/east-sussex',
      '/vineyards/north-yorkshire',
    ].map((path) => read(path)),
  )
  const descriptions = pages.map(({ html }) => /<meta name="description" content="([^"]+)"/.exec(html)?.[1])
  expect(new Set(pages.map(({ paragraphs }) => paragraphs)).size).toBe(4)
  expect(new Set(descriptions).size).toBe(4)
})

test('answers 404 for an unknown county or town, and for a town with only two vineyards', async () => {
  for (const path of [
    '/vineyards/narnia',
    '/vineyards/kent/narnia',
    '/vineyards/kent/westerham',
    '/vineyards/-',
  ])
    expect([path, (await read(path)).status]).toEqual([path, 404])
  const { body, html } = await read('/vineyards/narnia')
  expect(body).toContain('Place Not Found')
  expect(html).toContain('<meta name="robots" content="noindex"/>')

  await make('Oak Lane', { city: 'Westerham' })
  expect((await read('/vineyards/kent/westerham')).status).toBe(404)
  const third = await make('Oak Top', { city: 'Westerham' })
  expect((await read('/vineyards/kent/westerham')).names).toEqual(['Oak Court', 'Oak Lane', 'Oak Top'])
  await sql`update vineyards set is_visible = false where id = ${third.id}`
  expect((await read('/vineyards/kent/westerham')).status).toBe(404)
})

test('other spellings of a location redirect to its page, and that page lists vineyards whatever spelling they use', async () => {
  expect(await read('/vineyards/Kent')).toMatchObject({ status: 301, location: '/vineyards/kent' })
  expect(await read('/vineyards/kent/TENTERDEN')).toMatchObject({
    status: 301,
    location: '/vineyards/kent/tenterden',
  })
  const { id } = await makeVineyard(sql, { name: 'Lower Case', region: 'north yorkshire' })
  expect((await read('/vineyards/north-yorkshire')).names).toEqual(['Far North', 'Lower Case'])
  await sql`delete from vineyards where id = ${id}`
})

test('neighbours are the nearest counties, and a county links to its towns', async () => {
  const { links, sections } = await read('/vineyards/kent')
  expect(sections).toEqual(expect.arrayContaining(['Towns in Kent', 'Counties near Kent']))
  expect(links).toEqual([
    '/vineyards/kent/tenterden',
    '/vineyards/east-sussex',
    '/vineyards/north-yorkshire',
    '/vineyards/ynys-mon',
  ])
})

test('lists the itineraries that stop in the county', async () => {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into itineraries (title, is_curated, published_at)
    values ('A day in the Weald', true, '2026-05-01T09:00:00Z') returning id`
  await sql`insert into itinerary_stops (itinerary_id, place, vineyard_id) values (${id}, 1, ${ash.id})`
  for (const path of ['/vineyards/kent', '/vineyards/kent/tenterden'])
    expect((await read(path)).body).toContain(`href="/itinerary/${id}"`)
  expect((await read('/vineyards/east-sussex')).body).not.toContain('A day in the Weald')
})

test('the breadcrumb of a vineyard leads to its county and town, on the page and in the structured data', async () => {
  const { links, things } = await read(`/vineyard/${ash.id}`)
  expect(links).toEqual(['/vineyards/kent', '/vineyards/kent/tenterden'])
  expect(things.find((thing) => thing['@type'] === 'BreadcrumbList')).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Vineyards', item: 'http://site.test/explore' },
      { position: 2, name: 'Kent', item: 'http://site.test/vineyards/kent' },
      { position: 3, name: 'Tenterden', item: 'http://site.test/vineyards/kent/tenterden' },
      { position: 4, name: 'Ash Bank' },
    ],
  })
  expect((await read(`/vineyard/${oak.id}`)).links).toEqual(['/vineyards/kent'])
})

test('a location page has a canonical URL and structured data, and is noindex if all its vineyards are demonstrations', async () => {
  const { html, things } = await read('/vineyards/kent/tenterden?utm_source=x')
  expect(html).toContain('<link rel="canonical" href="http://site.test/vineyards/kent/tenterden"/>')
  expect(html).not.toContain('name="robots"')
  expect(things.map((thing) => thing['@type'])).toEqual(['CollectionPage', 'BreadcrumbList'])
  expect(JSON.stringify(things[0])).toContain(`http://site.test/vineyard/${beech.id}`)
  expect((await read('/vineyards/ynys-mon')).html).toContain('<meta name="robots" content="noindex"/>')
})

test('the sitemap lists locations with real vineyards', async () => {
  const sitemap = await (await visit('/sitemap/pages.xml')).text()
  for (const path of ['kent', 'kent/tenterden', 'east-sussex', 'north-yorkshire'])
    expect(sitemap).toContain(`<loc>http://site.test/vineyards/${path}</loc>`)
  expect(sitemap).not.toContain('ynys-mon')
  expect(sitemap).not.toContain('westerham')
})

test('without the database, answers 503 with a message', async () => {
  const { status, body } = await read('/vineyards/kent', visitWithoutDatabase)
  expect(status).toBe(503)
  expect(body).toContain('We couldn’t load the vineyards here.')
  expectErrors()
})

test('a county or town without bookable vineyards leads to the nearest bookable vineyards', async () => {
  const { sections, nearby, body } = await read('/vineyards/east-sussex')
  expect(sections).toEqual(expect.arrayContaining(['In the directory', 'Nearest vineyards you can book']))
  expect(nearby).toEqual(['Beech Field'])
  expect(body).toMatch(/\d+ miles away/)
  expect((await read('/vineyards/kent')).nearby).toEqual([])
})

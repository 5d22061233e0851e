import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeBookable, makeExperience, makeVineyard } from '../../../test/make.ts'

const { sql, visit } = await startApp()

async function read(path: string) {
  const answer = await visit(path)
  return { status: answer.status, type: answer.headers.get('Content-Type'), text: await answer.text() }
}

type Thing = { '@type': string; [field: string]: unknown }

/** Returns the structured data of a page, its HTML without the head, and its visible text. */
async function readPage(path: string): Promise<{ things: Thing[]; page: string; words: string }> {
  const { text } = await read(path)
  const [, script = '{}'] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(text) ?? []
  const page = text.replaceAll(/<head>[\s\S]*<\/head>|<script[\s\S]*?<\/script>|<!-- -->/g, '')
  const words = page
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
  return { things: JSON.parse(script)['@graph'], page, words }
}

/** Returns every text and number in structured data, except the fields that start with @. */
function leavesOf(value: unknown, field = ''): { field: string; value: string }[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) =>
      leavesOf(inner, Number.isInteger(Number(name)) ? field : name),
    )
  return field.startsWith('@') || value === undefined ? [] : [{ field, value: String(value) }]
}

const { vineyard_id } = (await makeBookable(sql)).experience
await sql`
  update vineyards set ${sql({
    name: 'Hollowdown & Sons',
    city: 'Alfriston',
    region: 'East Sussex',
    address: 'Combe Lane',
    postcode: 'BN00 1AA',
    description: 'Eleven acres of chalk.',
    phone: '01632 960123',
    email: 'cellar@hollowdown.example.com',
    website: 'https://www.hollowdown.example.com/',
    latitude: 50.8,
    longitude: 0.15,
    cover_image_url: '/pictures/abbots-window-960.webp',
    instagram_url: 'https://instagram.example.com/h',
  })} where id = ${vineyard_id}`
const { id: closed } = await makeExperience(sql, {
  vineyard_id,
  title: 'Harvest day',
  price_per_person: 62.5,
})

test('structured data of a vineyard matches its page', async () => {
  const path = `/vineyard/${vineyard_id}`
  const { things, page, words } = await readPage(path)
  expect(things.map((thing) => thing['@type'])).toEqual([
    'Winery',
    'BreadcrumbList',
    'Product',
    'Product',
    ...Array.from({ length: 8 }, () => 'Event'),
  ])

  const inAddresses = ['url', 'sameAs', 'item', 'image']
  const leaves = leavesOf(things)
  for (const { value } of leaves.filter(({ field }) => inAddresses.includes(field)))
    expect(page.replaceAll('&amp;', '&')).toContain(value.replace('http://site.test', ''))
  const notShown = [
    'addressCountry',
    'position',
    'priceCurrency',
    'price',
    'availability',
    'availabilityStarts',
    'startDate',
    'endDate',
    'duration',
    'maximumAttendeeCapacity',
    'remainingAttendeeCapacity',
  ]
  for (const { field, value } of leaves)
    if (![...inAddresses, ...notShown, 'latitude', 'longitude', 'email'].includes(field))
      expect(words).toContain(value)
  expect(page).toContain('mailto:cellar@hollowdown.example.com')
})

test('each slot with places is an event with its length, capacity and places left', async () => {
  const { things } = await readPage(`/vineyard/${vineyard_id}`)
  expect(things.find((thing) => thing['@type'] === 'Event')).toMatchObject({
    name: 'Cellar tour',
    startDate: '2026-06-01T13:30:00.000Z',
    endDate: '2026-06-01T15:00:00.000Z',
    duration: 'PT90M',
    maximumAttendeeCapacity: 10,
    remainingAttendeeCapacity: 10,
    location: { name: 'Hollowdown & Sons' },
  })
})

test('structured prices and availability match the page', async () => {
  const { things, page } = await readPage(`/vineyard/${vineyard_id}`)
  const products = things.filter((thing) => thing['@type'] === 'Product') as (Thing & {
    name: string
    offers: { price: string; url: string; availability?: string; availabilityStarts?: string }
  })[]
  const entries = page.split('<li class="exp">').slice(1)
  expect(entries).toHaveLength(products.length)
  for (const [n, { name, offers }] of products.entries()) {
    const entry = entries[n] ?? ''
    expect(entry).toContain(name)
    expect(entry).toContain(`£${offers.price}`)
    expect(offers.availability === 'https://schema.org/InStock').toBe(entry.includes('Next available'))
  }
  expect(products.map(({ offers }) => offers.availability !== undefined).toSorted()).toEqual([false, true])
  expect(products.find(({ offers }) => offers.url.endsWith(closed))?.offers).not.toHaveProperty(
    'availabilityStarts',
  )
})

test('the home page names the site, its search and its publisher', async () => {
  const { things } = await readPage('/')
  expect(things).toMatchObject([
    {
      '@type': 'WebSite',
      name: 'Chalk & Vine',
      url: 'http://site.test/',
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: 'http://site.test/explore?search={search_term}' },
      },
    },
    { '@type': 'Organization', name: 'Chalk & Vine', logo: 'http://site.test/icon-512.png' },
  ])
})

test('lists found by a text search are noindex, and other lists are not', async () => {
  const isHidden = async (query: string) =>
    (await read(`/explore${query}`)).text.includes('<meta name="robots" content="noindex"/>')
  expect(await isHidden('?search=kent')).toBe(true)
  for (const query of ['', '?region=East+Sussex', '?search=+']) expect(await isHidden(query)).toBe(false)
})

test('structured data of a post matches its page', async () => {
  const [post] = await sql<{ slug: string }[]>`
    insert into blog_posts (slug, title, summary, author, tags, published_at, body)
    values ('chalk', 'Why chalk', 'It drains.', 'Ada Lovelace', '{soil}', '2026-05-01T09:00:00Z', ${sql.json({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Water runs through it.' }] }],
    })})
    returning slug`
  const { things, words } = await readPage(`/blog/${post?.slug}`)
  expect(things.map((thing) => thing['@type'])).toEqual(['Article', 'BreadcrumbList'])
  expect(things[0]).toMatchObject({
    headline: 'Why chalk',
    wordCount: 4,
    mainEntityOfPage: 'http://site.test/blog/chalk',
  })
  for (const text of ['Why chalk', 'It drains.', 'Ada Lovelace', 'soil']) expect(words).toContain(text)
})

test('structured data of an itinerary lists its stops in order', async () => {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into itineraries (title, summary, is_curated, published_at)
    values ('Chalk by bus', 'Two stops and a walk.', true, '2026-05-01T09:00:00Z') returning id`
  await sql`
    insert into itinerary_stops (itinerary_id, place, vineyard_id, name, note)
    values (${id}, 1, ${vineyard_id}, null, 'Ask for the cellar.'), (${id}, 2, null, 'The Ram Inn', null)`
  const { things, page, words } = await readPage(`/itinerary/${id}`)
  expect(things.map((thing) => thing['@type'])).toEqual(['TouristTrip', 'BreadcrumbList'])
  for (const { field, value } of leavesOf(things))
    if (['url', 'item'].includes(field)) expect(page).toContain(value.replace('http://site.test', ''))
    else if (field !== 'position' && field !== 'numberOfItems') expect(words).toContain(value)
  expect(JSON.stringify(things[0])).toMatch(/Hollowdown & Sons.*Ask for the cellar.*The Ram Inn/)
  expect(JSON.stringify(things[0])).toContain('"numberOfItems":2')
})

test('structured data of a dated itinerary has an event with its visits, and no event once the last day is over', async () => {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into itineraries (title, is_curated, published_at, visit_date, begins_at)
    values ('Chalk on Saturday', true, '2026-05-01T09:00:00Z', '2026-06-06', '10:00') returning id`
  await sql`
    insert into itinerary_stops (itinerary_id, place, day, vineyard_id, name, start_time, minutes)
    values (${id}, 1, 0, ${vineyard_id}, null, '10:30', 90), (${id}, 2, 1, null, 'The Ram Inn', '23:30', 60)`
  const { things, words } = await readPage(`/itinerary/${id}`)
  expect(things.map((thing) => thing['@type'])).toEqual(['TouristTrip', 'Event', 'BreadcrumbList'])
  expect(things[1]).toMatchObject({
    name: 'Chalk on Saturday',
    startDate: '2026-06-06T10:30',
    endDate: '2026-06-08T00:30',
    location: { '@type': 'Winery', name: 'Hollowdown & Sons', address: 'Alfriston, East Sussex' },
    subEvent: [
      { startDate: '2026-06-06T10:30', endDate: '2026-06-06T12:00' },
      { name: 'The Ram Inn', startDate: '2026-06-07T23:30', endDate: '2026-06-08T00:30' },
    ],
  })
  for (const text of ['Saturday', '10:30 AM', 'The Ram Inn', 'Alfriston']) expect(words).toContain(text)
  await sql`update itineraries set visit_date = '2026-05-29' where id = ${id}`
  const past = await readPage(`/itinerary/${id}`)
  expect(past.things.map((thing) => thing['@type'])).toEqual(['TouristTrip', 'BreadcrumbList'])
})

test('the sitemap lists every public page and no other', async () => {
  const { id: hidden } = await makeVineyard(sql, { is_visible: false })
  const { id: madeUp } = await makeVineyard(sql, { is_demo: true })
  await sql`
    insert into blog_posts (slug, title, published_at) values ('later', 'Later', '2026-07-01T09:00:00Z'), ('draft', 'Draft', null)`
  const index = await read('/sitemap.xml')
  expect(index.type).toBe('application/xml; charset=utf-8')
  const files = [...index.text.matchAll(/<loc>http:\/\/site\.test(.+?)<\/loc>/g)].map(([, file = '']) => file)
  expect(files).toEqual(['/sitemap/pages.xml', '/sitemap/vineyards-1.xml'])
  const pages = (await Promise.all(files.map(read))).flatMap(({ text }) =>
    [...text.matchAll(/<loc>http:\/\/site\.test(.*?)<\/loc>/g)].map(([, page = '']) => page),
  )
  expect(pages).toContain(`/vineyard/${vineyard_id}`)
  expect(pages).toContain('/blog/chalk')
  for (const excluded of [hidden, madeUp, 'later', 'draft', 'admin', 'booking'])
    expect(pages.filter((page) => !page.startsWith('/guide/')).join()).not.toContain(excluded)
  for (const page of pages) {
    const { status, text } = await read(page)
    expect([page, status]).toEqual([page, 200])
    expect(text).not.toMatch(/name="robots" content="noindex/)
    expect(text).toContain(`<link rel="canonical" href="http://site.test${page}"/>`)
  }
  const address = `/media/${'a'.repeat(32)}-960x640.webp`
  await sql`insert into pictures ${sql({ vineyard_id, shown_as: 'more', address })}`
  expect((await read('/sitemap/vineyards-1.xml')).text).toContain(
    `<image:image><image:loc>http://site.test${address}</image:loc></image:image>`,
  )
  expect((await read('/sitemap/vineyards-2.xml')).status).toBe(404)
  expect((await read('/sitemap/others.xml')).status).toBe(404)
})

test('personal pages are noindex', async () => {
  const [key, id] = ['k'.repeat(43), randomUUID()]
  const begin = new URLSearchParams({ intent: 'empty', title: 'Our day', id, key })
  await visit('/itinerary/create', { method: 'POST', body: begin })
  await visit(`/itinerary/${id}?key=${key}`, {
    method: 'POST',
    body: new URLSearchParams({ intent: 'share' }),
  })
  const own = await read(`/itinerary/${id}?key=${key}`)
  const share = /value="http:\/\/site\.test([^"]+share=[^"]+)"/.exec(own.text)?.[1] ?? ''
  expect(share).not.toBe('')
  for (const path of [
    `/itinerary/${id}?key=${key}`,
    `/itinerary/${id}/edit?key=${key}`,
    share,
    '/my-bookings',
    '/favourites',
    '/sign-in',
    '/account',
    '/login',
    '/winemaker/login',
  ])
    expect((await read(path)).text, path).toMatch(/<meta name="robots" content="noindex[^"]*"\/>/)
})

test('robots.txt names the sitemap and excludes the staff areas', async () => {
  const { text, type } = await read('/robots.txt')
  expect(type).toBe('text/plain; charset=utf-8')
  expect(text).toContain('Disallow: /admin\n')
  expect(text).toContain('Disallow: /winemaker\n')
  expect(text).toContain('Sitemap: http://site.test/sitemap.xml\n')
})

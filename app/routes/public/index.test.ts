import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'

const { sql, visit, visitWithoutDatabase, expectErrors } = await startApp()

async function open(at = visit) {
  const response = await at('/')
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') }
}

test('without a featured vineyard, the page shows a sentence in its place and keeps the search', async () => {
  const { status, html } = await open()
  expect(status).toBe(200)
  expect(html).toContain('No featured vineyard available at the moment.')
  expect(html).toContain('placeholder="Search by location or Vineyard name"')
})

test('while nothing can be booked, the page leads to the vineyards by county and on the map', async () => {
  await makeVineyard(sql, { name: 'Quiet Rows', region: 'Kent' })
  const { html } = await open()
  expect(html).toContain('1 vineyard to discover')
  expect(html).toMatch(/href="\/vineyards\/kent"[^>]*>Kent \(1\)</)
  expect(html).toContain('href="/explore?view=map"')
  expect(html).not.toMatch(/Pick a day, pick a time|book (it )?in a minute/)
  const itineraries = await (await visit('/itineraries')).text()
  expect(itineraries).not.toContain('Plan your own')
  expect(itineraries).not.toContain('href="/itinerary/create"')
  await makeVineyard(sql, { name: 'Still Rows', region: 'Kent' })
  const explore = await (await visit('/explore')).text()
  expect(explore).not.toMatch(/up to £20|Sort by name/)
  expect(explore).toContain('None of these vineyards takes bookings here yet.')
})

test('the search form opens the list with the typed term', async () => {
  const { html } = await open()
  const form = /<form [^>]*action="\/explore"[^>]*>.*?<\/form>/s.exec(html)?.[0]
  expect(form).toContain('method="get"')
  expect(form).toContain('name="search"')
  expect(form).toMatch(/<button[^>]*>Find Vineyards<\/button>/)
})

test('links to the list and the blog', async () => {
  const { html } = await open()
  expect(html).toMatch(/<a [^>]*href="\/explore"[^>]*>Explore Vineyards<\/a>/)
  expect(html).toMatch(/<a [^>]*href="\/blog"[^>]*>Read Our Blog<\/a>/)
})

test('shows the newest posts of the blog, at most three', async () => {
  const newest = async () =>
    [...(await open()).html.matchAll(/href="\/blog\/([^"]+)"/g)].map(([, slug]) => slug)
  const publish = (slug: string, day: string) =>
    sql`insert into blog_posts (slug, title, published_at) values (${slug}, ${slug}, ${day})`
  expect(await newest()).toEqual([])
  await publish('first', '2026-01-01')
  await publish('second', '2026-01-02')
  expect(await newest()).toEqual(['second', 'first'])
  for (const [n, slug] of ['third', 'fourth', 'fifth'].entries()) await publish(slug, `2026-01-0${n + 3}`)
  await publish('later', '9999-01-01')
  expect(await newest()).toEqual(['fifth', 'fourth', 'third'])
})

test('shows three reasons to book here', async () => {
  const { html } = await open()
  expect([...html.matchAll(/class="vig"[^>]*>.*?<h2>(.*?)<\/h2>/gs)].map(([, title]) => title)).toEqual([
    'Curated Locations',
    'Premium Experiences',
    'Easy Booking',
  ])
})

test('shows the featured vineyard with its cheapest active experience', async () => {
  const { id } = await makeVineyard(sql, {
    name: 'Hollowdown Estate',
    description: 'Eleven acres of chalk.',
    cover_image_url: '/pictures/downs-960.webp',
    is_verified: true,
  })
  const dear = { vineyard_id: id, price_per_person: 28, duration_minutes: 120 }
  const cheap = {
    vineyard_id: id,
    price_per_person: 18,
    duration_minutes: 90,
    min_group_size: 2,
    max_group_size: 12,
  }
  await makeExperience(sql, dear)
  await makeExperience(sql, cheap)
  await makeExperience(sql, { vineyard_id: id, price_per_person: 5, is_active: false })

  const { html } = await open()
  expect(html).toContain('Hollowdown Estate')
  expect(html).toContain('Eleven acres of chalk.')
  expect(html).toContain('Verified')
  expect(html).toContain('£18.00/person')
  expect(html).toContain('<dd>1h 30min</dd>')
  expect(html).toContain('<dd>2-12</dd>')
  expect(html).toMatch(new RegExp(`<a [^>]*href="/vineyard/${id}"[^>]*>View Vineyard</a>`))
  expect(html).not.toContain('No featured vineyard')
})

test('shows vineyards with places this weekend, or else on the next days, nearest first if the position is known', async () => {
  const make = async (name: string, pattern: object, position: object) => {
    const { id } = await makeVineyard(sql, { name, ...position })
    // Home shows what two guests can book, as the booking form does at first.
    const { id: experience_id } = await makeExperience(sql, { vineyard_id: id, min_group_size: 2 })
    await makePattern(sql, { experience_id, ...pattern })
  }
  const names = async (path: string) => {
    const html = await (await visit(path)).text()
    const section = /<section[^>]*aria-labelledby="soon">.*?<\/section>/s.exec(html)?.[0] ?? ''
    return [...section.matchAll(/<h[23][^>]*>(?:<a [^>]*>)?([^<]+)</g)].map(([, name]) => name)
  }
  expect(await names('/')).toEqual([])
  await make('Only Tuesday', { valid_until: '2026-06-02' }, {})
  expect(await names('/')).toEqual(['The next days with places', 'Only Tuesday'])
  await make('Ash', {}, { latitude: 51.2, longitude: 1 })
  await make('Beech', {}, { latitude: 50.8, longitude: -1 })
  expect(await names('/')).toEqual(['This weekend', 'Ash', 'Beech'])
  expect(await names('/?lat=50.8&lng=-1')).toEqual(['This weekend', 'Beech', 'Ash'])
  await sql`update vineyards set featured_at = now() where name = 'Ash'`
  expect(await names('/')).toEqual(['This weekend', 'Beech'])
  await sql`update vineyards set featured_at = null`
  const { html } = await open()
  expect(html).toMatch(/Sat 6 Jun, \d+:\d\d [AP]M/)
  expect(html).toContain('aria-label="Save Ash to Favorites"')
})

test('if only the featured vineyard has places, the home page shows it only once, with its next day', async () => {
  const { html: before } = await open()
  expect(before).toContain('This weekend')
  await sql`
    update vineyards v set featured_at = now()
    where name = 'Ash' and exists (select from experiences e where e.vineyard_id = v.id)`
  await sql`update vineyards set is_visible = false where name <> 'Ash'`
  const { html } = await open()
  expect(html).not.toContain('aria-labelledby="soon"')
  const featured = /<section[^>]*aria-labelledby="featured">.*?<\/section>/s.exec(html)?.[0] ?? ''
  expect(featured).toContain('>Ash</a>')
  expect(featured).toMatch(/Next available: <\/span>Sat 6 Jun, \d+:\d\d [AP]M · \d+ places</)
  await sql`update vineyards set is_visible = true, featured_at = null`
})

test('opens without the database', async () => {
  const { status, html } = await open(visitWithoutDatabase)
  expect(status).toBe(200)
  expect(html).toContain('No featured vineyard available at the moment.')
  expect(expectErrors()).toHaveLength(5)
})

test('the page has a title, a description and its canonical address', async () => {
  const { html } = await open()
  expect(html).toContain('<title>Chalk &amp; Vine: discover UK vineyards, book a tour or a tasting</title>')
  expect(html).toMatch(/<meta name="description" content="[^"]{50,200}"/)
  expect(html).toContain('<link rel="canonical" href="http://site.test/"/>')
})

test('once visitors can book something, the page no longer leads to the vineyards by county', async () => {
  const { id } = await makeExperience(sql)
  await makePattern(sql, { experience_id: id })
  const { html } = await open()
  expect(html).not.toContain('to discover')
  expect(html).toContain('Pick a day, pick a time')
})

import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeExperience, makeVineyard } from '../../../test/make.ts'

const { sql, visit, visitWithoutDatabase, expectErrors } = await startApp()

async function open(at = visit) {
  const response = await at('/')
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') }
}

test('without a featured vineyard the page says so and keeps its search', async () => {
  const { status, html } = await open()
  expect(status).toBe(200)
  expect(html).toContain('No featured vineyard available at the moment.')
  expect(html).toContain('placeholder="Search by location or Vineyard name"')
})

test('the search form opens the list with its term', async () => {
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

test('opens without the database', async () => {
  const { status, html } = await open(visitWithoutDatabase)
  expect(status).toBe(200)
  expect(html).toContain('No featured vineyard available at the moment.')
  expect(expectErrors()).toHaveLength(1)
})

test('the page has a title, a description and its canonical address', async () => {
  const { html } = await open()
  expect(html).toContain('<title>Chalk &amp; Vine: discover UK vineyards, book a tour or a tasting</title>')
  expect(html).toMatch(/<meta name="description" content="[^"]{50,200}"/)
  expect(html).toContain('<link rel="canonical" href="http://site.test/"/>')
})

import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import type { PinRows } from '../../explore/search/explore.shapes.ts'
import { makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'
import { makeReview, makeVisits } from '../../../test/reviews.ts'
import type { MapVineyard } from '../../explore/search/explore.shapes.ts'

const { sql, visit, visitWithoutDatabase, expectErrors } = await startApp()

const make = (name: string, fields = {}) => makeVineyard(sql, { name, region: 'Kent', ...fields })
await make('Ash', { latitude: 51.2, longitude: 0.9 })
const beech = await make('Beech', {
  latitude: 51.3,
  longitude: 1.1,
  region: 'Sussex',
  logo_url: '/pictures/beech-logo.svg',
  description: 'x'.repeat(400),
})
await make('Cedar')
await make('Null Island', { latitude: 0, longitude: 0.5 })
const hidden = await make('Hidden', { latitude: 52, longitude: -1, is_visible: false })

async function places(query: string): Promise<PinRows> {
  return (await (await visit(`/api/explore/places${query}`)).json()) as PinRows
}
const page = async (query: string) => {
  const response = await visit(`/explore${query}`)
  const html = (await response.text()).replaceAll('<!-- -->', '').replaceAll('&amp;', '&')
  const link = (text: string) =>
    new RegExp(`<a (?=[^>]*href="([^"]+)")[^>]*>(?:<svg(?:(?!</svg>).)*</svg>)?${text}</a>`).exec(html)?.[1]
  return { html, link, status: response.status }
}

test('sends the map all visible results with coordinates other than 0, and the number of other results', async () => {
  const { places: rows, without_position } = await places('')
  expect(rows.map(([, name]) => name)).toEqual(['Ash', 'Beech'])
  expect(rows[1]).toEqual([beech.id, 'Beech', 51.3, 1.1, null])
  expect(without_position).toBe(2)
})

test('the map uses the term and filters of the list and shows the results of all pages', async () => {
  expect((await places('?search=ash&view=map')).places.map(([, name]) => name)).toEqual(['Ash'])
  expect((await places('?region=Sussex')).places.map(([, name]) => name)).toEqual(['Beech'])
  const { id: experience_id } = await makeExperience(sql, { vineyard_id: beech.id })
  await makePattern(sql, { experience_id })
  expect((await places('?date=2026-06-13&guests=2')).places.map(([, name]) => name)).toEqual(['Beech'])
  expect((await places('?date=2026-06-13&guests=9')).places).toEqual([])
  for (let n = 10; n < 60; n++) await make(`Row ${n}`, { region: 'Essex', latitude: 51.8, longitude: 0.5 })
  expect((await places('?region=Essex&page=2')).places).toHaveLength(50)
  expect((await places('?minPrice=nonsense&guests=-4&region=')).places).toHaveLength(52)
})

test('sends a popup its contents with the start of the description', async () => {
  const spot = await (await visit(`/api/explore/places/${beech.id}`)).json()
  expect(spot).toMatchObject({ id: beech.id, name: 'Beech', logo_url: '/pictures/beech-logo.svg' })
  expect((spot as { description: string }).description).toHaveLength(240)
  expect(Object.keys(spot as object).toSorted()).toEqual([
    'city',
    'cover_image_url',
    'description',
    'facts',
    'id',
    'is_demo',
    'is_verified',
    'logo_url',
    'name',
    'poster_url',
    'rating',
    'region',
  ])
})

test('a popup shows the rating once there are three reviews, as cards do', async () => {
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  const ratingShown = async () => {
    const answer = await visit(`/api/explore/places/${vineyard_id}`)
    return ((await answer.json()) as MapVineyard).rating
  }
  for (const stars of [5, 4]) await makeReview(sql, await arrive(), { stars })
  expect(await ratingShown()).toBeNull()
  await makeReview(sql, await arrive(), { stars: 5 })
  expect(await ratingShown()).toEqual({ average: '4.7', reviews: 3, text: '4.7 out of 5, 3 reviews' })
})

test('pins show the lowest price of the matching experiences, and popups show the next slot and the price', async () => {
  const { id: vineyard_id } = await make('Dogwood', { region: 'Surrey', latitude: 51.2, longitude: -0.4 })
  const experience = async (type: string, price_per_person: number) => {
    const { id: experience_id } = await makeExperience(sql, { vineyard_id, type, price_per_person })
    await makePattern(sql, { experience_id })
  }
  await experience('wine_tasting', 17.5)
  await experience('vineyard_tour', 40)
  await makeExperience(sql, { vineyard_id, price_per_person: 5, is_active: false })

  const price = async (query: string) => (await places(`?region=Surrey${query}`)).places[0]?.[4]
  const facts = async (query: string) => {
    const answer = (await (await visit(`/api/explore/places/${vineyard_id}${query}`)).json()) as MapVineyard
    return answer.facts
  }
  for (const [query, lowest] of [
    ['', 17.5],
    ['&type=vineyard_tour', 40],
    ['&minPrice=20&maxPrice=60', 40],
    ['&date=2026-06-13&guests=2', 17.5],
  ] as const) {
    expect(await price(query), query).toBe(lowest)
    expect((await facts(`?${query}`))?.from, query).toEqual({ price: lowest, currency: 'GBP' })
  }
  expect((await facts('?date=2026-06-13'))?.next).toMatchObject({ slot_date: '2026-06-13' })
  expect((await facts(`?guests=9`))?.next).toBeNull()
})

test('never shows hidden vineyards on the map, even if the request names their ids', async () => {
  for (const id of [hidden.id, '00000000-0000-4000-8000-000000000000', 'nonsense'])
    expect((await visit(`/api/explore/places/${id}`)).status).toBe(404)
})

test('without the database, answers the map’s request for pins with 503', async () => {
  expect((await visitWithoutDatabase('/api/explore/places')).status).toBe(503)
  expect(expectErrors()).toHaveLength(1)
})

test('the view is part of the URL, and the links to the other view keep term and filters', async () => {
  const query = 'search=row&region=Essex'
  const grid = await page(`?${query}&page=2`)
  expect(grid.link('Map')).toBe(`/explore?${query}&view=map`)
  expect(grid.html).toMatch(
    /<nav class="toggle" aria-label="View"><a [^>]*aria-current="true"[^>]*>.*?Grid<\/a>/,
  )
  const map = await page(`?${query}&view=map`)
  expect(map.link('Grid')).toBe(`/explore?${query}`)
  expect(map.html).toMatch(/aria-current="true"[^>]*>(?:<svg.*?<\/svg>)?Map<\/a>/)
  expect((await page('?view=nonsense')).link('Map')).toBe('/explore?view=map')
})

test('filters, chips and search keep the map view', async () => {
  const { html, link } = await page('?region=Essex&guests=2&view=map')
  expect(html).toContain('<input type="hidden" name="view" value="map"/>')
  expect(html).toContain('href="/explore?guests=2&view=map"')
  expect(link('Clear All')).toBe('/explore?guests=2&view=map')
})

test('without JavaScript the map view says why there is no map, and shows the list with its pages', async () => {
  const { html, link } = await page('?region=Essex&view=map')
  expect(html).toMatch(/<noscript>.*The map needs JavaScript, which is turned off. Here is the list instead./)
  expect([...html.matchAll(/<h3><a /g)]).toHaveLength(24)
  expect(link('Load more')).toBe('/explore?region=Essex&view=map&page=2')
})

test('with JavaScript the map’s box is shown at once, with an outline of the country', async () => {
  const { html } = await page('?view=map')
  expect(html).toMatch(/<div class="map-box map-skeleton"><img class="map-outline" src="[^"]+"/)
  expect(html).toMatch(/<p class="map-loading" role="status">.*?Loading the map …<\/p>/)
  expect((await page('')).html).not.toContain('class="map-box')
})

test('an empty result replaces the map and keeps the view', async () => {
  const { html, link } = await page('?search=ash&region=Sussex&view=map')
  expect(html).not.toContain('class="map-box')
  expect(link('Clear the filters')).toBe('/explore?search=ash&view=map')
})

test("the vineyard's page draws the country around the vineyard without loading the map", async () => {
  const html = await (await visit(`/vineyard/${beech.id}`)).text()
  expect(html).toMatch(/<svg [^>]*role="img" aria-label="Map: Beech/)
  expect(html).not.toMatch(/class="map-box|maplibre|vineyard-map|interactive-locator/)
})

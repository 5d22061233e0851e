import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { forAYear, makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'

const app = await startApp()
const { sql, visit } = app

/** Creates a vineyard with one experience, every day at 14:30. */
async function make(name: string, vineyard = {}, experience = {}, pattern = {}) {
  const { id } = await makeVineyard(sql, { name, region: 'Kent', ...vineyard })
  const made = await makeExperience(sql, { vineyard_id: id, type: 'wine_tasting', ...experience })
  await makePattern(sql, { experience_id: made.id, ...pattern })
  return { id, experience: made }
}
await make('Ash', {}, { price_per_person: 20, duration_minutes: 60, max_group_size: 6 }, { capacity: 4 })
await make('Beech', {}, { price_per_person: 50, duration_minutes: 240, max_group_size: 12 })
await make('Cedar', { region: 'Dorset' }, { price_per_person: 620, max_group_size: null, type: 'picnic' })
const elm = await make('Elm', { region: 'Dorset' }, { price_per_person: 20, duration_minutes: null })
await makeExperience(sql, { vineyard_id: elm.id, price_per_person: 90, duration_minutes: 180 })
await make('Hidden', { region: 'Rutland', is_visible: false }, { type: 'hidden_thing' })
await makeVineyard(sql, { name: 'Fig', region: 'Surrey' })
await makeExperience(sql, { vineyard_id: elm.id, type: 'retired_thing', is_active: false })

async function explore(query: string) {
  const response = await visit(`/explore?${query}`)
  const html = (await response.text()).replaceAll('<!-- -->', '')
  return {
    status: response.status,
    html,
    names: [...html.matchAll(/<h3><a [^>]*>([^<]+)<\/a>/g)].map(([, name]) => name),
    badge: /<span class="count">.*?(\d+)<\/span>/.exec(html)?.[1],
    chips: [...html.matchAll(/aria-label="Remove filter: ([^"]+)"[^>]*href="([^"]+)"/g)].map((chip) => [
      chip[1],
      (chip[2] ?? '').replaceAll('&amp;', '&'),
    ]),
    clear: /<a [^>]*href="([^"]+)"[^>]*>Clear All<\/a>/.exec(html)?.[1],
    notices: [...html.matchAll(/<p>([^<]*(?:shown|Showing|left out)[^<]*)<\/p>/g)].map(([, text]) => text),
    options: (name: string) =>
      [
        ...(new RegExp(`<select[^>]* name="${name}".*?</select>`).exec(html)?.[0] ?? '').matchAll(
          />([^<]+)</g,
        ),
      ].map(([, text]) => text),
  }
}

test.each([
  ['', ['Ash', 'Beech', 'Cedar', 'Elm', 'Fig']],
  ['region=Dorset', ['Cedar', 'Elm']],
  ['type=picnic', ['Cedar']],
  ['maxPrice=20', ['Ash', 'Elm']],
  ['minPrice=50&maxPrice=90', ['Beech', 'Elm']],
  ['minPrice=100', []],
  ['minDuration=1', ['Ash', 'Beech', 'Cedar', 'Elm']],
  ['minDuration=3', ['Beech', 'Elm']],
  ['minDuration=4', ['Beech']],
  ['minDuration=5', []],
  ['minDuration=3&maxPrice=20', []],
  ['maxGroupSize=6', ['Ash']],
  ['maxGroupSize=20', ['Ash', 'Beech', 'Elm']],
  ['maxGroupSize=50', ['Ash', 'Beech', 'Cedar', 'Elm', 'Fig']],
  ['date=2026-06-13', ['Ash', 'Beech', 'Cedar', 'Elm']],
  ['date=2026-06-13&guests=5', ['Beech', 'Cedar', 'Elm']],
  ['date=2026-06-13&guests=9', ['Beech', 'Cedar']],
  ['date=2028-06-13', []],
  ['guests=9', ['Beech', 'Cedar', 'Ash', 'Elm', 'Fig']],
  ['guests=9&type=wine_tasting', ['Beech', 'Ash', 'Elm']],
  ['guests=9&sort=name', ['Ash', 'Beech', 'Cedar', 'Elm', 'Fig']],
  ['search=e&region=Kent', ['Ash', 'Beech']],
])('%j finds %j', async (query, names) => {
  expect((await explore(query)).names).toEqual(names)
})

test('never finds a start past its cut-off', async () => {
  expect((await explore('date=2026-06-01')).names).toHaveLength(4)
  app.now = new Date('2026-06-01T13:30:00Z')
  expect((await explore('date=2026-06-01')).names).toEqual([])
  app.now = new Date('2026-06-01T09:00:00Z')
})

test('offers the regions and types of visible vineyards and active experiences, sorted', async () => {
  const { options } = await explore('')
  expect(options('region')).toEqual(['All regions', 'Dorset', 'Kent', 'Surrey'])
  expect(options('type')).toEqual(['All types', 'Cellar tour', 'Picnic', 'Wine tasting'])
  expect(options('minDuration')).toEqual([
    'Any duration',
    '1+ hours',
    '2+ hours',
    '3+ hours',
    '4+ hours',
    '6+ hours',
  ])
  expect(options('maxGroupSize').slice(-2)).toEqual(['10 people', '20+ people'])
})

test('a duration that is not a standard option filters the list and appears in the dropdown', async () => {
  const { names, options, html } = await explore('minDuration=5')
  expect(names).toEqual([])
  expect(options('minDuration').slice(-3)).toEqual(['4+ hours', '5+ hours', '6+ hours'])
  expect(html).toMatch(/<option value="5" selected="">5\+ hours<\/option>/)
})

test('the number of guests is not a filter, so Clear All keeps the number', async () => {
  const alone = await explore('guests=3')
  expect(alone).toMatchObject({ badge: undefined, chips: [], clear: undefined })
  expect(alone.html).toContain('<h2>5 vineyards found; 4 take a party of 3</h2>')
  expect((await explore('region=Kent&guests=3')).clear).toBe('/explore?guests=3')
  expect((await explore('search=kent&guests=3')).html).toContain(
    '<h2>2 vineyards found for kent; 2 take a party of 3</h2>',
  )
})

test('only a search by day promises places, and a card names the party sizes that the vineyard takes', async () => {
  const large = await explore('guests=1000')
  expect(large.html).toContain('<h2>5 vineyards found; none takes a party of 1000</h2>')
  expect(large.html).not.toContain('places for')
  expect(large.html.match(/<strong>Takes [^<]+<\/strong>/g)).toEqual([
    '<strong>Takes 1–6</strong>',
    '<strong>Takes 1–12</strong>',
    '<strong>Takes 1–10</strong>',
    '<strong>Takes 1–8</strong>',
  ])
  const nine = await explore('guests=9')
  expect(nine.html).toContain('<h2>5 vineyards found; 2 take a party of 9</h2>')
  expect(nine.html.match(/<strong>Takes/g)).toHaveLength(2)
  expect((await explore('guests=9&date=2026-06-13')).html).toContain(
    '<h2>2 vineyards found, places for 9</h2>',
  )
})

test('a search by day without a party finds places for one guest, says so, and links to larger parties', async () => {
  const { html } = await explore('date=2026-06-13')
  expect(html).toContain('<h2>4 vineyards found, places for 1</h2>')
  expect(html).toContain('<span>Sat 13 Jun · 1 guest</span>')
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(\d) guests<\/a>/g)]
  expect(links.map(([, url, guests]) => [url, guests])).toEqual([
    ['/explore?date=2026-06-13&amp;guests=2', '2'],
    ['/explore?date=2026-06-13&amp;guests=4', '4'],
    ['/explore?date=2026-06-13&amp;guests=6', '6'],
  ])
  for (const query of ['', 'guests=2', 'date=2026-06-13&guests=2'])
    expect((await explore(query)).html).not.toContain('Show places for')
})

test('without scripts, a summary opens the search, and links set common price limits', async () => {
  const { html } = await explore('near=Canterbury&date=2026-06-13&guests=4&maxPrice=40')
  const summary = /<summary class="search-bar">(.*?)<\/summary>/.exec(html)?.[1] ?? ''
  expect(summary).toContain('<b>Near Canterbury</b><span>Sat 13 Jun · 4 guests</span>')
  expect(summary).toMatch(/Filters<span class="count">.*2<\/span>/)
  const links = [...html.matchAll(/<a (aria-current="true")? ?href="([^"]+)"[^>]*>up to £(\d+)<\/a>/g)]
  expect(links.map(([, current, , price]) => [price, current !== undefined])).toEqual([
    ['20', false],
    ['40', true],
    ['60', false],
    ['20', false],
    ['40', true],
    ['60', false],
  ])
  expect(links[0]?.[2]).toMatch(/date=2026-06-13&amp;guests=4&amp;maxPrice=20&amp;near=Canterbury/)
  expect(links[1]?.[2]).not.toContain('maxPrice')
  expect((await explore('')).html).toContain('<b>Anywhere</b><span>Any day · Any number</span>')
})

test('shows no badge, chips or Clear All without active filters', async () => {
  expect(await explore('search=ash')).toMatchObject({ badge: undefined, chips: [], clear: undefined })
})

test('the badge counts six filters, a chip removes one filter, and Clear All removes all filters', async () => {
  const all =
    'search=a&region=Kent&type=wine_tasting&date=2026-06-13&guests=2&minPrice=10&maxPrice=60&minDuration=1&maxGroupSize=20'
  const { badge, chips, clear } = await explore(all)
  expect(badge).toBe('6')
  expect(chips).toEqual([
    ['Kent', `/explore?${all.replace('&region=Kent', '')}`],
    ['£10 - £60', `/explore?${all.replace('&minPrice=10&maxPrice=60', '')}`],
    ['Wine tasting', `/explore?${all.replace('&type=wine_tasting', '')}`],
    ['Jun 13, 2026', `/explore?${all.replace('&date=2026-06-13', '')}`],
  ])
  expect(clear).toBe('/explore?search=a&amp;guests=2')
})

test('the form shows the current filters and submits by GET', async () => {
  const { html } = await explore('region=Kent&date=2026-06-13&guests=3&minPrice=20&view=map')
  expect(html).toMatch(/<option value="Kent" selected="">Kent<\/option>/)
  expect(html).toMatch(/<input[^>]*type="date"[^>]*min="2026-06-01"[^>]*value="2026-06-13"/)
  expect(html).toMatch(/<input[^>]*name="guests"[^>]*value="3"/)
  expect(html).toMatch(/<input[^>]*name="minPrice"[^>]*value="20"/)
  expect(html).toContain('<input type="hidden" name="view" value="map"/>')
  expect(html).toContain('Show results')
})

test.each([
  'region=Atlantis',
  'type=%00',
  'date=2020-01-01',
  'date=2026-02-30',
  'guests=-1',
  'minPrice=-5&maxPrice=1e99',
  'minPrice=99999999999999999999999',
  'minPrice=90&maxPrice=10',
  'minDuration=70',
  'maxGroupSize=-2',
  'page=0',
  'page=99999999999999999999',
])('corrects %j to the nearest valid query, and shows the correction', async (query) => {
  const { status, notices } = await explore(query)
  expect(status).toBe(200)
  expect(notices).toHaveLength(1)
})

test('ignores repeated and unknown parameters', async () => {
  const { names, notices } = await explore('region=Kent&region=Dorset&colour=red')
  expect([names, notices]).toEqual([['Ash', 'Beech'], []])
})

test('in an empty result the button clears the filters, and the link clears the search', async () => {
  const { html } = await explore('search=ash&region=Dorset&guests=2')
  expect(html).toMatch(
    /<a class="btn[^>]*href="\/explore\?search=ash&amp;guests=2"[^>]*>Clear the filters<\/a>/,
  )
  expect(html).toMatch(
    /<a (?!class="btn)[^>]*href="\/explore\?region=Dorset&amp;guests=2"[^>]*>Clear the search<\/a>/,
  )
  expect(html).toContain('Nothing matches both “ash” and the filters.')
  expect(html).not.toContain('Try another day')
  expect((await explore('step_free=yes&food=yes&date=2026-06-13&guests=4')).html).toContain(
    'with places for 4 guests that day. Try another day or fewer filters.',
  )
})

test('an empty result without filters offers only to clear the search', async () => {
  for (const query of ['search=atlantis', 'search=atlantis&guests=3']) {
    const empty = /<div class="empty">.*?<\/div><\/div>/.exec((await explore(query)).html)?.[0] ?? ''
    expect(empty).toMatch(/<a (?!class="btn)[^>]*>Clear the search<\/a>/)
    expect(empty).not.toMatch(/Clear the filters|class="btn/)
  }
})

test('a card describes the matching experiences and their next slot, and links to the vineyard with the day and party', async () => {
  const { html } = await explore('search=elm')
  expect(html.replace('<span>10', '10')).toContain('Next available: </span>Today, 2:30 PM · 10 places')
  expect(html).toContain('3h</span>')
  expect(html).toContain('1-8 guests')
  expect(html).toContain('from <strong class="num">£20.00</strong>')

  const narrowed = await explore('search=elm&minPrice=80')
  expect(narrowed.html).toContain('from <strong class="num">£90.00</strong> a person')
  expect(narrowed.html).not.toContain('Next available')

  const onADay = await explore('search=elm&date=2026-06-13')
  expect(onADay.html).toContain('Next available: </span>Sat 13 Jun, ')
  expect(onADay.html).toContain(`href="/vineyard/${elm.id}?date=2026-06-13&amp;guests=1"`)
})

test('the vineyard page names the next day of each experience for the party', async () => {
  const { id } = await make('Gorse', {}, forAYear, { capacity: 3, valid_from: '2027-03-05' })
  const page = async (query: string) =>
    (await (await visit(`/vineyard/${id}${query}`)).text()).replaceAll('<!-- -->', '')
  expect(await page('')).toContain('Next available: Friday 5 March 2027')
  expect(await page('?guests=4')).not.toContain('Next available')
  expect(await page('?date=2027-04-01&guests=3')).toContain('Next available: Thursday 1 April 2027')
})

test('splits the list into pages of 24 with plain links', async () => {
  for (let n = 10; n < 60; n++) await makeVineyard(sql, { name: `Row ${n}`, region: 'Essex' })
  const page = async (query: string) => {
    const { names, html } = await explore(`region=Essex${query}`)
    const link = (text: string) =>
      new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${text}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&')
    return { names, html, more: link('Load more'), earlier: link('Earlier vineyards') }
  }
  const [first, second, third] = [await page(''), await page('&page=2'), await page('&page=3')]
  expect([first, second, third].map(({ names }) => names.length)).toEqual([24, 24, 2])
  expect(new Set([first, second, third].flatMap(({ names }) => names)).size).toBe(50)
  expect(second.names[0]).toBe('Row 34')
  for (const { html } of [first, second, third]) expect(html).toContain('50 vineyards found')
  expect(first).toMatchObject({ more: '/explore?region=Essex&page=2', earlier: undefined })
  expect(second).toMatchObject({ more: '/explore?region=Essex&page=3', earlier: '/explore?region=Essex' })
  expect(third).toMatchObject({ more: undefined, earlier: '/explore?region=Essex&page=2' })
  expect(first.html).toContain('24 of 50 shown')
  expect(second.html).toContain('25 to 48 of 50 shown')
  expect((await page('&page=9')).names).toEqual(third.names)
})

test('facts about a visit count as filters, have chips, and are cleared by Clear All', async () => {
  await make('Gorse', {}, { step_free: 'partly', dogs: 'assistance_only', parking: 'Free' })
  await make('Hazel', {}, { step_free: 'no', dogs: 'on_lead' })

  const found = await explore('step_free=yes&parking=yes&guests=2')
  expect(found).toMatchObject({ names: ['Gorse'], badge: '2', clear: '/explore?guests=2' })
  expect(found.chips).toEqual([
    ['Step-free access', '/explore?guests=2&parking=yes'],
    ['Parking', '/explore?guests=2&step_free=yes'],
  ])
  expect((await explore('dogs=yes')).names).toEqual(['Hazel'])
  expect(await explore('region=Kent&step_free=yes')).toMatchObject({ badge: '2', clear: '/explore' })

  const none = await explore('step_free=yes&food=yes')
  expect(none.html).toMatch(/<a [^>]*href="\/explore"[^>]*>Clear the filters<\/a>/)
})

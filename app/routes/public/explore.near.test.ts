import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'
import { textOf } from '../../../test/page.ts'

const { sql, visit, visitWithoutDatabase, expectErrors } = await startApp()

await makeVineyard(sql, { name: 'Ash Bank', city: 'Lewes', latitude: 50.87, longitude: 0.01 })
await makeVineyard(sql, { name: 'Wye Rows', city: 'Wye', region: 'Kent', latitude: 51.18, longitude: 0.94 })
await makeVineyard(sql, { name: 'Barham Hill', city: 'Barham', latitude: 51.21, longitude: 1.16 })
await makeVineyard(sql, { name: 'Canterbury Vines', city: 'Chartham', latitude: 51.26, longitude: 1.02 })
await makeVineyard(sql, { name: 'Nowhere Known' })

async function explore(query: string, see = visit) {
  const response = await see(`/explore?${query}`)
  const html = await textOf(response)
  return {
    status: response.status,
    html,
    names: [...html.matchAll(/<h3><a [^>]*>([^<]+)<\/a>/g)].map(([, name]) => name),
    count: /<h2>([^<]*found[^<]*)<\/h2>/.exec(html)?.[1],
    notices: [
      ...(/<div class="corrections">(.*?)<\/div><\/div><\/div>/
        .exec(html)?.[1]
        ?.matchAll(/<p>([^<]+)<\/p>/g) ?? []),
    ].map(([, text]) => text),
    suggestions: [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(Vineyards near [^<]+)<\/a>/g)].map(
      (link) => [link[2], link[1]],
    ),
    hint: /<div class="location-matches"><p>([^<]+)<\/p>/.exec(html)?.[1],
    place: /<a [^>]*aria-label="(Remove location[^"]+)"[^>]*href="([^"]+)"/.exec(html)?.slice(1),
    hidden: Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ),
  }
}

const nearest = ['Canterbury Vines', 'Barham Hill', 'Wye Rows', 'Ash Bank', 'Nowhere Known']

test('around a town, lists the nearest vineyards first, with distances, and vineyards without a position last', async () => {
  const { names, count, html, place, hidden } = await explore('near=canterbury')
  expect(names).toEqual(nearest)
  expect(count).toBe('5 vineyards found, 3 within 25 miles of Canterbury')
  const away = [...html.matchAll(/>([^<>]+ away)</g)].map(([, text]) => text)
  expect(away).toEqual(['3 miles away', '6 miles away', '9 miles away', '54 miles away'])
  expect(place).toEqual(['Remove location: near Canterbury', '/explore'])
  expect(hidden).toEqual({ near: 'Canterbury', lat: '51.279', lng: '1.08' })
})

test('lists vineyards farther than 25 miles under their own heading, unless the list is sorted by name', async () => {
  const { html } = await explore('near=canterbury')
  const [within = '', further = ''] = html.split('Further away')
  expect(within).toMatch(/<h2 id="within_directory">Within 25 miles <span[^>]*>3 vineyards<\/span>/)
  expect(within).toContain('Wye Rows')
  expect(further).toMatch(/^ <span[^>]*>2 vineyards<\/span>/)
  expect(further).toContain('Ash Bank')

  const byName = await explore('near=canterbury&sort=name')
  expect(byName.names).toEqual(nearest.toSorted())
  expect(byName.html).toContain('3 miles away')
  expect(byName.html).not.toContain('Further away')
  expect(byName.html).toContain('Nearest first')
})

test('around a location, lists bookable vineyards before other vineyards, both nearby and farther away', async () => {
  const made: string[] = []
  for (const name of ['Wye Rows', 'Ash Bank']) {
    const [{ id }] = await sql<[{ id: string }]>`select id from vineyards where name = ${name}`
    const experience = await makeExperience(sql, { vineyard_id: id })
    await makePattern(sql, { experience_id: experience.id })
    made.push(experience.id)
  }
  const { html, names, count } = await explore('near=canterbury')
  expect(count).toBe('5 vineyards found, 3 within 25 miles of Canterbury')
  expect(names).toEqual(['Wye Rows', 'Canterbury Vines', 'Barham Hill', 'Ash Bank', 'Nowhere Known'])
  const outline = [...html.matchAll(/<h2 id="\w+">([^<]+)<span[^>]*>(\w+) vine|<ul class="cards (\w+)/g)]
  expect(outline.map(([, title, total, list]) => list ?? `${title}${total}`)).toEqual([
    'Bookable within 25 miles 1',
    'plain',
    'Also in the directory within 25 miles 2',
    'compact',
    'Further away 2',
    'plain',
    'compact',
  ])
  await sql`update experiences set is_active = false where id = any (${made}::uuid[])`
})

test('shows no distances without a location', async () => {
  const { html, count } = await explore('')
  expect(html).not.toContain(' away<')
  expect(html).not.toContain('Remove location')
  expect(count).toBe('5 vineyards found')
})

test('the name of a town, its full label, and its name with its position mean the same location', async () => {
  for (const query of ['near=Canterbury%2C+Kent', 'near=CANTERBURY&lat=51.279&lng=1.08']) {
    const { names, count, notices } = await explore(query)
    expect(names).toEqual(nearest)
    expect(count).toContain('within 25 miles of Canterbury')
    expect(notices).toEqual([])
  }
})

test('labels a position by the nearest town, or by its degrees if no town is near', async () => {
  const here = await explore('lat=51.28&lng=1.08')
  expect(here.count).toBe('5 vineyards found, 3 within 25 miles of Canterbury')
  expect(here.hidden).toEqual({ lat: '51.28', lng: '1.08' })
  expect((await explore('lat=48&lng=-20')).count).toContain(
    'none within 25 miles of 48.00° north, 20.00° west',
  )
})

test('never shows a label that the URL gives to a location', async () => {
  const { html, count } = await explore('near=Win+a+prize&lat=51.28&lng=1.08')
  expect(count).toContain('within 25 miles of Canterbury')
  expect(html).not.toContain('Win a prize')
})

test('term and filters narrow the list around a location and keep the location', async () => {
  const { names, count, place } = await explore('search=an&near=Lewes&view=map')
  expect(names).toEqual(['Ash Bank', 'Canterbury Vines'])
  expect(count).toBe('2 vineyards found for an, 1 within 25 miles of Lewes')
  expect(place?.[1]).toBe('/explore?search=an&view=map')
})

test('pages continue by distance and keep the location', async () => {
  for (let n = 0; n < 30; n++)
    await makeVineyard(sql, {
      name: `Row ${n}`,
      region: 'Paged',
      latitude: 51 + ((n * 7) % 30) / 100,
      longitude: 1,
    })
  const first = await explore('near=Wye%2C+Kent&search=paged')
  expect(first.names).toHaveLength(24)
  const more = /<a [^>]*href="([^"]+)"[^>]*>Load more<\/a>/.exec(first.html)?.[1]
  expect(more).toMatch(/^\/explore\?search=paged&near=Wye&lat=[\d.]+&lng=[\d.]+&page=2$/)
  const second = await explore(more?.replace('/explore?', '') ?? '')
  expect(second.names).toHaveLength(6)
  expect(new Set([...first.names, ...second.names]).size).toBe(30)
  const far = [...`${first.html}${second.html}`.matchAll(/>(\d+) miles? away</g)].map(([, miles]) =>
    Number(miles),
  )
  expect(far).toEqual(far.toSorted((a, b) => a - b))
})

test('uses the largest of several towns with the same name, and says which town it used', async () => {
  const { count, notices } = await explore('near=newport&search=ash')
  expect(count).toBe('1 vineyard found for ash, none within 25 miles of Newport, Wales')
  expect(notices).toEqual(['There is more than one Newport. These results are for Newport, Wales.'])
})

test.each([
  [
    'near=Atlantis',
    'We don’t know a place called “Atlantis”, so it was left out. Try a town or postcode nearby.',
  ],
  ['lat=91&lng=1', 'That isn’t a valid position on the map, so it was left out.'],
  ['lat=x&lng=1', 'That isn’t a valid position on the map, so it was left out.'],
  ['lat=51', 'That isn’t a valid position on the map, so it was left out.'],
  ['near=ZZ1+2EH', 'We don’t know the postcode ZZ1 2EH. Try the name of a town nearby.'],
])('%s lists the vineyards by name, and says why the location was left out', async (query, sentence) => {
  const { status, notices, count, place, hidden } = await explore(`${query}&search=ban`)
  expect(status).toBe(200)
  expect(notices).toEqual([sentence])
  expect(count).toBe('1 vineyard found for ban')
  expect(place).toBeUndefined()
  expect(hidden).toEqual({})
})

test('finds a location by name if its position is invalid', async () => {
  const { notices, count } = await explore('near=Lewes&lat=999&lng=0&search=an')
  expect(notices).toEqual(['That isn’t a valid position on the map, so it was left out.'])
  expect(count).toContain('within 25 miles of Lewes')
})

// ASVS 15.3.6
test('survives any value of the location parameters', async () => {
  const absurd = [
    '\u0000',
    'x'.repeat(10_000),
    "'; drop table vineyards; --",
    '%',
    '\\',
    '<script>',
    '\uD800',
    '🍇',
    '__proto__',
  ]
  for (const text of absurd) {
    for (const name of ['near', 'lat', 'lng', 'search']) {
      const { status, html } = await explore(new URLSearchParams({ [name]: text }).toString())
      expect(status, `${name}=${text.slice(0, 20)}`).toBe(200)
      expect(html).not.toContain('<script>&')
    }
  }
  expect((await explore('near=Lewes&near=Canterbury')).count).toContain('within 25 miles of Lewes')
})

test('a search for a word that is also the name of a town offers the vineyards near the town', async () => {
  const { names, count, suggestions } = await explore('search=canterbury')
  expect(count).toBe('1 vineyard found for canterbury')
  expect(names).toEqual(['Canterbury Vines'])
  expect(suggestions).toEqual([['Vineyards near Canterbury', '/explore?near=Canterbury&lat=51.279&lng=1.08']])
})

test('a search for “near” and a town offers the vineyards near that town', async () => {
  expect((await explore('search=near+canterbury')).suggestions.map(([text]) => text)).toEqual([
    'Vineyards near Canterbury',
  ])
})

test('searches near the largest of several towns with one name and offers the next two', async () => {
  const newport = await explore('search=newport')
  expect(newport.count).toBe('0 vineyards found near Newport, Wales')
  expect(newport.notices).toEqual(['There is more than one Newport. These results are for Newport, Wales.'])
  expect(newport.suggestions.map(([text]) => text)).toEqual([
    'Vineyards near Newport, Isle of Wight',
    'Vineyards near Newport, Shropshire',
  ])
  expect((await explore('search=kent')).suggestions).toEqual([])
  expect((await explore('search=Canterbury&near=Canterbury')).suggestions).toEqual([])
})

test('knows the centres of postcode districts before a list of postcodes is loaded', async () => {
  const { count, notices, suggestions } = await explore('search=ct1+2eh')
  expect(count).toBe('33 vineyards found near CT1')
  expect(notices).toEqual(['We don’t know the postcode CT1 2EH, so these results are for CT1.'])
  expect(suggestions).toEqual([])
  expect((await explore('near=TN30&search=an')).count).toContain('within 25 miles of TN30')
})

test('uses loaded postcodes as locations, and the district for an unknown postcode', async () => {
  await sql`insert into postcodes values ('CT1', 51.28, 1.08), ('CT12EH', 51.2768, 1.0741)`
  await sql`insert into postcode_list (name, kind, year, loaded_at) values ('list', 'positions', 2026, now())`
  const whole = await explore('near=ct12eh&search=an')
  expect(whole.count).toBe('2 vineyards found for an, 1 within 25 miles of CT1 2EH')
  expect(whole.hidden).toEqual({ near: 'CT1 2EH', lat: '51.277', lng: '1.074' })
  const district = await explore('near=CT1+9ZZ&search=an')
  expect(district.count).toContain('within 25 miles of CT1')
  expect(district.notices).toEqual(['We don’t know the postcode CT1 9ZZ, so these results are for CT1.'])
  expect((await explore('near=ZZ1+0AA&search=ban')).notices).toEqual([
    'We don’t know the postcode ZZ1 0AA. Try the name of a town nearby.',
  ])
  expect((await explore('search=ct12eh')).count).toBe('33 vineyards found near CT1 2EH')
  expect((await explore('search=zz1+0aa')).hint).toBe(
    'We don’t know the postcode ZZ1 0AA. Try the name of a town nearby.',
  )
  await sql`truncate postcodes, postcode_list`
})

test('the head names the location and has one canonical URL for it', async () => {
  const { html } = await explore('near=Canterbury%2C+Kent&lat=51.279&lng=1.08')
  expect(html).toContain('<title>Vineyards near Canterbury · Chalk & Vine</title>')
  expect(html).toContain('<link rel="canonical" href="http://site.test/explore?near=Canterbury"/>')
  expect((await explore('lat=51.28&lng=1.08')).html).toContain('canonical" href="http://site.test/explore"')
})

test('keeps the location in the link to try again while the database is unavailable', async () => {
  const { status, html } = await explore('near=Canterbury&lat=51.279&lng=1.08', visitWithoutDatabase)
  expect(status).toBe(503)
  expect(html).toContain('href="/explore?near=Canterbury&lat=51.279&lng=1.08"')
  expect(expectErrors()).toHaveLength(2)
})

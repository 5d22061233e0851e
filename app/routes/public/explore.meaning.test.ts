import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'
import { textOf } from '../../../test/page.ts'

const { sql, visit } = await startApp()

const dover = { latitude: 51.13, longitude: 1.31 }
const monmouth = { latitude: 51.81, longitude: -2.72 }
const broadway = { latitude: 52.04, longitude: -1.86 }
await makeVineyard(sql, { name: 'Chapel Down', city: 'Tenterden', region: 'Kent', ...dover })
await makeVineyard(sql, { name: 'Nyetimber', city: 'Pulborough', region: 'West Sussex' })
await makeVineyard(sql, {
  name: 'O’Brien’s Rows',
  city: 'Wye',
  region: 'Kent',
  latitude: 51.18,
  longitude: 0.94,
})
await makeVineyard(sql, { name: 'White Castle', city: 'Abergavenny', region: 'Monmouthshire', ...monmouth })
await makeVineyard(sql, { name: 'Conwy Hill', region: 'Conwy' })
await makeVineyard(sql, { name: 'Honey Slope', region: 'Gloucestershire', ...broadway })
await makeVineyard(sql, { name: 'Loch Rows', region: 'Fife', latitude: 56.3, longitude: -3 })
const tour = await makeExperience(sql, {
  vineyard_id: (await makeVineyard(sql, { name: 'Far Wye', region: 'Kent', ...dover })).id,
  type: 'cellar_tour',
})
await makePattern(sql, { experience_id: tour.id })

async function explore(query: string) {
  const response = await visit(`/explore?${query}`)
  const html = await textOf(response)
  return {
    html,
    names: [...html.matchAll(/<h3><a [^>]*>([^<]+)<\/a>/g)].map(([, name]) => name),
    count: /<h2>([^<]*found[^<]*)<\/h2>/.exec(html)?.[1],
    line: /<p class="meaning-note[^"]*">([^<]*?) ?</.exec(html)?.[1],
    offered: [...html.matchAll(/>(Vineyards near [^<]+)<\/a>/g)].map(([, text]) => text),
  }
}
const search = (text: string) => explore(new URLSearchParams({ search: text }).toString())

test.each([
  ['wales', '2 vineyards found in Wales', ['Conwy Hill', 'White Castle']],
  ['welsh vineyards', '2 vineyards found in Wales', ['Conwy Hill', 'White Castle']],
  ['Scotland', '1 vineyard found in Scotland', ['Loch Rows']],
  ['The Cotswolds', '1 vineyard found in the Cotswolds', ['Honey Slope']],
  ['northern ireland', '0 vineyards found in Northern Ireland', []],
  ['kent vineyard', '3 vineyards found for kent', ['Far Wye', 'Chapel Down', 'O’Brien’s Rows']],
  ['chapel down, kent', '1 vineyard found for chapel down', ['Chapel Down']],
  ['chapl down', '1 vineyard found for Chapel Down', ['Chapel Down']],
  ['nyetimbr winery', '1 vineyard found for Nyetimber', ['Nyetimber']],
  ['folkestone', '3 vineyards found near Folkestone', ['Far Wye', 'Chapel Down', 'O’Brien’s Rows']],
  ['near folkstone', '3 vineyards found near Folkestone', ['Far Wye', 'Chapel Down', 'O’Brien’s Rows']],
  ['folkestone, uk', '3 vineyards found near Folkestone', ['Far Wye', 'Chapel Down', 'O’Brien’s Rows']],
  ['folkestone, kent', '3 vineyards found near Folkestone', ['Far Wye', 'Chapel Down', 'O’Brien’s Rows']],
  ['CT20', '3 vineyards found near CT20', ['Far Wye', 'Chapel Down', 'O’Brien’s Rows']],
])('understands %j', async (text, count, names) => {
  const found = await search(text)
  expect(found).toMatchObject({ count, names, offered: [] })
  expect(found.line).toBe(`No vineyard’s name, town or county contains ‘${text}’.`)
})

test('a search for England leaves out the counties of other nations, and generic words find every vineyard', async () => {
  const { count, names } = await search('england')
  expect(count).toBe('5 vineyards found in England')
  expect(names).not.toContain('Loch Rows')
  expect((await search('wine tasting near me')).count).toBe('8 vineyards found')
})

test('finds a name that is typed with other accents, and does not mention the difference', async () => {
  for (const text of ['Nyetîmber', 'CHAPEL-DÖWN'])
    expect(await search(text)).toMatchObject({
      count: `1 vineyard found for ${text}`,
      names: [text.startsWith('N') ? 'Nyetimber' : 'Chapel Down'],
      line: undefined,
    })
})

test('a literal match takes precedence over all other meanings of the words', async () => {
  await makeVineyard(sql, { name: 'Prince of Wales', region: 'Kent' })
  expect(await search('wales')).toMatchObject({
    count: '1 vineyard found for wales',
    names: ['Prince of Wales'],
    line: undefined,
    offered: ['Vineyards near Wales'],
  })
  await sql`update vineyards set is_visible = false where name = 'Prince of Wales'`
})

test('filters narrow the results of a search, and never change the meaning of its words', async () => {
  const near = await explore('search=folkestone&type=cellar_tour')
  expect(near).toMatchObject({ count: '1 vineyard found near Folkestone', names: ['Far Wye'] })
  expect(await explore('search=kent+vineyard&type=cellar_tour')).toMatchObject({ names: ['Far Wye'] })
  expect(await explore('search=kent&maxPrice=10')).toMatchObject({
    count: '0 vineyards found for kent',
    line: undefined,
  })
})

test('a search around a location without vineyards nearby shows the nearest vineyards under “Further away”', async () => {
  const { count, names, html } = await search('penzance')
  expect(count).toBe('0 vineyards found near Penzance')
  expect(names[0]).toBe('Far Wye')
  expect(html).toContain('Further away')
})

test('keeps the words in the URL, and a location in the words replaces the location of an earlier search', async () => {
  const { html, count } = await explore('search=folkestone&near=Lewes')
  expect(count).toBe('3 vineyards found near Folkestone')
  expect(html).not.toContain('Remove location')
  expect(html).toContain('href="/explore?search=folkestone&view=map"')
  expect(html).toContain('href="/explore?near=Folkestone')
})

test('the map shows those vineyards of the list that have a position', async () => {
  const pins = async (text: string) => {
    const response = await visit(`/api/explore/places?${new URLSearchParams({ search: text })}`)
    const { places } = (await response.json()) as { places: [string, string][] }
    return places.map(([, name]) => name)
  }
  expect(await pins('folkestone')).toEqual(['Chapel Down', 'Far Wye', 'O’Brien’s Rows'])
  expect(await pins('wales')).toEqual(['White Castle'])
  expect(await pins('nyetimbr')).toEqual([])
})

test('the API searches for the literal words only', async () => {
  const total = async (text: string) =>
    (
      (await (await visit(`/api/vineyards?${new URLSearchParams({ search: text })}`)).json()) as {
        total: number
      }
    ).total
  expect([await total('wales'), await total('nyetimbr'), await total('chapel')]).toEqual([0, 0, 1])
})

test.each(["o'brien's", 'o’brien’s', 'O‘Brien‘s', 'o`brien`s'])('%s finds O’Brien’s', async (text) => {
  expect(await search(text)).toMatchObject({ names: ['O’Brien’s Rows'], line: undefined })
  const suggested = await visit(`/api/suggestions?${new URLSearchParams({ search: text })}`)
  expect(await suggested.text()).toContain('O’Brien’s Rows')
  const listed = await visit(`/api/vineyards?${new URLSearchParams({ search: text })}`)
  expect(await listed.json()).toMatchObject({ total: 1 })
})

import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeVineyard } from '../../../test/make.ts'

const { sql, visit, visitWithoutDatabase, expectErrors } = await startApp()

const ridge = await makeVineyard(sql, { name: 'Canterbury Ridge', city: 'Chartham', region: 'Kent' })
await makeVineyard(sql, { name: 'Elsewhere', city: 'Canterbury', region: 'Kent' })
await makeVineyard(sql, { name: 'Canterbury Hidden', is_visible: false })

type Answer = {
  suggestions: { kind: string; label: string; detail: string; id?: string }[]
  hint: string | null
}

async function suggest(search: string): Promise<Answer> {
  const response = await visit(`/api/suggestions?${new URLSearchParams({ search })}`)
  expect(response.status).toBe(200)
  return response.json()
}
const labels = ({ suggestions }: Answer) =>
  suggestions.map(({ kind, label, detail }) => [kind, label, detail])

test('suggests towns with their position, then regions, then visible vineyards by their own name', async () => {
  const { suggestions, hint } = await suggest('canter')
  expect(suggestions).toEqual([
    {
      kind: 'town',
      label: 'Canterbury',
      detail: 'Kent',
      near: 'Canterbury',
      latitude: 51.279,
      longitude: 1.08,
    },
    { kind: 'vineyard', label: 'Canterbury Ridge', detail: 'Chartham, Kent', id: ridge.id },
  ])
  expect(hint).toBeNull()
  expect(labels(await suggest('near canter'))).toContainEqual(labels({ suggestions, hint })[0])
  expect(labels(await suggest('kent'))).toContainEqual(['region', 'Kent', 'Region'])
})

test('distinguishes towns with the same name', async () => {
  const { suggestions } = await suggest('newport')
  expect(suggestions.slice(0, 2)).toMatchObject([
    { label: 'Newport', detail: 'Wales', near: 'Newport, Wales' },
    { label: 'Newport', detail: 'Isle of Wight', near: 'Newport, Isle of Wight' },
  ])
})

test('suggests a nation before a village of the same name, and suggests areas that have vineyards', async () => {
  await makeVineyard(sql, { name: 'Border Rows', region: 'Monmouthshire' })
  expect(labels(await suggest('wales'))[0]).toEqual(['area', 'Wales', 'Area'])
  expect(labels(await suggest('the weald'))[0]).toEqual(['area', 'Weald', 'Area'])
  expect(labels(await suggest('scotl')).map(([kind]) => kind)).not.toContain('area')
})

test('suggests nothing for empty and meaningless texts', async () => {
  for (const text of ['', ' ', 'c', '%', '__', '\\', '\u0000', '\uD800', '🍇'])
    expect(await suggest(text)).toEqual({ suggestions: [], hint: null })
})

test('ignores symbols in the search for towns, and takes symbols literally in the search for vineyards', async () => {
  for (const text of ["';--", 'ca_t', "'; drop table towns; --", '<b>', '10%', 'x'.repeat(100)])
    expect((await suggest(text)).suggestions).toEqual([])
  expect(labels(await suggest('%canterbury')).map(([kind]) => kind)).toEqual(['town'])
})

test('rejects a text that is too long, a missing parameter and an unknown parameter, and says why', async () => {
  const refused = async (query: string) => {
    const response = await visit(`/api/suggestions${query}`)
    return [response.status, (await response.json()).error]
  }
  expect(await refused(`?search=${'x'.repeat(10_000)}`)).toEqual([
    400,
    'search must have at most 100 characters.',
  ])
  expect(await refused('')).toEqual([400, 'search is missing.'])
  expect(await refused('?search=a&limit=1000')).toEqual([400, 'limit is not a known field.'])
})

test('suggests loaded postcodes by prefix, the district first', async () => {
  expect(labels(await suggest('ct1'))).toContainEqual(['postcode', 'CT1', 'Postcode'])
  expect(await suggest('CT1 2EH')).toEqual({
    suggestions: [],
    hint: 'We don’t know the postcode CT1 2EH. Try the name of a town nearby.',
  })
  await sql`
    insert into postcodes (code, latitude, longitude)
    values ('CT1', 51.28, 1.08), ('CT10', 51.36, 1.43), ('CT12EH', 51.2765, 1.0741), ('CT13AA', 51.28, 1.1)`
  await sql`insert into postcode_list (name, kind, year, loaded_at) values ('some', 'positions', 2026, now())`
  expect(labels(await suggest('ct1')).map(([, label]) => label)).toEqual([
    'CT1',
    'CT10',
    'CT11',
    'CT12',
    'CT13',
  ])
  expect(labels(await suggest('ct1 3')).map(([, label]) => label)).toEqual(['CT13', 'CT1 3AA'])
  expect(labels(await suggest('ct1 2e'))).toEqual([['postcode', 'CT1 2EH', 'Postcode']])
  expect(await suggest('zz9 9zz')).toEqual({
    suggestions: [],
    hint: 'We don’t know the postcode ZZ9 9ZZ. Try the name of a town nearby.',
  })
  expect(await suggest('ct1 9z')).toEqual({ suggestions: [], hint: null })
})

test('the answer may be cached publicly for a minute, and the endpoint is part of the OpenAPI document', async () => {
  const response = await visit('/api/suggestions?search=canter')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
  const document = await (await visit('/api/openapi.json')).json()
  expect(document.paths['/suggestions'].get.parameters[0]).toMatchObject({ name: 'search', in: 'query' })
})

test('answers 503 without the database', async () => {
  const response = await visitWithoutDatabase('/api/suggestions?search=canter')
  expect(response.status).toBe(503)
  expect(expectErrors()).toHaveLength(1)
})

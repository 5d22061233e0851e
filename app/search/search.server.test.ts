import { expect, test } from 'vitest'
import { ownDatabase } from '../../test/database.ts'
import { makeVineyard } from '../../test/make.ts'
import { noFilters } from './filters.ts'
import { findPlaces, searchVineyards } from './search.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')

const lewes = { latitude: 50.87, longitude: 0.01, label: 'Lewes' }
const names = new Map<string, string>()
const make = async (name: string, place: { latitude?: number; longitude?: number } = {}) => {
  const { id } = await makeVineyard(sql, { name, ...place })
  names.set(id, name)
}
await make('Far Wye', { latitude: 51.18, longitude: 0.94 })
await make('Unplaced Two')
await make('Near Ringmer', { latitude: 50.89, longitude: 0.06 })
await make('Unplaced One', { latitude: 0, longitude: 0.5 })
await make('At Lewes', { latitude: 50.87, longitude: 0.01 })

const words = { search: '', filters: noFilters }

test('near a place the nearest come first, with their distance, and those of unknown position last by name', async () => {
  const { hits, total } = await searchVineyards(sql, { ...words, page: 1, near: lewes }, now)
  expect(total).toBe(5)
  const told = hits.map(({ id, distance }) => [names.get(id), distance && Math.round(distance)])
  expect(told).toEqual([
    ['At Lewes', 0],
    ['Near Ringmer', 4],
    ['Far Wye', 74],
    ['Unplaced One', null],
    ['Unplaced Two', null],
  ])
})

test('without a place they come by name, and no distance is told', async () => {
  const { hits } = await searchVineyards(sql, { ...words, page: 1, near: null }, now)
  expect(hits.map(({ id }) => names.get(id))).toEqual([...names.values()].toSorted())
  expect(hits.every(({ distance }) => distance === null)).toBe(true)
})

test('orders names without regard to case and apostrophes, also after an edit', async () => {
  const own = await ownDatabase()
  const listed = async () => (await findPlaces(own, words, now)).places.map(({ name }) => name)
  const place = (name: string) => makeVineyard(own, { name, latitude: 51, longitude: 0.5 })
  for (const name of ['Bowhill', 'Abbey', "a'Beckett’s", 'ŵern', 'Zeal', 'bolney']) await place(name)
  expect(await listed()).toEqual(['Abbey', "a'Beckett’s", 'bolney', 'Bowhill', 'Zeal', 'ŵern'])

  await place('abel')
  await place("Bo'ness")
  await own`update vineyards set name = 'abbots' where name = 'Zeal'`
  expect(await listed()).toEqual([
    'Abbey',
    'abbots',
    "a'Beckett’s",
    'abel',
    'bolney',
    "Bo'ness",
    'Bowhill',
    'ŵern',
  ])
})

test('a map gets every hit that has a position, and hears how many have none', async () => {
  const { places, without_position } = await findPlaces(sql, words, now)
  expect(places.map(({ name }) => name)).toEqual(['At Lewes', 'Far Wye', 'Near Ringmer'])
  expect(places[0]).toEqual({
    id: expect.any(String),
    name: 'At Lewes',
    latitude: expect.any(Number),
    longitude: expect.any(Number),
  })
  expect(without_position).toBe(2)

  const wye = { west: 0.5, east: 1, south: 51, north: 52 }
  const within = await findPlaces(sql, words, now, wye)
  expect(within.places.map(({ name }) => name)).toEqual(['Far Wye'])
  expect(within.without_position).toBe(2)
})

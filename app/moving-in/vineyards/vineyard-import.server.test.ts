import { beforeEach, expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { readList } from './vineyard-import.ts'
import { importVineyards } from './vineyard-import.server.ts'

const sql = await ownDatabase()

const list = `name,county,town,postcode,lat,lng,website,phone
CAMEL VALLEY,Cornwall,Bodmin,PL30 5LG,50.476,-4.776,www.example.com,
Long Furrow,Kent,Wye,,,,,01632 960100
Gwinllan Ŵyn,Gwynedd,Penygroes,,0,0,,
`
// The same list, with its columns in reverse order and under other headings.
const reordered = `Telephone,URL,Longitude,Latitude,Post code,City,Region,Vineyard
,www.example.com,-4.776,50.476,pl305lg,Bodmin,Cornwall,Camel Valley Vineyard
01632 960100,,,,,Wye,Kent,Long Furrow
,,,,,Penygroes,Gwynedd,Gwinllan Ŵyn
`

async function importText(text: string) {
  const read = readList(new TextEncoder().encode(text), 'import of list.csv')
  if (!read.ok) throw new Error(read.problem)
  return sql.begin((transaction) => importVineyards(transaction, read.value.entries))
}
const everything = () => sql`select * from vineyards order by name`

beforeEach(() => sql`delete from vineyards`)

test('imports vineyards as visible and unverified, and stores their source', async () => {
  expect(await importText(list)).toMatchObject({ loaded: 3, filled: 0, unchanged: 0, refusals: [] })
  expect(await everything()).toMatchObject([
    {
      name: 'Camel Valley',
      city: 'Bodmin',
      region: 'Cornwall',
      postcode: 'PL30 5LG',
      latitude: 50.476,
      longitude: -4.776,
      website: 'https://www.example.com',
      is_visible: true,
      is_verified: false,
      is_demo: false,
      source: 'import of list.csv',
    },
    { name: 'Gwinllan Ŵyn', latitude: null, longitude: null },
    { name: 'Long Furrow', region: 'Kent', phone: '01632 960100', cover_image_url: null },
  ])
})

test('a second run changes nothing, even if the columns are in another order', async () => {
  await importText(list)
  const before = await everything()
  expect(await importText(list)).toMatchObject({ loaded: 0, filled: 0, unchanged: 3 })
  expect(await importText(reordered)).toMatchObject({ loaded: 0, filled: 0, unchanged: 3 })
  expect(await everything()).toEqual(before)
})

test('another list fills empty fields of a vineyard that nobody has edited, and overwrites no field', async () => {
  await importText(list)
  const more = 'name,county,town,phone,email\nLong Furrow,Kent,Ashford,01632 960999,furrow@example.com\n'
  expect(await importText(more)).toMatchObject({ loaded: 0, filled: 1, unchanged: 0 })
  const [furrow] = await sql`select city, phone, email from vineyards where name = 'Long Furrow'`
  expect(furrow).toEqual({ city: 'Wye', phone: '01632 960100', email: 'furrow@example.com' })
  expect(await importText(more)).toMatchObject({ loaded: 0, filled: 0, unchanged: 1 })
})

test('changes nothing in a vineyard whose fields were edited or that was hidden', async () => {
  await importText(list)
  await sql`update vineyards set website = null where name = 'Camel Valley'`
  await sql`update vineyards set is_visible = false where name = 'Long Furrow'`
  const before = await everything()
  const more = `${list}`.replace('01632 960100', '01632 960999')
  expect(await importText(more)).toMatchObject({ loaded: 0, filled: 0, unchanged: 3 })
  expect(await everything()).toEqual(before)
})

test('neither duplicates nor changes a vineyard that was created by hand', async () => {
  await sql`insert into vineyards (name, city, region) values ('Long Furrow Wines', 'Wye', 'Kent')`
  expect(await importText(list)).toMatchObject({ loaded: 2, filled: 0, unchanged: 1 })
  const [furrow] = await sql`select phone from vineyards where name = 'Long Furrow Wines'`
  expect(furrow).toEqual({ phone: null })
})

test('imports a real vineyard with the same name as a demonstration estate', async () => {
  await sql`insert into vineyards (name, city, region, is_demo) values ('Long Furrow', 'Wye', 'Kent', true)`
  expect(await importText(list)).toMatchObject({ loaded: 3 })
})

test('two concurrent imports of one list create each vineyard once', async () => {
  const outcomes = await Promise.all([importText(list), importText(reordered)])
  expect(outcomes.map(({ loaded }) => loaded).sort()).toEqual([0, 3])
  expect(await everything()).toHaveLength(3)
})

test('imports thousands of rows', async () => {
  const rows = Array.from({ length: 4500 }, (_, i) => `Trial ${i},Ely`).join('\n')
  const read = readList(new TextEncoder().encode(`name,city\n${rows}\n`), 'a long list')
  if (!read.ok) throw new Error(read.problem)
  const done = await sql.begin((transaction) => importVineyards(transaction, read.value.entries))
  expect(done.loaded).toBe(4500)
})

test('spells a county like the stored vineyards, or like the first row that names it', async () => {
  await importText(list)
  await importText('name,county\nLow Press,kent\nHigh Press,surrey\nOld Press,Surrey\n')
  const rows = await sql`select name, region from vineyards where name like '%Press' order by name`
  expect(rows.map(({ region }) => region)).toEqual(['surrey', 'Kent', 'surrey'])
})

test('refuses rows with a postcode or location outside the United Kingdom, and names the postcode or location', async () => {
  const { loaded, refusals } = await importText(`name,city,county,address,postcode
Montmartre,"Paris, France",,,
Tuileries,,Republic of Ireland,,
Quai,Paris,,"1 Quai de Bourbon, Paris, France",
Nowhere,Ely,,,ZZ99
Nowhere Else,Ely,,,CT99 1AA
Belfast Row,,,,BT17 0AA
Egypt Farm,Egypt,Buckinghamshire,"The Lane, Egypt",SL2 3LD
Jersey Row,St Helier,Jersey,,
Lutetia,Paris,,,
Tiber,Rome,,,
Hudson,New York,,,
Boston Row,Boston,,,
Paris Row,Paris,West Yorkshire,,
`)
  expect(loaded).toBe(4)
  expect(refusals.map(({ line, reasons }) => [line, ...reasons.map(({ said }) => said)])).toEqual([
    [2, 'city names a location outside the United Kingdom: France'],
    [3, 'region names a location outside the United Kingdom: Republic of Ireland'],
    [4, 'address names a location outside the United Kingdom: France'],
    [5, 'postcode begins with ZZ99, as no UK postcode does'],
    [6, 'postcode begins with CT99, as no UK postcode does'],
    [9, 'region names a location outside the United Kingdom: Jersey'],
    [10, 'city names a town outside the United Kingdom: Paris'],
    [11, 'city names a town outside the United Kingdom: Rome'],
    [12, 'city names a town outside the United Kingdom: New York'],
  ])
})

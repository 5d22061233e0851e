import { expect, test } from 'vitest'

import { readList } from './vineyard-import.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function read(text: string) {
  const list = readList(bytes(text), 'import of list.csv')
  if (!list.ok) throw new Error(list.problem)
  return {
    ...list.value,
    refusals: list.value.refusals.map(({ reasons, ...row }) => ({
      ...row,
      reasons: reasons.map(({ said }) => said),
    })),
  }
}

test('a row becomes an entry with null for each empty field', () => {
  const { entries } = read(
    'name,city,region,postcode,latitude,longitude,phone\nCamel Valley,Bodmin,Cornwall,PL30 5LG,50.476,-4.776,01632 960100\n',
  )
  expect(entries).toEqual([
    {
      name: 'Camel Valley',
      city: 'Bodmin',
      region: 'Cornwall',
      address: null,
      postcode: 'PL30 5LG',
      description: null,
      phone: '01632 960100',
      email: null,
      website: null,
      latitude: 50.476,
      longitude: -4.776,
      facebook_url: null,
      instagram_url: null,
      twitter_url: null,
      linkedin_url: null,
      youtube_url: null,
      tiktok_url: null,
      source: 'import of list.csv',
      line: 2,
    },
  ])
})

test('accepts columns in any order and under common names', () => {
  const { entries, ignored } = read(
    '\ufeffLng; LAT ;County;Region;Town/City;Web-site;Vineyard Name;Rating\n-1.1;51.2;;South East;Alton;alder.example.com;Alder;5\n',
  )
  expect(entries[0]).toMatchObject({
    name: 'Alder',
    city: 'Alton',
    region: 'South East',
    latitude: 51.2,
    longitude: -1.1,
    website: 'https://alder.example.com',
  })
  expect(ignored).toEqual(['Rating'])
})

test('prefers a county to a region', () => {
  const { entries } = read('region,county,name\nSouth East,Kent,Oasthill\n')
  expect(entries[0]?.region).toBe('Kent')
})

test('line numbers stay right with Windows line ends, quoted line breaks and blank lines', () => {
  const { entries, refusals } = read(
    'name,address,city\r\nOne,"Mill Lane\r\nLower Down",Ely\r\n\r\n,No name here,Ely\r\n,,\r\nTwo,"The ""Old"" Barn",Ely\r\n',
  )
  expect(entries.map(({ name, address, line }) => ({ name, address, line }))).toEqual([
    { name: 'One', address: 'Mill Lane, Lower Down', line: 2 },
    { name: 'Two', address: 'The "Old" Barn', line: 7 },
  ])
  expect(refusals).toEqual([{ line: 5, name: '', reasons: ['the name is missing'] }])
})

test('refuses an invalid row with its line and all reasons, and reads the valid rows', () => {
  const { entries, refusals } = read(
    [
      'name,city,website,latitude,longitude,phone',
      'Good,Ely,,,,',
      'Wrong twice,Ely,not a site,60,10,',
      'Half a place,Ely,,52.4,,',
      'Nowhere,,,,,',
      'Bell\u0007,Ely,,,,',
      `${'x'.repeat(200)},Ely,,,,`,
      'Too many,Ely,,,,,,cells',
      'Short row,Ely',
    ].join('\n'),
  )
  expect(entries.map(({ name }) => name)).toEqual(['Good', 'Short row'])
  expect(refusals).toEqual([
    {
      line: 3,
      name: 'Wrong twice',
      reasons: [
        'the position 60, 10 is outside the United Kingdom',
        'website is not an http or https address',
      ],
    },
    { line: 4, name: 'Half a place', reasons: ['the position has only one of latitude and longitude'] },
    { line: 5, name: 'Nowhere', reasons: ['there is no town, county, postcode or position'] },
    { line: 6, name: 'Bell', reasons: ['name contains a control character'] },
    { line: 7, name: 'x'.repeat(60), reasons: ['name is longer than 120 characters'] },
    { line: 8, name: 'Too many', reasons: ['the row has 8 cells, but the header has 6'] },
  ])
})

test('the rows before an unclosed quotation mark are read', () => {
  const { entries, refusals } = read('name,city\nOne,Ely\nTwo,"Ely\nThree,Ely\n')
  expect(entries.map(({ name }) => name)).toEqual(['One'])
  expect(refusals).toEqual([
    {
      line: 3,
      name: '',
      reasons: ['a quotation mark is never closed, so the rest of the file could not be read'],
    },
  ])
})

test('keeps markup and quotation marks in cells as text', () => {
  const { entries } = read('name,city\n<script>alert(1)</script>,Ely\nThe "Old" Vineyard,Ely\n')
  expect(entries.map(({ name }) => name)).toEqual(['<script>alert(1)</script>', 'The "Old" Vineyard'])
})

test('reads the encodings of older spreadsheets and UTF-16', () => {
  const latin = Uint8Array.from([...bytes('name,city\nCh'), 0xe2, ...bytes('teau,Ely\n')])
  const utf16 = Uint8Array.from([
    0xff,
    0xfe,
    ...[...'name\tcity\nTŷ\tEly\n'].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
  ])
  const names = [latin, utf16].map((file) => {
    const list = readList(file, 'a list')
    return list.ok ? list.value.entries[0]?.name : list.problem
  })
  expect(names).toEqual(['Château', 'Tŷ'])
})

test('refuses a file without rows or without a column for names', () => {
  expect(readList(bytes(''), 'a list')).toEqual({ ok: false, problem: 'The file is empty.' })
  expect(readList(bytes('city,county\nEly,Cambridgeshire\n'), 'a list')).toEqual({
    ok: false,
    problem: 'The file has no column "name"; its first line reads: city, county',
  })
})

test('a row may name its own source', () => {
  const { entries } = read('name,city,source\nOne,Ely,"public place facts, 2026"\nTwo,Ely,\n')
  expect(entries.map(({ source }) => source)).toEqual(['public place facts, 2026', 'import of list.csv'])
})

test('each reason names the field and how to fix it', () => {
  const list = readList(bytes('name,city,postcode,lat,lng\nOne,Ely,90210,51.2,\n'), 'a list')
  expect(list.ok && list.value.refusals[0]?.reasons).toEqual([
    {
      field: 'latitude',
      said: 'the position has only one of latitude and longitude',
      fix: 'Write degrees with a decimal point, such as 51.0409 and 0.6984, or empty both cells.',
    },
    {
      field: 'postcode',
      said: 'postcode is not a UK postcode',
      fix: 'Write it like TN25 5AA, or only the first half.',
    },
  ])
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { listStationsOf } from '../../app/catalogue/stations/station.server.ts'
import { runHere, spawnCommand } from '../../test/command.ts'
import { ownDatabase } from '../../test/database.ts'
import { untilWaiting } from '../../test/race.ts'
import { stationsCommand } from './stations.ts'

const sql = await ownDatabase()
const folder = await mkdtemp(join(tmpdir(), 'chalk-stations-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => sql`truncate stations`)

const env = { DATABASE_URL: sql.url, NODE_ENV: 'development' }
const stations = (...words: string[]) => runHere(stationsCommand, words, env)
/** Runs the command as an operator would. */
const spawnStations = (...words: string[]) => spawnCommand('server/cli/stations.ts', words, env)

async function file(name: string, lines: string[]): Promise<string> {
  await writeFile(join(folder, name), `${lines.join('\n')}\n`)
  return join(folder, name)
}

const stored = () =>
  sql<{ code: string; name: string; kind: string }[]>`
    select code, name, kind from stations where source = 'naptan' order by code`

// The columns of NaPTAN's Stops file that the rows below fill.
const header =
  'ATCOCode,NaptanCode,CommonName,Indicator,LocalityName,GridType,Easting,Northing,Longitude,Latitude,StopType,BusStopType,Status,Modification'
const row = (
  code: string,
  name: string,
  type: string,
  {
    at = ['0.166', '50.842'],
    status = 'active',
    change = '',
    grid = ['', ''],
  }: { at?: [string, string]; status?: string; change?: string; grid?: [string, string] } = {},
) => [code, '', name, 'adj', 'Berwick', '', ...grid, ...at, type, 'MKD', status, change].join(',')

const belfast = ['-5.917', '54.595'] satisfies [string, string]

test('imports stops that visitors use and counts other stops, and a second import changes nothing', async () => {
  const list = await file('stops.csv', [
    header,
    row('4400AA0001', 'The Green', 'BCT'),
    row('4400AA0002', 'The Green', 'BCT', { at: ['0.1661', '50.8421'] }),
    row('700GVS', 'Grand Central', 'RLY', { at: belfast }),
    row('9100BRWKSSX', 'Berwick (Sussex) Rail Station', 'RLY', { at: ['0.1657', '50.8405'] }),
    row('9400ZZX', 'Quay', 'FER'),
    row('4400AA0003', 'North Entrance', 'RSE'),
    row('4400AA0004', 'Rank', 'TXR'),
    row('4400AA0005', 'Old Pound', 'BCT', { status: 'inactive' }),
  ])
  const first = await spawnStations(list)
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toContain('4 stops: 4 new or changed, 0 removed because they are no longer in use\n')
  expect(first.out).toContain("1 railway station left out: already in the site's own list\n")
  expect(first.out).toContain('Other kinds left out: 1 RSE, 1 TXR\n')
  const rows = await stored()
  expect(rows.map(({ code, kind }) => [code, kind])).toEqual([
    ['4400AA0001', 'bus'],
    ['4400AA0002', 'bus'],
    ['700GVS', 'rail'],
    ['9400ZZX', 'ferry'],
  ])
  expect((await stations(list)).out).toContain('4 stops: 0 new or changed, 0 removed')
  expect(await stored()).toEqual(rows)
  const near = await listStationsOf(sql, { latitude: 50.842, longitude: 0.166 }, async () => [])
  expect(near.map(({ name }) => name)).toEqual(['Berwick (Sussex)', 'Polegate', 'The Green', 'Quay'])
})

test('a later file updates stops, adds new stops, and removes stops that no longer exist', async () => {
  await stations(
    await file('one.csv', [header, row('4400A1', 'The Green', 'BCT'), row('4400A2', 'Mill', 'BCT')]),
  )
  const { out } = await stations(
    await file('two.csv', [
      header,
      row('4400A1', 'Village Green', 'BCT'),
      row('4400A2', 'Mill', 'BCT', { change: 'del' }),
      row('4400A3', 'Oast', 'BCT', { status: 'act' }),
    ]),
  )
  expect(out).toContain('2 stops: 2 new or changed, 1 removed')
  expect((await stored()).map(({ name }) => name)).toEqual(['Village Green', 'Oast'])
})

test('skips bad rows, names each bad row with its line, and imports the other rows', async () => {
  const list = await file('bad.csv', [
    header,
    row('4400A1', 'Grid Only', 'BCT', { at: ['', ''], grid: ['551000', '105000'] }),
    row("44'; drop table stations", 'Injection', 'BCT'),
    row('4400A2', '', 'BCT'),
    row('4400A3', 'Null Island', 'BCT', { at: ['0', '0'] }),
    row('4400A4', 'Nowhere', 'BCT', { at: ['1e1', 'NaN'] }),
    row('4400A5', 'Maybe', 'BCT', { status: 'perhaps' }),
    row('4400A6', 'x'.repeat(101), 'BCT'),
    '4400A7,,Short',
    row('4400A8', 'Good', 'BCT'),
    row('4400A9', '"\u0007Bell\u202E"', 'BCT'),
    row('4400B1', '__proto__', 'constructor'),
  ])
  const { code, out, err } = await stations(list)
  expect(code).toBe(0)
  expect(err.split('\n')).toEqual([
    '  line 2: 4400A1 has only easting and northing. Download the file with longitude and latitude.',
    '  line 3: "44\'; drop table stations" is not an ATCO code',
    '  line 4: 4400A2: "" is not a name',
    '  line 5: 4400A3: 0, 0 is outside the British Isles',
    '  line 6: 4400A4: "NaN, 1e1" is not a position',
    '  line 7: 4400A5: "perhaps" is not a status',
    `  line 8: 4400A6: "${'x'.repeat(30)}" is not a name`,
    '  line 11: 4400A9: " Bell " is not a name',
    '',
  ])
  expect(out).toContain('1 stop: 1 new or changed')
  expect(out).toContain('Other kinds left out: 1 constructo, 1 no StopType\n8 bad rows skipped\n')
  expect((await stored()).map(({ name }) => name)).toEqual(['Good'])
})

test('names the first hundred bad rows and says how many others there are', async () => {
  const rows = Array.from({ length: 130 }, (_, n) => row(`4400A${n}`, '', 'BCT'))
  const { err, out } = await stations(await file('many.csv', [header, ...rows]))
  expect(err.match(/is not a name/g)).toHaveLength(100)
  expect(err).toContain('  … and 30 more\n')
  expect(out).toContain('130 bad rows skipped')
})

test('imports a repeated code once, with the values of its last row', async () => {
  const list = await file('twice.csv', [
    header,
    row('4400A1', 'First', 'BCT'),
    row('4400A2', 'Gone', 'BCT'),
    row('4400A1', 'Last', 'BCT'),
    row('4400A2', 'Gone', 'BCT', { status: 'inactive' }),
  ])
  expect((await stations(list)).code).toBe(0)
  expect((await stored()).map(({ name }) => name)).toEqual(['Last'])
})

test.each([
  ['empty.csv', [''], 'the file is empty'],
  ['other.csv', ['name,town', 'a,b'], "line 1: the file lacks NaPTAN's columns ATCOCode, CommonName"],
  ['quote.csv', [header, row('4400A1', 'Good', 'BCT'), '"4400A2,,Open'], 'Quote Not Closed'],
  [
    'endless.csv',
    [header, row('4400A1', 'Good', 'BCT'), row('4400A2', 'y'.repeat(30_000), 'BCT')],
    'Max Record Size',
  ],
])('refuses %s with a reason, and stores nothing', async (name, lines, reason) => {
  const { code, err } = await stations(await file(name, lines))
  expect(code).toBe(1)
  expect(err).toContain(reason)
  expect(err).toContain('Nothing was stored.')
  expect(await stored()).toEqual([])
})

test('explains a call with wrong arguments', async () => {
  expect((await stations()).err).toContain('npm run stations -- FILE.csv')
  expect((await stations(join(folder, 'missing.csv'))).err).toContain('missing.csv cannot be read: ENOENT')
  expect((await stations(folder)).err).toContain('is not a file.')
})

test('concurrent imports wait for each other', async () => {
  await stations(await file('zero.csv', [header, row('4400A1', 'Zero', 'BCT')]))
  const [one, two] = await Promise.all(
    ['One', 'Two'].map((name) => file(`${name}.csv`, [header, row('4400A1', name, 'BCT')])),
  )
  const both = await sql.begin(async (transaction) => {
    await transaction`lock table stations in exclusive mode`
    const imports = [one, two].map((list = '') => spawnStations(list))
    await untilWaiting(sql, 2)
    return { imports }
  })
  expect((await Promise.all(both.imports)).map(({ code }) => code)).toEqual([0, 0])
  expect(['One', 'Two']).toContain((await stored())[0]?.name)
})

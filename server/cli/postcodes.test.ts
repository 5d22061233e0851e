import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { runHere, spawnCommand } from '../../test/command.ts'
import { ownDatabase } from '../../test/database.ts'
import { untilWaiting } from '../../test/race.ts'
import { postcodesCommand } from './postcodes.ts'

const sql = await ownDatabase()
const folder = await mkdtemp(join(tmpdir(), 'chalk-postcodes-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => sql`truncate postcodes, postcode_list`)

const env = { DATABASE_URL: sql.url, NODE_ENV: 'development' }
const postcodes = (...words: string[]) => runHere(postcodesCommand, words, env)
/** Runs the command as an operator would. */
const spawnPostcodes = (...words: string[]) => spawnCommand('server/cli/postcodes.ts', words, env)

async function file(name: string, lines: string[]): Promise<string> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), `${lines.join('\n')}\n`)
  return join(folder, name)
}

const loaded = () => sql`select code, latitude, longitude from postcodes order by code`
const header = 'code,latitude,longitude,postcode_units,county,district,region'
const outcodes = [header, 'CT1,51.27600,1.08100,1000,Kent,Canterbury,South East', 'ct2,51.29,1.07,900,Kent,,']
const codePoint = (code: string, quality: number, east: number, north: number) =>
  `"${code}",${quality},${east},${north},"E92000001","","E19000003","E10000016","E07000106","E05000001"`

test('imports a list with its columns in any order, and a second import changes nothing', async () => {
  const list = await file('outcodes.csv', outcodes)
  const first = await spawnPostcodes('import', list, '--year', '2014')
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toContain('0 postcodes and 2 outcodes loaded\n2 new or moved, 0 removed, 0 without')
  const rows = await loaded()
  expect(rows).toEqual([
    { code: 'CT1', latitude: 51.276, longitude: 1.081 },
    { code: 'CT2', latitude: 51.29, longitude: 1.07 },
  ])
  expect(await sql`select name, kind, year from postcode_list`).toEqual([
    { name: 'outcodes.csv', kind: 'positions', year: 2014 },
  ])
  const again = await postcodes(
    'import',
    await file('turned.csv', ['longitude,x,Postcode,latitude', '1.081,,CT1,51.276', '1.07,,CT 2,51.29']),
  )
  expect(again.out).toContain('0 new or moved, 0 removed')
  expect(await loaded()).toEqual(rows)
})

test('converts Code-Point Open to degrees, and puts each outcode at the centre of its postcodes', async () => {
  await file('cpo/Doc/Code-Point_Open_Column_Headers.csv', [
    'PC,PQ,EA,NO,CY,RH,LH,CC,DC,WC',
    'Postcode,Quality',
  ])
  await file('cpo/Data/CSV/ct.csv', [
    codePoint('CT1 2EH', 10, 614870, 157730),
    codePoint('CT1 3AA', 10, 615870, 157730),
    codePoint('CT9 9ZZ', 90, 0, 0),
  ])
  await file('cpo/Data/CSV/sw.csv', [codePoint('SW1A1AA', 10, 529090, 179645)])
  const { code, out } = await postcodes('import', join(folder, 'cpo'))
  expect(code).toBe(0)
  expect(out).toContain('3 postcodes and 2 outcodes loaded\n5 new or moved, 0 removed, 1 without')
  const rows = await loaded()
  expect(rows.map(({ code }) => code)).toEqual(['CT1', 'CT12EH', 'CT13AA', 'SW1A', 'SW1A1AA'])
  const [middle, one, other, , palace] = rows
  expect(palace?.latitude).toBeCloseTo(51.501, 3)
  expect(palace?.longitude).toBeCloseTo(-0.1416, 3)
  expect(middle?.longitude).toBeCloseTo(((one?.longitude ?? 0) + (other?.longitude ?? 0)) / 2, 4)
  expect(await sql`select kind from postcode_list`).toEqual([{ kind: 'code_point_open' }])
})

test('a new list replaces the whole previous list', async () => {
  await postcodes('import', await file('one.csv', outcodes))
  const { out } = await postcodes(
    'import',
    await file('two.csv', [header, 'CT2,51.3,1.07,,,,', 'BN7,50.87,0.01,,,,']),
  )
  expect(out).toContain('0 postcodes and 2 outcodes loaded\n2 new or moved, 1 removed')
  expect((await loaded()).map(({ code }) => code)).toEqual(['BN7', 'CT2'])
})

test('rejects a list with bad rows, names their lines, and keeps the loaded list', async () => {
  await postcodes('import', await file('good.csv', outcodes))
  const before = await loaded()
  const bad = await file('bad.csv', [
    header,
    'BN7,50.87,0.01,,,,',
    'KENT,51,1,,,,',
    'BN8,north,0.1,,,,',
    'BN9,40.1,0.1,,,,',
    'BN10,,,,,,',
  ])
  const { code, err } = await spawnPostcodes('import', bad)
  expect(code).toBe(1)
  expect(err).toBe(
    [
      `  ${bad}, line 3: "KENT" is not a postcode`,
      `  ${bad}, line 4: "north, 0.1" is not a position`,
      `  ${bad}, line 5: 40.1, 0.1 is outside the British Isles`,
      `  ${bad}, line 6: ", " is not a position`,
      'Nothing was loaded, because a list is loaded whole or not at all.\n',
    ].join('\n'),
  )
  expect(await loaded()).toEqual(before)
  expect(await sql`select name from postcode_list`).toEqual([{ name: 'good.csv' }])
})

test('imports a repeated postcode once, and rejects a list with two positions for one postcode', async () => {
  const twice = await file('twice.csv', [header, 'CT1,51.2,1,,,,', 'ct1,51.2,1,,,,'])
  expect((await postcodes('import', twice)).out).toContain('1 outcode loaded')
  const torn = await file('torn.csv', [header, 'CT1,51.2,1,,,,', 'CT2,51.2,1,,,,', 'CT1,51.3,1,,,,'])
  expect(await postcodes('import', torn)).toMatchObject({
    code: 1,
    err: expect.stringContaining('line 4: CT1 has another position on line 2 of this or an earlier file'),
  })
})

test('names the first twenty bad rows and says how many others there are', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => `Q-${n},51,1,,,,`)
  const { err } = await postcodes('import', await file('many.csv', [header, ...rows]))
  expect(err.match(/is not a postcode/g)).toHaveLength(20)
  expect(err).toContain('  … and 30 more\n')
})

test.each([
  ['empty.csv', [''], 'no row has a postcode with a position'],
  ['headed.csv', [header], 'no row has a postcode with a position'],
  ['other.csv', ['name,town', 'a,b'], 'line 1: the file is neither a list with the columns "code"'],
  ['quote.csv', [header, 'CT1,51.2,1,,,,', '"CT2,51.2,1'], 'Quote Not Closed'],
  [
    'grid.csv',
    [codePoint('CT1 2EH', 10, 614870, 157730), codePoint('CT1 2EJ', 10, 614870, 15773000)],
    'line 2: ',
  ],
  [
    'short.csv',
    [codePoint('CT1 2EH', 10, 614870, 157730), '"CT1 2EJ",10,1,1'],
    'line 2: the row has 4 cells, not 10',
  ],
])('refuses %s with a reason', async (name, lines, reason) => {
  const { code, err } = await postcodes('import', await file(name, lines))
  expect(code).toBe(1)
  expect(err).toContain(reason)
  expect(err).toContain('Nothing was loaded')
  expect(await loaded()).toEqual([])
})

test('says why a path cannot be read as a list', async () => {
  const packed = await file('codepo_gb.zip', ['PK'])
  const errorOf = async (...words: string[]) => (await postcodes(...words)).err
  expect(await errorOf('import', packed)).toContain('is a zip file. Unpack it and name the folder.')
  expect(await errorOf('import', join(folder, 'missing.csv'))).toContain('missing.csv cannot be read: ENOENT')
  await mkdir(join(folder, 'bare'))
  expect(await errorOf('import', join(folder, 'bare'))).toContain('There is no .csv file in')
  expect(await errorOf()).toContain('npm run postcodes -- import FILE.csv')
  expect(await errorOf('import', packed, '--year', 'soon')).toContain('npm run postcodes -- import FILE.csv')
})

test('queries use the old list during an import, and two concurrent imports do not mix their lists', async () => {
  await postcodes('import', await file('first.csv', outcodes))
  const one = await file('north.csv', [header, 'NE1,54.97,-1.6,,,,', 'NE2,54.98,-1.6,,,,'])
  const two = await file('south.csv', [header, 'EX1,50.7,-3.5,,,,', 'EX2,50.72,-3.5,,,,'])

  // Both imports wait for this transaction before they write the list's row, so both have started when it ends.
  const both = await sql.begin(async (transaction) => {
    await transaction`select from postcode_list for update`
    const imports = [one, two].map((list) => spawnPostcodes('import', list))
    await untilWaiting(sql, 2)
    expect((await loaded()).map(({ code }) => code)).toEqual(['CT1', 'CT2'])
    return { imports }
  })
  expect((await Promise.all(both.imports)).map(({ code }) => code)).toEqual([0, 0])
  const codes = (await loaded()).map(({ code }) => code).join(' ')
  expect(['NE1 NE2', 'EX1 EX2']).toContain(codes)
})

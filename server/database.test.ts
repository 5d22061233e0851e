import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../test/faults/site.ts'
import { productionSettings } from '../test/production-settings.ts'
import { describeEmbedded, openDatabase, prepareDatabase } from './database.ts'
import { ownDatabase } from '../test/database.ts'
import { makeAdmin } from '../test/make.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { connect } from '../app/platform/database/pool.server.ts'

test('with DATABASE_URL set, the embedded database does not start and its folder is not created', async () => {
  const data_folder = join(tmpdir(), 'cv-never-made')
  const lines: string[] = []
  const database_url = 'postgres://somebody@db.example.com/wine'
  const database = await openDatabase({ database_url, data_folder }, (line) => lines.push(line))
  await database.close()
  expect(database.url).toBe(database_url)
  expect(lines).toEqual([])
  expect(existsSync(data_folder)).toBe(false)
})

test('without DATABASE_URL, the embedded database runs until it is closed', async () => {
  const data_folder = await mkdtemp(join(tmpdir(), 'cv-db-'))
  const database = await openDatabase({ data_folder })
  const sql = connect(database.url, { max: 1 })
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }])
  await sql.end()
  await database.close()
  await expect(connect(database.url, { max: 1 })`select 1`).rejects.toThrow()
  await rm(data_folder, { recursive: true, force: true })
})

test('a production start with the embedded database says in one line what this database is for', async () => {
  const site = await openSite({ ...productionSettings, CATALOGUE: 'none' })
  onTestFinished(() => site.close())
  const lines = site
    .output()
    .split('\n')
    .filter((line) => line.includes('embedded database'))
  expect(lines).toEqual([describeEmbedded({ production: true, database_url: undefined })])
  expect(lines[0]).toContain('set DATABASE_URL')
})

test('no other start prints the line about the embedded database', () => {
  expect(describeEmbedded({ production: false, database_url: undefined })).toBeNull()
  expect(describeEmbedded({ production: true, database_url: 'postgres://db.example.com/vines' })).toBeNull()
})

test.each([
  { CATALOGUE: 'demo', made: true },
  { CATALOGUE: 'directory', made: false },
  { ...productionSettings, CATALOGUE: 'demo', made: false },
])('the demonstration has bookings outside production only: %j', async ({ made, ...settings }) => {
  const sql = await ownDatabase()
  const data_folder = await mkdtemp(join(tmpdir(), 'cv-demo-'))
  onTestFinished(() => rm(data_folder, { recursive: true }))
  const config = { ...readConfig(settings), data_folder }
  await makeAdmin(sql)
  const now = new Date('2026-11-27T12:00:00Z')
  for (let start = 0; start < 2; start++) await prepareDatabase(sql, config, { now, report: () => {} })
  const [{ bookings }] = await sql<[{ bookings: number }]>`select count(*)::int as bookings from bookings`
  expect(bookings).toBe(made ? 60 : 0)
})

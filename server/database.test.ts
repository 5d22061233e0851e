import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../app/platform/database.server.ts'
import { openDatabase } from './database.ts'

test('with DATABASE_URL set, neither starts the embedded database nor creates its folder', async () => {
  const dataFolder = join(tmpdir(), 'cv-never-made')
  const lines: string[] = []
  const databaseUrl = 'postgres://somebody@db.example.com/wine'
  const database = await openDatabase({ databaseUrl, dataFolder, log: (line) => lines.push(line) })
  await database.close()
  expect(database.url).toBe(databaseUrl)
  expect(lines).toEqual([])
  expect(existsSync(dataFolder)).toBe(false)
})

test('without DATABASE_URL, the embedded database runs until it is closed', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'cv-db-'))
  const database = await openDatabase({ databaseUrl: undefined, dataFolder, log: () => {} })
  const sql = connect(database.url, { max: 1 })
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }])
  await sql.end()
  await database.close()
  await expect(connect(database.url, { max: 1 })`select 1`).rejects.toThrow()
  await rm(dataFolder, { recursive: true, force: true })
})

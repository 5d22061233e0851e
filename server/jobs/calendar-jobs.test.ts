import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'

import { addSource, findSource } from '../../app/partners/calendar-feeds/calendar-source.server.ts'
import { readConfig } from '../../app/platform/config.server.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeVineyard } from '../../test/make.ts'
import { startJobs } from './jobs.ts'

const sql = await ownDatabase()
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error, fatal: console.error }
let requests = 0
const server = createServer((_, response) => {
  requests++
  response.end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
// The worker has its own folder, because at 03:45 it deletes all pictures that this database does not use.
const folder = await mkdtemp(join(tmpdir(), 'chalk-jobs-'))
const config = readConfig({ DATA_FOLDER: folder })
const jobs = await startJobs({ sql, now: () => new Date(), config, log })
afterAll(async () => {
  await jobs.stop()
  server.close()
  await rm(folder, { recursive: true })
})

test('the worker checks a new calendar, refuses an address of this machine, and stores the result', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.ics`
  const added = await addSource(
    sql,
    { vineyard_id, experience_id: null, url },
    { actor: 'system' },
    new Date(),
  )
  const id = added.ok ? added.value.id : ''
  for (let waits = 0; waits < 500; waits++) {
    if ((await findSource(sql, id, { actor: 'system' }))?.checked_at) break
    await sleep(100)
  }
  const source = await findSource(sql, id, { actor: 'system' })
  expect(source).toMatchObject({ problem: 'not_public', failures: 1 })
  expect(source?.next_check_at.getTime()).toBeGreaterThan(Date.now() + 20 * 60_000)
  expect(requests).toBe(0)
})

import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findInconsistencies } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import { openDatabase } from '../../server/database.ts'
import { auditAll } from '../faults/audit.ts'
import { makeOffer } from '../faults/offer.ts'
import { openSite, type Site } from '../faults/site.ts'
import { makeVisitors, startRush } from '../faults/visitors.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site?.close(), 60_000)

const run = (program: string, folder: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, DATA_FOLDER: folder, DATABASE_URL: '' },
  })

test('a backup that is made while guests book contains every earlier booking, and is consistent', async () => {
  const backup = join(site.folder, 'copy')
  const restored = join(site.folder, 'restored')
  const offer = await makeOffer(site, 4000)
  const rush = startRush(site, offer, makeVisitors(3000), { at_once: 8, persistent: true })
  while (rush.answers.length < 40) await sleep(5)
  const before = rush.answers.filter(({ status }) => status === 201).map(({ booking_id }) => booking_id ?? '')
  await run('server/cli/backup.ts', site.folder, backup)
  const duringIt = rush.answers.length - before.length
  const answers = await rush.done
  expect(duringIt, 'people booked meanwhile').toBeGreaterThan(20)
  expect(await auditAll(site.sql, offer, answers, { all_answered: true })).toEqual([])

  const { stdout } = await run('server/cli/restore.ts', restored, backup)
  expect(stdout).toMatch(/with \d+ bookings\. npm start opens it\./)
  const database = await openDatabase({ data_folder: restored })
  const sql = connect(database.url, { max: 2 })
  try {
    expect(await findInconsistencies(sql, new Date())).toEqual([])
    const ids = new Set((await sql<{ id: string }[]>`select id from bookings`).map(({ id }) => id))
    expect(before.filter((id) => !ids.has(id))).toEqual([])
    const confirmed = new Set(answers.map(({ booking_id }) => booking_id))
    expect([...ids].filter((id) => !confirmed.has(id))).toEqual([])
    console.log(
      `${before.length} bookings before the backup, ${ids.size} in the restored database, ${confirmed.size} after the rush`,
    )
  } finally {
    await sql.end()
    await database.close()
  }

  await expect(run('server/cli/restore.ts', restored, backup)).rejects.toThrow(
    'Stop the site and move it away',
  )
  await expect(run('server/cli/backup.ts', site.folder, backup)).rejects.toThrow('already exists')
  await rm(join(backup, 'backup.json'))
  await expect(run('server/cli/restore.ts', join(site.folder, 'other'), backup)).rejects.toThrow(
    'no complete backup',
  )
}, 300_000)

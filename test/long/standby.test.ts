import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '../../app/platform/config.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { raisePageVersion } from '../../app/platform/http/page-cache/page-version.server.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'
import { Replica } from '../../app/platform/database/replica.server.ts'
import { loadStarterPosts } from '../../db/catalogue/posts/posts.ts'
import { copyDatabase } from '../../server/backups/backup-files.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres.ts'
import { createWeb } from '../../server/web.ts'
import { makeBookable, makeWinemaker } from '../make.ts'
import { recordStatements } from '../statement-recorder.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

const config = readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test', KEPT_PAGES_MB: '8' })
const now = () => new Date('2026-06-01T09:00:00Z')
const journal: string[] = []
const note = (details: unknown, line = details) => void journal.push(String(line))
const log = { debug: note, info: note, warn: note, error: note, fatal: note }

let folder: string
let primary: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let standby: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let sql: Sql
let far: Sql
let visit: (path: string, init?: RequestInit) => Promise<Response>
let asked: { primary: () => string; standby: () => string }

const start = (which: 'primary' | 'standby') =>
  startEmbeddedPostgres({ folder: join(folder, which), log: () => {} })

/** Makes a base backup that is configured to follow the primary. */
async function copyAsStandby(): Promise<void> {
  const data = join(folder, 'standby', 'postgres')
  await mkdir(dirname(data))
  const copier = connect(primary.url, { max: 1, statement_timeout: 0 })
  await copyDatabase(copier, data)
  await copier.end()
  const { hostname, port, username, password } = new URL(primary.url)
  const where = `host=${decodeURIComponent(hostname)} port=${port} user=${username} password=${password}`
  await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${where}'\nhot_standby = on\n`)
  await writeFile(join(data, 'standby.signal'), '')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chalk-standby-'))
  primary = await start('primary')
  sql = connect(primary.url, { max: 10 })
  await migrate(sql, 'db', () => {})
  await sql.begin((transaction) => loadStarterPosts(transaction))
  await copyAsStandby()
  standby = await start('standby')
  far = connect(standby.url, { max: 4, acquire_timeout: 5000, connect_timeout_seconds: 2 })
  const [near, copy] = [recordStatements(sql), recordStatements(far)]
  const replica = new Replica(near.sql, copy.sql, { goodFor: 100, log })
  const web = await createWeb({ sql: near.sql, now, config, log, replica })
  visit = async (path, init) =>
    web.fetch(
      new Request(`http://site.test${path}`, {
        redirect: 'manual',
        ...init,
        headers: { ...init?.headers, 'X-Forwarded-For': '10.0.0.1' },
      }),
    )
  const textOf = (take: typeof near.take) => () => {
    const texts = take().map(({ text }) => text)
    return texts.filter((text) => !text.includes('_lsn')).join('\n')
  }
  asked = { primary: textOf(near.take), standby: textOf(copy.take) }
}, 120_000)
afterAll(async () => {
  await Promise.all([sql?.end({ timeout: 1 }), far?.end({ timeout: 1 })])
  await standby?.stop()
  await primary?.stop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

const pageOf = async (path: string) => (await visit(path)).text()
const isCaughtUp = async () => {
  const [{ flushed }] = await sql<[{ flushed: string }]>`select pg_current_wal_flush_lsn()::text as flushed`
  const [{ has }] = await far<
    [{ has: boolean }]
  >`select pg_last_wal_replay_lsn() >= ${flushed}::pg_lsn as has`
  return has
}
const caughtUp = () => expect.poll(isCaughtUp, { timeout: 10_000 }).toBe(true)

async function forget() {
  await sleep(700)
  asked.primary()
  asked.standby()
}

test('the standby follows and refuses writes', async () => {
  await caughtUp()
  const [{ follows }] = await far<[{ follows: boolean }]>`select pg_is_in_recovery() as follows`
  expect(follows).toBe(true)
  await expect(far`update vineyards set name = 'x'`).rejects.toMatchObject({ code: '25006' })
  const [{ state }] = await sql<[{ state: string }]>`select state from pg_stat_replication`
  expect(state).toBe('streaming')
})

test('the site reads the blog, reports and files from the standby, but places and bookings from the primary', async () => {
  const { experience, path, answers } = await makeBookable(sql)
  const winemaker = await makeWinemaker(sql, { vineyard_id: experience.vineyard_id })
  await caughtUp()
  // Both servers get a first query, because the first query is slow.
  await pageOf('/blog/feed/rss')
  await forget()

  const headers = { Authorization: `Bearer ${winemaker.token}` }
  const [{ slug }] = await sql<[{ slug: string }]>`select slug from blog_posts limit 1`
  for (const path of ['/blog', `/blog/${slug}`, '/blog/feed/rss']) {
    // On a busy machine, the standby may lag. A lagging standby is not read.
    await caughtUp()
    expect((await visit(path)).status).toBe(200)
  }
  expect(asked.standby()).toContain('blog_posts')
  expect(asked.primary()).not.toContain('from blog_posts')
  for (const path of ['reports', 'reports/csv', 'bookings/file', 'customers/file']) {
    await caughtUp()
    expect((await visit(`/api/${path}`, { headers })).status, path).toBe(200)
    expect(asked.standby(), path).not.toBe('')
  }
  asked.primary()

  expect((await visit(path)).status).toBe(200)
  expect((await visit(`/explore?date=2026-06-06`)).status).toBe(200)
  const booked = await visit(path, { method: 'POST', body: new URLSearchParams(answers()) })
  expect(booked.status).toBe(302)
  expect((await visit(booked.headers.get('Location') ?? '')).status).toBe(200)
  expect((await visit('/api/bookings', { headers })).status).toBe(200)
  expect(asked.standby()).toBe('')
  expect(asked.primary()).toContain('bookings')
})

test('new bookings are visible immediately while the standby follows', {
  retry: 1,
}, async () => {
  const { path, answers } = await makeBookable(sql, { pattern: { capacity: 60 } })
  for (let n = 0; n < 25; n++) {
    const given = { ...answers(), number_of_guests: '1', idempotency_key: randomUUID() }
    const booked = await visit(path, { method: 'POST', body: new URLSearchParams(given) })
    expect((await visit(booked.headers.get('Location') ?? 'nowhere')).status).toBe(200)
  }
})

/** Returns the seconds until a page shows a text. Expects that later requests also show the text. */
async function secondsUntil(path: string, says: string): Promise<number> {
  const began = performance.now()
  while (!(await pageOf(path)).includes(says)) {
    if (performance.now() - began > 10_000) throw new Error(`${path} never said ${says}.`)
    await sleep(10)
  }
  const took = (performance.now() - began) / 1000
  for (let n = 0; n < 40; n++) {
    expect(await pageOf(path)).toContain(says)
    await sleep(10)
  }
  return took
}

async function rename(title: string) {
  await sql`update blog_posts set title = ${title} where id = (select id from blog_posts order by id limit 1)`
  await raisePageVersion({ sql, log })
}

test('an edit is visible within a second and never reverts', { retry: 1 }, async () => {
  for (const title of ['First words', 'Second words', 'Third words', 'Fourth words']) {
    await rename(title)
    expect(await secondsUntil('/blog', title)).toBeLessThan(1)
  }
})

test('a lagging standby is not read until it has caught up', { retry: 1 }, async () => {
  await caughtUp()
  await far`select pg_wal_replay_pause()`
  await rename('Written while it slept')
  expect(await secondsUntil('/blog', 'Written while it slept')).toBeLessThan(1)
  expect(journal).toContain('The replica is behind: reading from the primary')
  await far`select pg_wal_replay_resume()`
  await caughtUp()
  await forget()
  await pageOf('/blog/feed/rss')
  expect(asked.standby()).toContain('blog_posts')
})

test('no request fails when the standby is lost, and the standby is used again once it is back', async () => {
  let failed = 0
  let over = false
  const visitor = async () => {
    while (!over) {
      if ((await visit('/blog/feed/rss')).status !== 200) failed++
      await sleep(5)
    }
  }
  const visitors = Promise.all([visitor(), visitor(), visitor()])
  await sleep(300)
  await standby.stop()
  await sleep(1000)
  standby = await start('standby')
  await caughtUp()
  await forget()
  over = true
  await visitors
  expect(failed).toBe(0)
  await pageOf('/blog/feed/rss')
  expect(asked.standby()).toContain('blog_posts')
})

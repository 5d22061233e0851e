import { execFile } from 'node:child_process'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

import { findInconsistencies } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import { readReleases } from '../../app/platform/database/releases.server.ts'
import { openDatabase } from '../../server/database.ts'
import { auditAll } from '../faults/audit.ts'
import { openBalancer } from '../faults/balancer.ts'
import { makeOffer, type Offer } from '../faults/offer.ts'
import { freePort, type Site } from '../faults/site.ts'
import { type Answer, makeVisitors, startRush } from '../faults/visitors.ts'
import { makeWinemaker, signedIn } from '../make.ts'
import { lastRelease, nextRelease, releaseAfter, type Running, startVersion } from '../releases/versions.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

/** The milliseconds for which each pair of versions runs under load. */
const phase = 6000

const run = (root: string, program: string, folder: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, DATA_FOLDER: folder, DATABASE_URL: '', CATALOGUE: 'none' },
  })

/** Opens a data folder and a balancer for two versions. Starts a site and a worker of the older version. */
async function openVersions(older: string, newer: string) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'chalk-versions-')))
  const ports = { older: await freePort(), newer: await freePort() }
  const running = new Map<string, Running[]>()
  const start = async (which: 'older' | 'newer') => {
    const root = which === 'older' ? older : newer
    const env = { DATA_FOLDER: folder, PORT: String(ports[which]) }
    const site = await startVersion(root, 'main', env)
    const worker = await startVersion(root, 'worker', env)
    running.set(which, [site, worker])
    const outputs = [site, worker].map(({ output }) => output()).join('\n')
    // `startVersion` also returns a process that ended instead of starting.
    expect(outputs).toMatch(/is open at[^]*The worker is running/)
    return outputs
  }
  const stop = async (which: 'older' | 'newer') => {
    for (const one of running.get(which) ?? []) await one.end()
    running.delete(which)
  }
  await start('older')
  const database = await openDatabase({ data_folder: folder })
  const sql = connect(database.url, { max: 4 })
  const balancer = await openBalancer([ports.older, ports.newer], 100)
  onTestFinished(async () => {
    balancer.close()
    await sql.end({ timeout: 1 })
    await stop('older')
    await stop('newer')
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  await sleep(500)
  return { folder, sql, balancer, start, stop }
}

type Versions = Awaited<ReturnType<typeof openVersions>>

/** Starts a load of bookings, moves, staff edits and pages. `end` stops the load and returns every answer. */
async function startLoad({ sql, balancer: { port } }: Pick<Versions, 'sql' | 'balancer'>) {
  const site = { sql, port } as unknown as Site
  const offer = await makeOffer(site, 10_000)
  const other = await makeOffer(site, 10_000)
  const staff = await makeWinemaker(sql, { vineyard_id: other.vineyard_id, role: 'owner' })
  let over = false
  const answers: Answer[] = []
  const others = new Map<string, number>()
  const note = (what: string) => void others.set(what, (others.get(what) ?? 0) + 1)
  const call = async (what: string, path: string, body?: object, method = 'POST') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: body ? { 'Content-Type': 'application/json', 'If-Match': '*', ...signedIn(staff) } : {},
      ...(body ? { method, body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const failure = response.ok ? '' : ` ${response.statusText} ${text.slice(0, 200)}`
    note(`${what} ${response.status}${failure}`)
  }
  const loop = async (work: () => Promise<void>) => {
    while (!over) await work()
  }
  const booking = () =>
    loop(async () => {
      const rush = startRush({ port }, offer, makeVisitors(10), { at_once: 1, persistent: false })
      answers.push(...(await rush.done))
      // The clients pause, so that the places are not sold out too early.
      await sleep(200)
    })
  const changing = () =>
    loop(async () => {
      const [booked] = await startRush({ port }, other, makeVisitors(1), { at_once: 1, persistent: false })
        .done
      if (booked?.status !== 201) return note(`booking to change ${booked?.status} ${booked?.failure}`)
      const slot = `${other.pattern_id}-${dayAfter(other)}`
      await call('move', `/api/bookings/${booked.booking_id}/move`, { slot, number_of_guests: 2 })
      await call('status', `/api/bookings/${booked.booking_id}/status`, { status: 'confirmed' })
      await call(
        'edit',
        `/api/vineyards/${other.vineyard_id}`,
        { description: `Edited at ${performance.now()}.` },
        'PATCH',
      )
    })
  const reading = () => loop(() => call('page', '/explore'))
  const all = Promise.all([booking(), booking(), changing(), reading()])
  return {
    offer,
    end: async () => {
      over = true
      await all
      return { answers, others }
    },
  }
}

const dayAfter = ({ date }: Offer) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Expects that no request failed, and that no booking was lost or made twice. */
async function expectClean({ sql }: Versions, load: Awaited<ReturnType<typeof startLoad>>) {
  const { answers, others } = await load.end()
  const failed = answers.filter(({ status }) => status !== 201 && status !== 409)
  expect(failed.map(({ status, failure }) => `${status} ${failure ?? ''}`)).toEqual([])
  expect([...others.keys()].filter((what) => !what.endsWith(' 200'))).toEqual([])
  expect([...others.keys()].toSorted()).toEqual(['edit 200', 'move 200', 'page 200', 'status 200'])
  expect(await auditAll(sql, load.offer, answers, { all_answered: true })).toEqual([])
  return `${answers.length} bookings, ${[...others].map(([what, count]) => `${count} × ${what}`).join(', ')}`
}

/** Under load, starts the newer version, which runs `migration`, and restarts the older version. Returns the load. */
async function runSideBySide(versions: Versions, migration: string) {
  const load = await startLoad(versions)
  await sleep(phase)
  expect(await versions.start('newer')).toContain(migration)
  await sleep(phase)
  // An old process that restarts does not change the functions of the newer version.
  await versions.stop('older')
  await sleep(phase)
  expect(await versions.start('older')).toContain('runs beside the newer one')
  await sleep(phase)
  return load
}

test('this version and the next release run side by side, and a rollback to this version works', async () => {
  const versions = await openVersions(process.cwd(), await nextRelease())
  const load = await runSideBySide(versions, '_soil.sql')
  // Now only this version runs.
  await versions.stop('newer')
  await sleep(phase)
  expect([
    ...(await versions.sql`select count(*)::int as there from pg_proc where proname = 'soil_of'`),
  ]).toEqual([{ there: 1 }])
  console.log(await expectClean(versions, load))
}, 900_000)

test('a release that drops an unused column runs beside the previous release', async () => {
  const next = await nextRelease()
  const versions = await openVersions(next, await releaseAfter(next))
  const load = await runSideBySide(versions, '_picnic.sql')
  const dropped = await versions.sql`
    select from information_schema.columns where table_name = 'bookings' and column_name = 'picnic'`
  expect(dropped).toHaveLength(0)
  const thisOne = await startVersion('.', 'main', { DATA_FOLDER: versions.folder, PORT: '0' })
  onTestFinished(thisOne.end)
  expect(thisOne.output()).toContain('Versions before 999.0.0 cannot use it.')
  // Now only the older version runs.
  await versions.stop('newer')
  await sleep(phase)
  console.log(await expectClean(versions, load))
}, 900_000)

const hasPreviousRelease = (await readReleases('db')).length > 1

test.runIf(hasPreviousRelease)(
  'the last release still works beside this version, and this version restores a backup of the last release',
  async () => {
    const last = await lastRelease()
    const versions = await openVersions(last, process.cwd())
    const load = await startLoad(versions)
    await sleep(phase)
    const backup = join(versions.folder, 'copy')
    await run(last, 'server/cli/backup.ts', versions.folder, backup)
    await versions.start('newer')
    await sleep(phase)
    await versions.stop('older')
    await sleep(phase)
    expect(await versions.start('older')).toContain('runs beside the newer one')
    await sleep(phase)
    console.log(await expectClean(versions, load))

    const restored = join(versions.folder, 'restored')
    await run('.', 'server/cli/restore.ts', restored, backup)
    const port = await freePort()
    const site = await startVersion('.', 'main', { DATA_FOLDER: restored, PORT: String(port) })
    onTestFinished(site.end)
    expect((await fetch(`http://127.0.0.1:${port}/explore`)).status).toBe(200)
    const database = await openDatabase({ data_folder: restored })
    const sql = connect(database.url, { max: 2 })
    try {
      expect(await findInconsistencies(sql, new Date())).toEqual([])
      const [{ bookings }] = await sql<[{ bookings: number }]>`select count(*)::int as bookings from bookings`
      expect(bookings).toBeGreaterThan(10)
    } finally {
      await sql.end()
      await database.close()
    }
  },
  900_000,
)

test('`npm run release-fixture` writes a fixture of this version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-fixtures-'))
  try {
    const { stdout } = await promisify(execFile)('bash', ['-euc', 'npm run release-fixture'], {
      env: { ...process.env, FIXTURE_FOLDER: folder },
    })
    expect(stdout).toMatch(/ KB, \d{4,} rows in \d{2} tables\./)
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^release-[\d.]+\.json\.gz$/)])
  } finally {
    await rm(folder, { recursive: true })
  }
})

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { auditAll } from '../faults/audit.ts'
import { makeOffer } from '../faults/offer.ts'
import { openSite, type Site } from '../faults/site.ts'
import { makeVisitors, startRush } from '../faults/visitors.ts'
import { makeWinemaker, signedIn } from '../make.ts'

const run = promisify(execFile)
const mayMount = process.platform === 'linux' && process.getuid?.() === 0

let disk: string
let site: Site
beforeAll(async () => {
  if (!mayMount) return
  disk = await mkdtemp(join(tmpdir(), 'chalk-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk])
  site = await openSite({}, { inside: disk })
}, 240_000)
afterAll(async () => {
  await site?.close()
  if (disk) await run('umount', [disk])
}, 60_000)

const ballast = () => join(disk, 'ballast')

/** Fills the disk completely. */
async function fill() {
  for (const size of [16 * 1024 * 1024, 64 * 1024, 4096])
    for (let full = false; !full; )
      full = await writeFile(ballast(), Buffer.alloc(size), { flag: 'a' }).then(
        () => false,
        () => true,
      )
}

const health = async () => (await fetch(`http://127.0.0.1:${site.port}/healthz`)).status

test.runIf(mayMount)(
  'a picture that does not fit on the disk gets 503 and leaves no file, and is accepted once there is space',
  async () => {
    const winemaker = await makeWinemaker(site.sql)
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#6b1f3a' } })
      .jpeg()
      .toBuffer()
    const send = () => {
      const form = new FormData()
      form.append('file', new File([new Uint8Array(picture)], 'rows.jpg', { type: 'image/jpeg' }))
      return fetch(
        `http://127.0.0.1:${site.port}/api/pictures?vineyard_id=${winemaker.vineyard_id}&shown_as=more`,
        { method: 'POST', body: form, headers: signedIn(winemaker) },
      )
    }
    const pictures = () => readdir(join(site.folder, 'pictures'), { recursive: true }).catch(() => [])
    await mkdir(join(site.folder, 'pictures'), { recursive: true })
    onTestFinished(() => rm(ballast(), { force: true }))
    await fill()
    const refused = await send()
    expect([refused.status, (await refused.json()).status]).toEqual([503, 503])
    expect(await pictures()).toEqual([])
    await rm(ballast())
    expect((await send()).status).toBe(201)
  },
  60_000,
)

test.runIf(mayMount)(
  'a database on a full disk refuses writes that need space, and works again when there is space',
  async () => {
    const offer = await makeOffer(site, 4000)
    const early = await startRush(site, offer, makeVisitors(20), { at_once: 4, persistent: true }).done
    expect(early.every(({ status }) => status === 201)).toBe(true)

    onTestFinished(() => rm(ballast(), { force: true }))

    await fill()
    // Postgres now needs a new WAL file, which is the worst case on a full disk.
    await site.sql`select pg_switch_wal()`.catch(() => undefined)
    await site.sql`create table more as select n from generate_series(1, 1000000) n`.catch(() => undefined)
    const visitors = makeVisitors(60)
    const amid = await startRush(site, offer, visitors, { at_once: 12, persistent: false }).done
    expect(
      amid
        .filter(({ status }) => ![201, 503].includes(status))
        .map(({ status, failure }) => `${status} ${failure}`),
    ).toEqual([])
    expect(
      amid.some(({ status }) => status === 503),
      'the full disk made the site refuse some bookings',
    ).toBe(true)
    expect((await fetch(`http://127.0.0.1:${site.port}/readyz`)).status).toBe(200)

    await rm(ballast())
    for (let waited = 0; (await health()) !== 200 && waited < 300; waited++) await sleep(200)
    expect(await health()).toBe(200)
    const late = await startRush(site, offer, visitors, { at_once: 12, persistent: true }).done
    expect(late.every(({ status }) => status === 201)).toBe(true)
    const confirmed = new Map(
      amid.filter(({ status }) => status === 201).map(({ key, booking_id }) => [key, booking_id]),
    )
    expect(
      late.filter(({ key, booking_id }) => confirmed.has(key) && confirmed.get(key) !== booking_id),
    ).toEqual([])
    expect(await auditAll(site.sql, offer, [...early, ...late], { all_answered: true })).toEqual([])
  },
  240_000,
)

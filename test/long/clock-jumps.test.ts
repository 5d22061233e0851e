import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'

import { findInconsistencies } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import { faketime, openJumpingClock } from '../faults/jumping-clock.ts'
import { openSite } from '../faults/site.ts'
import { hold } from '../book.ts'
import { makeBookable } from '../make.ts'
import { startSmtp } from '../smtp.ts'
import { accept, startReceiver } from '../webhook-receiver.ts'
import { makeWebhook } from '../webhooks.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

const hour = 3_600_000
const day = 24 * hour
/** The milliseconds after a jump within which all messages must arrive. */
const patience = 60_000

const smtp = await startSmtp()
const receiver = await startReceiver()
afterAll(() => receiver.close())

type Clock = Awaited<ReturnType<typeof openJumpingClock>>

async function openWorld(clock: Clock) {
  const env = {
    ...clock.env,
    DATABASE_URL: clock.url,
    SMTP_URL: smtp.url,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    LOCAL_WEBHOOKS: 'yes',
    BACKUPS_KEPT: '0',
  }
  const site = await openSite(env)
  const worker = spawn(process.execPath, ['server/worker.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      SITE_URL: '',
      DATA_FOLDER: site.folder,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    worker.stdout.on('data', (text) => String(text).includes('The worker is running') && resolve())
    worker.once('exit', (code) => reject(new Error(`The worker ended with ${code}.`)))
  })
  const sql = connect(clock.url, { max: 2 })
  const date = new Date(Date.now() + 40 * day).toISOString().slice(0, 10)
  const bookable = await makeBookable(sql, {
    date,
    pattern: { capacity: 200, valid_from: '2025-01-01' },
  })
  const { experience } = bookable
  await makeWebhook(sql, experience.vineyard_id, receiver.url, ['booking.created', 'booking.cancelled'])
  const base = `http://127.0.0.1:${site.port}`
  const made: { id: string; reference: string; when: string; is_cancelled: boolean }[] = []

  return {
    sql,
    bookable,
    made,
    /** Holds a place for half an hour. */
    hold: (from: Date) =>
      hold(sql, experience, { pattern_id: bookable.pattern.id, slot_date: date }, 1, [
        from,
        new Date(from.getTime() + hour / 2),
      ]),
    /** Books a visit as a guest. */
    async book(when: string) {
      const response = await fetch(`${base}/api/bookings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
        body: JSON.stringify({
          vineyard_id: experience.vineyard_id,
          experience_id: experience.id,
          booking_date: date,
          start_time: '14:30',
          number_of_guests: 1,
          guest_name: 'Ada Lovelace',
          guest_email: `${randomUUID()}@example.com`,
          guest_phone: '01632 960123',
          total_price: experience.price_per_person,
        }),
      })
      expect(response.status, when).toBe(201)
      const { id } = (await response.json()) as { id: string }
      const [{ reference }] = await sql<
        [{ reference: string }]
      >`select reference from bookings where id = ${id}`
      const one = { id, reference, when, is_cancelled: false }
      made.push(one)
      return one
    },
    async cancel(one: (typeof made)[number]) {
      const response = await fetch(`${base}/booking-confirmation/${one.id}`, {
        method: 'POST',
        body: new URLSearchParams({ intent: 'cancel' }),
        redirect: 'manual',
      })
      expect(response.status, `cancellation ${one.when}`).toBe(302)
      one.is_cancelled = true
    },
    async visit() {
      const pages = ['/', '/explore', bookable.path, ...made.map(({ id }) => `/booking-confirmation/${id}`)]
      for (const page of pages) expect((await fetch(`${base}${page}`)).status, page).toBe(200)
    },
    async close() {
      await sql.end({ timeout: 1 })
      if (worker.exitCode === null) {
        worker.kill('SIGTERM')
        await once(worker, 'exit')
      }
      await site.close()
    },
  }
}

/** Describes the emails and webhooks that have not arrived. */
async function missing({ sql, made }: Awaited<ReturnType<typeof openWorld>>): Promise<string[]> {
  const unsent = await sql<{ id: string; email: string }[]>`
    select b.id, concat_ws(' ', e.email_type, e.state, 'queued', e.queued_at, 'after', e.deliver_after, 'claimed', e.claimed_at) as email
    from emails e join bookings b on b.id = e.booking_id
    where e.to_address = b.guest_email and e.state not in ('sent', 'superseded')`
  const arrived = receiver.received.map(({ message }) => `${message.type} ${message.data.reference}`)
  return made.flatMap(({ id, reference, when, is_cancelled }) => [
    ...unsent.filter((email) => email.id === id).map(({ email }) => `${when}: email ${email}`),
    ...['booking.created', ...(is_cancelled ? ['booking.cancelled'] : [])]
      .filter((type) => !arrived.includes(`${type} ${reference}`))
      .map((type) => `${when}: webhook ${type}`),
  ])
}

test.runIf(faketime !== undefined)(
  'when the clock jumps, no booking is lost, no email is sent twice, and emails and webhooks arrive within 60 s',
  async () => {
    const clock = await openJumpingClock()
    const world = await openWorld(clock).catch(async (error) => {
      await clock.close()
      throw error
    })
    try {
      for (const [when, off] of [
        ['16 days ahead', 16 * day],
        ['right again', 0],
        ['two hours behind', -2 * hour],
        ['right at last', 0],
      ] as const) {
        // When the clock jumps, a place is held. Some emails and webhooks are new. Others have failed and wait for another
        // attempt.
        smtp.mood = 'busy'
        receiver.answer = (_, response) => void response.writeHead(503).end()
        const first = await world.book(`before ${when}`)
        await expect
          .poll(() => missing(world), { timeout: patience })
          .toContainEqual(expect.stringContaining('received failed'))
        smtp.mood = 'up'
        receiver.answer = accept
        await world.book(`just before ${when}`)
        await world.hold(clock.now())
        await clock.jumpTo(off)
        await world.visit()
        await world.book(when)
        await world.cancel(first)
        await expect.poll(() => missing(world), { timeout: patience, interval: 1000 }).toEqual([])
        await world.visit()
        const longHolds = () => world.sql`
          select id from holds where ended_at is null and expires_at > ${new Date(clock.now().getTime() + hour)}`
        await expect
          .poll(async () => (await longHolds()).length, { message: `long holds ${when}`, timeout: patience })
          .toBe(0)
      }
      expect(await findInconsistencies(world.sql, clock.now())).toEqual([])
      const stored = await world.sql<{ id: string }[]>`select id from bookings`
      expect(stored.map(({ id }) => id).toSorted()).toEqual(world.made.map(({ id }) => id).toSorted())
      const ids = (await smtp.parsed()).map(({ messageId }) => messageId)
      expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
    } finally {
      await world.close()
      await clock.close()
    }
  },
  600_000,
)

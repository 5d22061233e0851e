import ICAL from 'ical.js'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'

import { changeBookingStatus } from '../../app/bookings/booking.server.ts'
import { queueEmail } from '../../app/mail/queue-email.server.ts'
import { readConfig } from '../../app/platform/config.server.ts'
import { ownDatabase } from '../../test/database.ts'
import { startSmtp } from '../../test/smtp.ts'
import { startJobs } from './jobs.ts'
import { book, makeDailyExperience } from '../../test/book.ts'

const sql = await ownDatabase()
const smtp = await startSmtp()
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error, fatal: console.error }
// An attempt may take long, so that on a busy machine no attempt counts as lost.
const hurried = { poll: 0.5, attempt: 60, watch: 1, pause: 1, longest_pause: 1, tries: 3 }
const now = () => new Date()
// The worker has its own folder, because at 03:45 it deletes all pictures that this database does not use.
const folder = await mkdtemp(join(tmpdir(), 'chalk-jobs-'))
afterAll(() => rm(folder, { recursive: true }))
let jobs: { stop: () => Promise<void> } | undefined

const start = async (
  env: Record<string, string> = { SMTP_URL: smtp.url },
  { pace = hurried, patience = 10_000 } = {},
) => {
  const config = readConfig({ SITE_URL: 'http://site.test', DATA_FOLDER: folder, ...env })
  jobs = await startJobs({ sql, now, config, log }, { pace, patience })
}
afterEach(async () => {
  await jobs?.stop()
  jobs = undefined
  smtp.mood = 'up'
  smtp.arrived.splice(0)
  await sql`update emails set state = 'kept', claim = null, claimed_at = null where state in ('waiting', 'failed', 'sending')`
})

/** Makes a booking with its unsent 'received' email. */
async function bookOne() {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 100 })
  const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  const booking_id = await book(sql, experience, on(day), 2, now())
  const [mail] = await sql<[{ id: string }]>`select id from emails where booking_id = ${booking_id}`
  return mail.id
}

async function until(id: string, states: string[]) {
  for (let round = 0; round < 1000; round++) {
    const [row] = await sql<
      { state: string; attempts: number; last_error: string | null; unanswered: number; message_id: string }[]
    >`select state, attempts, last_error, unanswered, message_id from emails where id = ${id}`
    if (row && states.includes(row.state)) return row
    await sleep(50)
  }
  throw new Error(`The mail never became ${states.join(' or ')}.`)
}

test('an email arrives once, with both parts and its own Message-ID', async () => {
  const id = await bookOne()
  await start()
  expect(await until(id, ['sent'])).toMatchObject({ attempts: 1, unanswered: 0 })
  const [mail] = await smtp.parsed()
  expect(smtp.arrived).toHaveLength(1)
  expect(mail?.messageId).toBe(`<${id}@site.test>`)
  expect(mail?.subject).toMatch(/^Booking received: /)
  expect(mail?.html).toContain('</html>')
  expect(mail?.text).toContain('will confirm it by email')
})

test('the emails of a booking update one calendar entry, and the cancellation removes it', async () => {
  const first = await bookOne()
  const [{ booking_id }] = await sql<
    [{ booking_id: string }]
  >`select booking_id from emails where id = ${first}`
  await start()
  await until(first, ['sent'])
  const by = { actor: 'admin', actor_id: randomUUID() } as const
  // Staff can no longer undo the cancellation, because it is old.
  await changeBookingStatus(sql, booking_id, 'cancelled', { by }, new Date(Date.now() - 30_000))
  const [last] = await sql<[{ id: string }]>`
    select id from emails where booking_id = ${booking_id} and email_type = 'cancelled'`
  await until(last.id, ['sent'])
  const mails = (await smtp.parsed()).filter(({ subject }) =>
    /^(Booking received|Cancelled): /.test(subject ?? ''),
  )
  const entries = mails.map(({ attachments }) => {
    const file = attachments.find(({ mimeType }) => mimeType === 'text/calendar')
    const calendar = new ICAL.Component(
      ICAL.parse(new TextDecoder().decode(file?.content as Uint8Array<ArrayBuffer>)),
    )
    const { uid, sequence } = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as ICAL.Component)
    return { uid, sequence, method: calendar.getFirstPropertyValue('method') }
  })
  expect(entries).toEqual([
    { uid: entries[0]?.uid, sequence: expect.any(Number), method: 'PUBLISH' },
    { uid: entries[0]?.uid, sequence: (entries[0]?.sequence ?? 0) + 1, method: 'CANCEL' },
  ])
})

test('an email is retried while the server is down', async () => {
  await smtp.goDown()
  const id = await bookOne()
  await start()
  expect(await until(id, ['failed'])).toMatchObject({
    unanswered: 0,
    last_error: expect.stringContaining('ECONNREFUSED'),
  })
  await smtp.comeBack()
  await until(id, ['sent'])
  expect(smtp.arrived).toHaveLength(1)
})

test('an email is retried after a temporary refusal', async () => {
  smtp.mood = 'busy'
  const id = await bookOne()
  await start()
  expect(await until(id, ['failed'])).toMatchObject({
    unanswered: 0,
    last_error: expect.stringContaining('451'),
  })
  smtp.mood = 'up'
  await until(id, ['sent'])
  expect(smtp.arrived).toHaveLength(1)
})

test('an email is not retried after a permanent refusal', async () => {
  smtp.mood = 'refusing'
  const id = await bookOne()
  await start()
  expect(await until(id, ['dead'])).toMatchObject({ attempts: 1, last_error: expect.stringContaining('554') })
  smtp.mood = 'refusing_to'
  const nobody = await bookOne()
  expect(await until(nobody, ['dead'])).toMatchObject({
    attempts: 1,
    last_error: expect.stringContaining('550'),
  })
})

test('an email arrives at most twice if the connection breaks after the whole email was sent', async () => {
  smtp.mood = 'cutting'
  const id = await bookOne()
  await start()
  expect(await until(id, ['dead'])).toMatchObject({ attempts: 2, unanswered: 2 })
  expect(smtp.arrived).toHaveLength(2)
  const ids = (await smtp.parsed()).map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(1)
  const second = await bookOne()
  await until(second, ['failed'])
  smtp.mood = 'up'
  expect(await until(second, ['sent'])).toMatchObject({ unanswered: 1 })
})

test('an email is retried if the connection breaks before the whole email was sent, because it cannot have arrived', async () => {
  smtp.mood = 'cutting_early'
  const id = await bookOne()
  await start()
  await until(id, ['failed'])
  smtp.mood = 'up'
  await until(id, ['sent'])
  expect(smtp.arrived).toHaveLength(1)
})

// ASVS 13.2.6
test('sending an email fails if the mail server does not answer, and succeeds if the mail server is only slow', async () => {
  smtp.mood = 'slow'
  const slow = await bookOne()
  await start({ SMTP_URL: smtp.url }, { patience: 1500 })
  await until(slow, ['sent'])
  expect(smtp.arrived).toHaveLength(1)
  smtp.mood = 'silent'
  const id = await bookOne()
  expect(await until(id, ['failed'])).toMatchObject({ unanswered: 1 })
})

test('an email that could not be sent becomes a dead letter', async () => {
  await smtp.goDown()
  const id = await bookOne()
  await start({ SMTP_URL: smtp.url }, { pace: { ...hurried, tries: 1 } })
  const row = await until(id, ['dead'])
  expect(row).toMatchObject({ attempts: 2, last_error: expect.stringContaining('ECONNREFUSED') })
  await smtp.comeBack()
})

test('without a mail server every email is only stored', async () => {
  const id = await bookOne()
  await start({})
  await until(id, ['kept'])
})

test('an email is not sent after its deadline', async () => {
  const id = await queueEmail(
    sql,
    { email_type: 'received', to_address: 'a@x.test', payload: {}, deliver_by: new Date(Date.now() - 1000) },
    now(),
  )
  await start()
  expect(await until(id ?? '', ['dead'])).toMatchObject({ last_error: 'The email is too late to be useful.' })
  expect(smtp.arrived).toHaveLength(0)
})

test('only thank-you emails and daily emails offer unsubscribing by one click', async () => {
  const received = await bookOne()
  const [{ booking_id, vineyard_id }] = await sql<[{ booking_id: string; vineyard_id: string }]>`
    select b.id as booking_id, b.vineyard_id from emails m join bookings b on b.id = m.booking_id where m.id = ${received}`
  await sql`
    insert into emails (booking_id, email_type, to_address, payload, created_at)
    values (${booking_id}, 'thank_you', 'ada@example.com', email_payload(${booking_id}, 'thank_you'), ${now()})`
  const [{ day }] = await sql<[{ day: string }]>`
    select booking_date::text as day from bookings where id = ${booking_id}`
  const payload = { vineyardId: vineyard_id, day }
  await queueEmail(sql, { email_type: 'vineyard_daily_sheet', to_address: 'a@x.test', payload }, now())
  await start()
  await expect.poll(() => smtp.arrived.length, { timeout: 30_000 }).toBe(3)
  const headersOf = (subject: RegExp) => {
    const raw = smtp.arrived.map((mail) => mail.raw).find((text) => subject.test(text)) ?? ''
    return raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  }
  for (const subject of [/^Subject: Thank you for visiting/m, /^Subject: Today at/m]) {
    expect(headersOf(subject)).toMatch(/^List-Unsubscribe: <http:\/\/site\.test\/unsubscribe\/[\w-]{43}>$/m)
    expect(headersOf(subject)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  }
  expect(headersOf(/^Subject: Booking received/m)).not.toContain('List-Unsubscribe')
  const thanks = (await smtp.parsed()).find(({ subject }) => subject?.startsWith('Thank you'))
  expect(thanks?.text).toMatch(/^Stop these emails:\nhttp:\/\/site\.test\/unsubscribe\//m)
})

test('an email is sent only after its transaction is committed', async () => {
  await start()
  const { experience, on } = await makeDailyExperience(sql, { capacity: 100 })
  const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  const before = smtp.attempts()
  await sql.begin(async (transaction) => {
    await book(transaction, experience, on(day), 2, now())
    await sleep(2500)
    expect(smtp.attempts()).toBe(before)
  })
  for (let round = 0; round < 1000 && smtp.arrived.length === 0; round++) await sleep(50)
  expect(smtp.arrived).toHaveLength(1)
})

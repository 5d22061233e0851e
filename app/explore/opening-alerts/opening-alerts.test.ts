import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { textOf } from '../../../test/page.ts'
import { race } from '../../../test/race.ts'
import { eraseOldData } from '../../staff/personal-data/retention.server.ts'
import { sendOpeningAlerts } from './opening-alert.server.ts'

const app = await startApp({ env: { SMTP_URL: 'smtp://mail.test' } })
const { sql, visit, submit } = app

let people = 0
const someone = () => `rosalind-${++people}@example.com`
const ask = (vineyard_id: string, email: string) =>
  submit(`/vineyard/${vineyard_id}/opening-alert`, { email })

const mailsTo = (address: string) =>
  sql<{ email_type: string; payload: Record<string, unknown> }[]>`
    select email_type, payload from emails where to_address = ${address} order by ctid`

/** Returns the path of the newest link sent to an address. */
async function linkTo(address: string): Promise<string> {
  const [mail] = await sql<[{ link: string }]>`
    select payload ->> 'link' as link from emails
    where to_address = ${address} and email_type = 'opening_alert_link' order by ctid desc limit 1`
  return new URL(mail.link).pathname
}

async function confirm(vineyard_id: string, email = someone()): Promise<{ email: string; path: string }> {
  await ask(vineyard_id, email)
  const path = await linkTo(email)
  expect((await submit(path, { intent: 'confirm' })).status).toBe(200)
  return { email, path }
}

const alertsFor = (vineyard_id: string) => sql<{ email: string; is_confirmed: boolean }[]>`
  select email, confirmed_at is not null as is_confirmed from opening_alerts
  where vineyard_id = ${vineyard_id} order by email`

test('the page of the emailed link has a button that confirms the address and a button that withdraws the alert', async () => {
  const { id, name } = await makeVineyard(sql)
  const email = someone()
  const asked = await ask(id, email)
  expect([asked.status, asked.headers.get('Location')]).toEqual([302, `/vineyard/${id}/opening-alert?sent=1`])
  expect(await textOf(await visit(`/vineyard/${id}/opening-alert?sent=1`))).toContain(
    'We’re emailing you a link, which works for 3 days.',
  )
  expect(await mailsTo(email)).toMatchObject([
    { email_type: 'opening_alert_link', payload: { vineyard_name: name, days: 3 } },
  ])

  // Mailbox scanners open every link, which must not confirm the address.
  const path = await linkTo(email)
  const page = await visit(path)
  expect([page.status, page.headers.get('Cache-Control'), page.headers.get('Referrer-Policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect(await textOf(page)).toMatch(/<form[^>]*method="post"[^]*Yes, tell me/)
  expect(await alertsFor(id)).toEqual([{ email, is_confirmed: false }])

  expect(await textOf(await submit(path, { intent: 'confirm' }))).toContain('We’ll tell you')
  expect(await alertsFor(id)).toEqual([{ email, is_confirmed: true }])
  const withdrawn = await submit(path, { intent: 'withdraw' })
  expect(withdrawn.status).toBe(302)
  const goodbye = await visit(withdrawn.headers.get('Location') ?? '')
  expect([goodbye.status, await textOf(goodbye)]).toEqual([200, expect.stringContaining('You’ve withdrawn')])
  expect(await alertsFor(id)).toEqual([])
  expect((await visit(path)).status).toBe(404)
})

test('a request for an alert gets the same answer for a new, an unconfirmed and a confirmed address', async () => {
  const { id } = await makeVineyard(sql)
  const { email, path } = await confirm(id)
  const waiting = someone()
  await ask(id, waiting)
  const answers = await Promise.all([email, waiting, someone()].map((address) => ask(id, address)))
  const seen = answers.map(({ status, headers }) => [status, headers.get('Location')])
  expect(seen).toEqual([seen[0], seen[0], seen[0]])
  const types = async (address: string) => (await mailsTo(address)).map(({ email_type }) => email_type)
  expect(await types(email)).toEqual(['opening_alert_link', 'opening_alert_link'])
  expect(await types(waiting)).toEqual(['opening_alert_link', 'opening_alert_link'])
  // The newest link works, and the address stays confirmed.
  expect((await visit(path)).status).toBe(404)
  expect((await visit(await linkTo(email))).status).toBe(200)
  expect((await alertsFor(id)).find((alert) => alert.email === email)?.is_confirmed).toBe(true)
})

test('treats upper and lower case as the same address', async () => {
  const { id } = await makeVineyard(sql)
  const email = someone()
  await ask(id, email)
  await ask(id, email.toUpperCase())
  expect(await alertsFor(id)).toHaveLength(1)
})

test('a link that is malformed, unknown or older than three days confirms nothing', async () => {
  const { id } = await makeVineyard(sql)
  const email = someone()
  await ask(id, email)
  const path = await linkTo(email)
  for (const wrong of ['/opening-alert/x', `/opening-alert/${'A'.repeat(43)}`]) {
    expect((await visit(wrong)).status).toBe(404)
    expect(await textOf(await submit(wrong, { intent: 'confirm' }))).toContain('This link no longer works')
  }
  const asked = app.now
  app.now = new Date(asked.getTime() + 3 * 86_400_000)
  expect((await visit(path)).status).toBe(404)
  await submit(path, { intent: 'confirm' })
  app.now = asked
  expect(await alertsFor(id)).toEqual([{ email, is_confirmed: false }])
  expect((await visit(path)).status).toBe(200)
})

test('explains what is wrong with the address and keeps the input', async () => {
  const { id } = await makeVineyard(sql)
  const wrong = await ask(id, 'rosalind@')
  expect(wrong.status).toBe(422)
  expect(await textOf(wrong)).toMatch(/value="rosalind@"[^]*That does not look like an email address\./)
  expect(await textOf(await ask(id, ' '))).toContain('Please enter your email address.')
  expect(await alertsFor(id)).toEqual([])
})

test('limits the links to one mailbox and the requests from one network', async () => {
  const { id } = await makeVineyard(sql)
  const email = someone()
  for (const _ of [1, 2, 3]) expect((await ask(id, email)).status).toBe(302)
  const limited = await ask(id, email)
  expect([limited.status, await textOf(limited)]).toEqual([429, expect.stringContaining('Please wait')])
  expect(await mailsTo(email)).toHaveLength(3)

  const from = (address: string) =>
    visit(`/vineyard/${id}/opening-alert`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': address },
      body: new URLSearchParams({ email: someone() }),
    })
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await from('192.0.2.7')).status)
  expect(statuses).toEqual([...Array<number>(10).fill(302), 429])
})

test('a request for an alert gets 404 at an unknown or hidden vineyard, and a link gets 503 when the database fails', async () => {
  const hidden = await makeVineyard(sql, { is_visible: false })
  for (const id of [randomUUID(), 'nonsense', hidden.id]) {
    expect((await visit(`/vineyard/${id}/opening-alert`)).status).toBe(404)
    expect((await ask(id, someone())).status).toBe(404)
  }
  expect((await app.visitWithoutDatabase(`/opening-alert/${'A'.repeat(43)}`)).status).toBe(503)
  app.expectErrors()
})

test('emails each confirmed address once when the first day can be booked, and deletes the address', async () => {
  const { id, name } = await makeVineyard(sql)
  const { email } = await confirm(id)
  const unconfirmed = someone()
  await ask(id, unconfirmed)
  expect(await sendOpeningAlerts(sql, app.now)).toBe(0)
  // The experience's season begins after every day that can be booked.
  await makeDailyExperience(sql, { experience: { vineyard_id: id }, pattern: { valid_from: '2099-01-01' } })
  expect(await sendOpeningAlerts(sql, app.now)).toBe(0)

  await makeDailyExperience(sql, { experience: { vineyard_id: id }, pattern: { valid_from: '2026-06-10' } })
  await sql`update vineyards set is_visible = false where id = ${id}`
  expect(await sendOpeningAlerts(sql, app.now)).toBe(0)
  await sql`update vineyards set is_visible = true where id = ${id}`
  expect(await sendOpeningAlerts(sql, app.now)).toBe(1)
  expect((await mailsTo(email)).at(-1)).toEqual({
    email_type: 'opening_alert',
    payload: { vineyard_id: id, vineyard_name: name, slot_date: '2026-06-10', start_time: '14:30:00' },
  })
  expect(await alertsFor(id)).toEqual([{ email: unconfirmed, is_confirmed: false }])
  expect(await sendOpeningAlerts(sql, app.now)).toBe(0)

  await submit(await linkTo(unconfirmed), { intent: 'confirm' })
  expect(await sendOpeningAlerts(sql, app.now)).toBe(1)
  expect(await alertsFor(id)).toEqual([])
})

test('two workers at the same time email an address only once', async () => {
  const { experience } = await makeDailyExperience(sql)
  const { email } = await confirm(experience.vineyard_id)
  const sent = await race(
    sql,
    (holder) => holder`select from opening_alerts where vineyard_id = ${experience.vineyard_id} for update`,
    [() => sendOpeningAlerts(sql, app.now), () => sendOpeningAlerts(sql, app.now)],
  )
  expect(sent.toSorted()).toEqual([0, 1])
  expect((await mailsTo(email)).filter(({ email_type }) => email_type === 'opening_alert')).toHaveLength(1)
})

test('deletes unconfirmed addresses after three days and confirmed addresses after 24 months', async () => {
  const { id } = await makeVineyard(sql)
  const email = someone()
  const stored = async (created_at: string, confirmed_at: string | null, now: string) => {
    await sql`delete from opening_alerts`
    await sql`
      insert into opening_alerts (vineyard_id, email, token_hash, created_at, confirmed_at)
      values (${id}, ${email}, sha256('token'), ${created_at}, ${confirmed_at})`
    await eraseOldData(sql, { keep_names_months: 24, keep_mails_days: 90 }, new Date(now))
    return (await alertsFor(id)).length === 1
  }
  expect(await stored('2026-06-01T09:00:00Z', null, '2026-06-04T08:59:59Z')).toBe(true)
  expect(await stored('2026-06-01T09:00:00Z', null, '2026-06-04T09:00:00Z')).toBe(false)
  // The day changes at 23:00 UTC because of British Summer Time.
  const confirmed = ['2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z'] as const
  expect(await stored(...confirmed, '2028-05-31T22:59:59Z')).toBe(true)
  expect(await stored(...confirmed, '2028-05-31T23:00:00Z')).toBe(false)
})

test('the API tells only admins how many visitors wait, and the claim page shows the number', async () => {
  const { id, name } = await makeVineyard(sql)
  expect(await textOf(await visit(`/vineyard/${id}/claim`))).not.toContain('asked us to tell them')
  const [first, second] = [await confirm(id), await confirm(id)]
  await ask(id, someone())
  expect(await textOf(await visit(`/vineyard/${id}/claim`))).toContain(
    '2 visitors have asked us to tell them when this vineyard opens for booking.',
  )
  const list = async (headers: Record<string, string>) =>
    visit(`/api/opening_alerts?vineyard_id=${id}`, { headers })
  const seen = await (await list(signedIn(await makeAdmin(sql)))).text()
  expect(JSON.parse(seen)).toMatchObject({ total: 1, items: [{ id, name, waiting: 2 }] })
  for (const { email } of [first, second]) expect(seen).not.toContain(email)
  expect((await list({})).status).toBe(401)
  expect((await list(signedIn(await makeWinemaker(sql, { vineyard_id: id })))).status).toBe(403)
})

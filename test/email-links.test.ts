import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { callOff } from '../app/bookings/sessions/call-off.server.ts'
import { emailTemplates, sampleMessages, writeMail } from '../app/email-templates.server.ts'
import { linkSentences } from '../app/staff-client/sign-in-sentences.ts'
import { startApp } from './app.ts'
import { hold, makeDailyExperience } from './book.ts'
import { makeWinemaker } from './make.ts'
import { findMailed, linkCalls } from './one-time-links.ts'
import { makeReview, makeVisits, visitEnd } from './reviews.ts'
import { by, makeMovable, movedId, next, now } from './session-moves.ts'

const app = await startApp({ now: '2026-06-06T16:00:00Z' })
const { sql, visit, submit } = app
const site = { site_url: 'http://site.test', mail_from: 'Chalk & Vine <bookings@site.test>' }

/** Returns one hash of all rows of all tables. */
async function hashOfDatabase(): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  const parts = tables.map(
    ({ name }) => `select md5(coalesce(string_agg(x::text, '' order by x::text), '')) as part from ${name} x`,
  )
  const [{ hash }] = await sql.unsafe<[{ hash: string }]>(
    `select md5(string_agg(part, '' order by n)) as hash from (${parts.map((part, n) => `select ${n} as n, p.part from (${part}) as p`).join(' union all ')}) as whole`,
  )
  return hash
}

/** Returns the paths on this site to which an email links, and the paths of the email's pictures. */
function pathsIn(html: string): string[] {
  const found = html.matchAll(/(?:href|src)="(?:http:\/\/site\.test|https:\/\/vines\.example\.com)([^"#]*)/g)
  return [...new Set([...found].map(([, path = '']) => path.replaceAll('&amp;', '&') || '/'))]
}

/**
 * Makes everything to which emails link: bookings that are reviewed, moved or called off, held places that a guest must
 * confirm, a list of bookings, a claim and an opening alert. Returns the ids, paths and tokens in these links.
 */
async function makeLinked() {
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  const booking = await arrive()
  await makeReview(sql, booking)
  const movable = await makeMovable(sql)
  const [moved, off] = [await movable.party(2), await movable.party(2, movable.on(next))]
  movedId(await movable.move())
  const session = { vineyard_id: movable.vineyard_id, day: next, slots: [movable.on(next)] }
  const called = await callOff(sql, { ...session, reason: 'weather', message: '' }, { by }, now)
  expect(called).toMatchObject({ ok: true, value: { bookings: 1 } })
  const market = await makeDailyExperience(sql)
  const held = await hold(sql, market.experience, market.on('2026-06-20'), 2, [
    app.now,
    new Date(app.now.getTime() + 3_600_000),
  ])
  const request = { guest_name: 'Eve', guest_email: 'eve@example.com', guest_phone: '01632 960123' }
  await sql`
    insert into guest_holds (id, request, idempotency_key, request_hash)
    values (${held}, ${sql.json(request)}, ${randomUUID()}, ${randomBytes(32)})`
  await submit(`/vineyard/${vineyard_id}/opening-alert`, { email: 'eve@example.com' })
  const [alert] = await sql<[{ link: string }]>`
    select payload ->> 'link' as link from emails where email_type = 'opening_alert_link'`
  await submit('/sign-in', { email: 'ada@example.com' })
  const list = await findMailed(sql, 'ada@example.com')
  const claim = { name: 'Ada', email: 'owner@example.com', role: 'Owner', message: 'Ring us.' }
  await submit('/for-vineyards/add', {
    ...claim,
    vineyard_name: 'Mill Rows',
    vineyard_location: 'Battle',
    vineyard_website: '',
    form_key: randomUUID(),
  })
  const [stop] = await sql<[{ token: string }]>`
    select unsubscribe_token('thank_you', 'ada@example.com') as token`
  return {
    vineyard_id,
    booking,
    moved,
    off,
    held,
    list,
    claim: await findMailed(sql, claim.email),
    alert: new URL(alert.link, site.site_url).pathname,
    stop: stop.token,
  }
}

test('opening every link of every email changes nothing in the database', async () => {
  const { vineyard_id, booking, moved, off, held, alert, list, claim, stop } = await makeLinked()
  const real = (path: string) =>
    path
      .replace(/^\/booking\/[^/]+\/confirm/, `/booking/${held}/confirm`)
      .replace(
        /^\/booking\/(?!.*\/confirm)[0-9a-f-]{36}(\/new-time)?(\/called-off)?/,
        (_, time = '', choice = '') => `/booking/${time ? moved : choice ? off : booking}${time}${choice}`,
      )
      .replace(/^\/vineyard\/(1|[0-9a-f-]{36})(?=\/|$)/, `/vineyard/${vineyard_id}`)
      .replace('/opening-alert/sample', alert)
      .replace('/my-bookings/sample', list)
      .replace('/claim/sample', claim)
      .replace('/unsubscribe/sample', `/unsubscribe/${stop}`)
  const opened = new Map<string, number>()
  const before = await hashOfDatabase()
  const open = async (html: string, type: string) => {
    const paths = pathsIn(html).map(real)
    expect(paths.length, type).toBeGreaterThan(0)
    for (const path of paths) {
      for (const method of ['HEAD', 'GET']) {
        const answer = await visit(path, { method })
        opened.set(path, answer.status)
        await answer.arrayBuffer()
      }
    }
    expect(await hashOfDatabase(), `${type}: ${paths.join(' ')}`).toBe(before)
  }

  const samples = await sampleMessages(site, '2026-06-06')
  expect(samples.map(({ email_type }) => email_type).toSorted()).toEqual(
    Object.keys(emailTemplates).toSorted(),
  )
  for (const { email_type, message } of samples) await open(message.html, email_type)

  // The emails about a real booking contain real links.
  for (const email_type of [
    'received',
    'confirmed',
    'cancelled',
    'thank_you',
    'review_hidden',
    'review_shown',
    'review_written',
    'review_changed',
    'review_deleted',
    'moved',
    'called_off',
  ]) {
    const booking_id = email_type === 'moved' ? moved : email_type === 'called_off' ? off : booking
    const [row] = await sql<
      [{ payload: object }]
    >`select email_payload(${booking_id}, ${email_type}) as payload`
    const payload = { ...row.payload, rule: email_type === 'review_hidden' ? 2 : null }
    const mail = { id: randomUUID(), email_type, to_address: 'ada@example.com', booking_id, payload }
    const written = await writeMail(sql, mail, site)
    expect(written.ok, email_type).toBe(true)
    if (written.ok) await open(written.value.html, email_type)
  }
  // Each kind of link opens its page.
  for (const path of [
    `/booking/${booking}`,
    `/booking/${booking}/review`,
    `/booking/${moved}/new-time`,
    `/booking/${off}/called-off`,
    `/booking/${held}/confirm`,
    alert,
    list,
    claim,
    `/unsubscribe/${stop}`,
    '/terms',
  ])
    expect([path, opened.get(path)]).toEqual([path, 200])
  expect([...opened].filter(([, status]) => status >= 500)).toEqual([])
})

/** The pages whose links in emails have the token in the fragment, which only the browser sees. */
const pagesWithToken = ['set-password', 'sign-in']

test('emails link to two pages with a token in the fragment, and these pages use the token only in the action of their form', async () => {
  const samples = await sampleMessages(site, '2026-06-06')
  const tokens = samples.flatMap(({ message }) => [
    ...message.html.matchAll(/href="[^"#]*\/([^"#]*)#sample"/g),
  ])
  expect([...new Set(tokens.map(([, page]) => page?.replace(/\?.*/, '')))].toSorted()).toEqual(pagesWithToken)
  for (const page of pagesWithToken) {
    const source = await readFile(`app/routes/public/${page}.tsx`, 'utf8')
    expect(source, page).toContain('useLinkToken()')
    expect(source, page).toContain('<input type="hidden" name="token" value={token} />')
    expect(source, page).toMatch(/clientAction[^]*formData\(\)[^]*token/)
    expect(source, page).not.toMatch(/clientLoader|useEffect|useSubmit|useFetcher/)
  }
})

test('without a script, the form behind the link of a claim confirms the claim, and a second press says that the link is used', async () => {
  const { claim } = await makeLinked()
  const page = await visit(claim)
  expect([page.headers.get('Cache-Control'), page.headers.get('Referrer-Policy')]).toEqual([
    'no-store',
    'no-referrer',
  ])
  const textOf = async (answer: Response) => (await answer.text()).replaceAll('<!-- -->', '')
  const html = await textOf(page)
  expect(html).toMatch(/Claim by <strong>Ada<\/strong>, Mill Rows/)
  const [, token = ''] = /name="token" value="([^"]*)"/.exec(html) ?? []
  const proved = await submit(claim, { token })
  expect([proved.status, await textOf(proved)]).toEqual([
    200,
    expect.stringContaining('received your claim of Mill Rows'),
  ])
  const again = await submit(claim, { token })
  expect([again.status, await textOf(again)]).toEqual([
    410,
    expect.stringContaining(linkSentences.spent_claim),
  ])
})

test('without a script, somebody who pastes the link of an email sets a password, and no URL ever contains the token', async () => {
  const { email } = await makeWinemaker(sql)
  await linkCalls(app).post('links/password', { email })
  const [{ link }] = await sql<[{ link: string }]>`
    select payload ->> 'link' as link from emails where to_address = ${email}`
  const { pathname, search } = new URL(link)
  expect(pathname + search).toBe('/set-password')
  expect(await (await visit(pathname)).text()).toMatch(
    /<noscript><div class="field"><label[^>]*>Link from the email/,
  )

  const send = (fields: Record<string, string>) => submit(pathname, fields)
  const password = 'tenterden-hop-garden'
  const refused = await send({ link, password: 'short' })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(`value="${link}"`)])
  expect((await send({ link: 'nonsense', password })).status).toBe(410)
  const set = await send({ link, password })
  expect([set.status, await set.text()]).toEqual([200, expect.stringContaining('Your password is set')])
  expect((await send({ link, password })).status).toBe(410)
})

test('the hash of the database differs after a change of one row', async () => {
  const { visit: arrive } = await makeVisits(sql)
  const booking = await arrive()
  const before = await hashOfDatabase()
  expect(await hashOfDatabase()).toBe(before)
  await makeReview(sql, booking, { now: visitEnd })
  expect(await hashOfDatabase()).not.toBe(before)
})

test('the email after a visit asks for a review only if the guest can write a review', async () => {
  const { visit: arrive } = await makeVisits(sql)
  const textOf = async (booking_id: string) => {
    const [row] = await sql<
      [{ payload: object }]
    >`select email_payload(${booking_id}, 'thank_you') as payload`
    const mail = { id: randomUUID(), email_type: 'thank_you', to_address: 'ada@example.com', booking_id }
    const written = await writeMail(sql, { ...mail, payload: row.payload }, site)
    return written.ok ? written.value.text : ''
  }
  const may = await arrive()
  expect(await textOf(may)).toContain(`http://site.test/booking/${may}/review`)
  expect(await textOf(await arrive({ channel: 'walk_in' }))).not.toContain('/review')
})

test('an email about a hidden review contains no word of the review, however hostile the review is', async () => {
  const { visit: arrive } = await makeVisits(sql)
  const booking = await arrive({ guest_name: `<script>x</script> ${'w'.repeat(150)}` })
  await makeReview(sql, booking, { words: '<b>Buy gold</b> at gold.example \u202E' })
  const [row] = await sql<[{ payload: object }]>`select email_payload(${booking}, 'review_hidden') as payload`
  const mail = {
    id: randomUUID(),
    email_type: 'review_hidden',
    to_address: 'ada@example.com',
    booking_id: booking,
    payload: { ...row.payload, rule: 6 },
  }
  const written = await writeMail(sql, mail, site)
  expect(written.ok && written.value.text).toContain('Rule 6: It advertises something else')
  expect(written.ok && written.value.html).not.toContain('gold')
  expect(written.ok && written.value.html).not.toContain('<script>')
})

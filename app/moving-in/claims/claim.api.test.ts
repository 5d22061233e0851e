import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { race } from '../../../test/race.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { somePasswordHash } from '../../../test/team.ts'

const app = await startApp()
const { sql, visit } = app
const admin = await makeAdmin(sql, { name: 'Addie' })

const post = (path: string, body?: object, who: { token: string } = admin) =>
  visit(`/api/vineyard_claims/${path}`, {
    method: 'POST',
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...signedIn(who) },
    ...(body && { body: JSON.stringify(body) }),
  })

const send = (path: string, body: object) =>
  visit(`/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Creates a claim that is not yet confirmed. Returns it with the token of its confirmation link. */
async function makeUnproven() {
  const { id: vineyard_id } = await makeVineyard(sql)
  const email = `unproven-${++claims}@example.com`
  await send('vineyard_claims', { vineyard_id, name: 'Ada', email, role: 'Owner', message: 'Ring us.' })
  const [claim] = await sql<[{ id: string }]>`select id from vineyard_claims where email = ${email}`
  const [proof] = await mailTo(email)
  return { id: claim.id, token: String(proof?.payload.link).split('/claim/')[1] }
}

let claims = 0
async function makeClaim(changes: { email?: string } = {}) {
  const vineyard = await makeVineyard(sql)
  const email = changes.email ?? `claimant-${++claims}@example.com`
  const [claim] = await sql<[{ id: string }]>`
    insert into vineyard_claims (vineyard_id, name, email, role, message, form_key)
    values (${vineyard.id}, 'Grace Hopper', ${email}, 'Owner', 'Ring us.', gen_random_uuid())
    returning id`
  return { id: claim.id, email, vineyard }
}
const mailTo = (email: string) =>
  sql<{ email_type: string; payload: Record<string, unknown> }[]>`
    select email_type, payload from emails where to_address = ${email}`

test('approving a claim verifies the vineyard, creates the account and emails a password link', async () => {
  const { id, email, vineyard } = await makeClaim()
  expect((await post(`${id}/approve`)).status).toBe(204)
  const [after] = await sql`select is_verified from vineyards where id = ${vineyard.id}`
  expect(after?.is_verified).toBe(true)
  const [winemaker] = await sql`select name, vineyard_id, position from winemakers where email = ${email}`
  expect(winemaker).toEqual({ name: 'Grace Hopper', vineyard_id: vineyard.id, position: 'Owner' })
  const mails = await mailTo(email)
  expect(mails).toMatchObject([
    { email_type: 'claim_approved', payload: { vineyard_name: vineyard.name, days: 7 } },
  ])
  expect(mails[0]?.payload.link).toMatch(/\/set-password#[\w-]{43}$/)

  const claim = await (await visit(`/api/vineyard_claims/${id}`, { headers: signedIn(admin) })).json()
  expect(claim).toMatchObject({ state: 'approved', decided_by: 'Addie', refusal: null })
})

test('a refusal can be undone, and its reason is emailed only once', async () => {
  const { id, email } = await makeClaim()
  const reason = 'The website names other people.'
  expect((await post(`${id}/refuse`, { reason })).status).toBe(204)
  expect(await mailTo(email)).toMatchObject([{ email_type: 'claim_refused', payload: { reason } }])
  const again = await post(`${id}/refuse`, { reason })
  expect([again.status, (await again.json()).error]).toEqual([409, 'This claim has already been decided.'])
  const back = await visit(`/api/vineyard_claims/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', 'If-Match': '*', ...signedIn(admin) },
    body: JSON.stringify({ state: 'new' }),
  })
  expect(back.status).toBe(204)
  const [claim] = await sql`select state, refusal, decided_at from vineyard_claims where id = ${id}`
  expect(claim).toEqual({ state: 'new', refusal: null, decided_at: null })
  expect(await mailTo(email)).toHaveLength(1)
})

test('accepts one of several concurrent decisions and writes one email', async () => {
  const { id, email, vineyard } = await makeClaim()
  const seen =
    (await visit(`/api/vineyard_claims/${id}`, { headers: signedIn(admin) })).headers.get('ETag') ?? ''
  expect(seen).not.toBe('')
  const decide = (act: string, body: object = {}) =>
    visit(`/api/vineyard_claims/${id}/${act}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'If-Match': seen, ...signedIn(admin) },
      body: JSON.stringify(body),
    })
  const both = await race(sql, (holder) => holder`select from vineyard_claims where id = ${id} for update`, [
    () => decide('approve'),
    () => decide('refuse', { reason: 'The website names other people.' }),
    () => decide('approve'),
  ])
  // A decision on an approved claim gets 409. An approval of the refused claim gets 412, because the claim has changed.
  const [done, ...refusals] = both.map(({ status }) => status).toSorted()
  expect(done).toBe(204)
  for (const status of refusals) expect([409, 412]).toContain(status)
  expect(await mailTo(email)).toHaveLength(1)
  const [after] = await sql`
    select c.state = 'approved' as is_approved, v.is_verified
    from vineyard_claims c join vineyards v on v.id = c.vineyard_id where v.id = ${vineyard.id}`
  expect(after?.is_verified).toBe(after?.is_approved)
})

// ASVS 2.3.1
test('a claim can be decided only after its email address is confirmed', async () => {
  const vineyard = await makeVineyard(sql)
  const email = 'ada@windover.example.com'
  const claim = { vineyard_id: vineyard.id, name: 'Ada', email, role: 'Owner', message: 'Ring us.' }
  const sent = await send('vineyard_claims', claim)
  expect(sent.status).toBe(202)
  const [{ id, state }] = await sql<[{ id: string; state: string }]>`
    select id, state from vineyard_claims where email = ${email}`
  expect(state).toBe('unproven')
  const list = async (query: string) =>
    (await (await visit(`/api/vineyard_claims?${query}`, { headers: signedIn(admin) })).json()).total
  const about = `vineyard_id=${vineyard.id}`
  expect([await list(about), await list(`${about}&state=unproven`)]).toEqual([0, 1])
  for (const act of [post(`${id}/approve`), post(`${id}/refuse`, { reason: 'No.' })]) {
    const refused = await act
    expect([refused.status, (await refused.json()).error]).toEqual([
      409,
      'The email address of this claim has not been confirmed yet.',
    ])
  }
  expect(await mailTo(admin.email)).toEqual([])

  const [proof] = await mailTo(email)
  expect(proof).toMatchObject({
    email_type: 'claim_link',
    payload: { vineyard_name: vineyard.name, days: 3 },
  })
  const token = String(proof?.payload.link).split('/claim/')[1]
  const proved = await send('links/claim/use', { token })
  expect([proved.status, await proved.json()]).toEqual([
    200,
    { vineyard_id: vineyard.id, vineyard_name: vineyard.name },
  ])
  expect(await mailTo(admin.email)).toMatchObject([{ email_type: 'claim_received' }])
  expect(await list(about)).toBe(1)
  expect((await send('links/claim/use', { token })).status).toBe(410)
  expect((await post(`${id}/approve`)).status).toBe(204)
})

test('two concurrent clicks confirm a claim once and email the admins once', async () => {
  const { id, token } = await makeUnproven()
  await sql`delete from emails where to_address = ${admin.email}`
  const both = await race(sql, (holder) => holder`select from vineyard_claims where id = ${id} for update`, [
    () => send('links/claim/use', { token }),
    () => send('links/claim/use', { token }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
  expect(await mailTo(admin.email)).toHaveLength(1)
})

test('the link of a claim neither sets a password nor signs in, and no other link confirms a claim', async () => {
  const { token } = await makeUnproven()
  const password = 'a new password of mine'
  expect((await send('links/password/use', { token, password })).status).toBe(410)
  expect((await send('links/sign_in/use', { token })).status).toBe(410)
  await send('links/sign_in', { email: 'guest@example.com' })
  const [email] = await mailTo('guest@example.com')
  const other = String(email?.payload.link).split('#')[1]
  expect((await send('links/claim/use', { token: other })).status).toBe(410)
  expect((await send('links/claim/use', { token: 'nonsense' })).status).toBe(410)
  expect((await send('links/claim/use', { token })).status).toBe(200)
})

test('deletes a claim and its link if the claim is not confirmed within three days', async () => {
  const [late, good] = [await makeUnproven(), await makeUnproven()]
  await sql`update one_time_links set expires_at = ${app.now} where claim_id = ${late.id}`
  expect((await send('links/claim/use', { token: late.token })).status).toBe(410)
  await sql`select delete_expired_credentials(${app.now})`
  const left = await sql<{ id: string }[]>`select id from vineyard_claims where state = 'unproven'`
  expect(left.map(({ id }) => id)).toContain(good.id)
  expect(left.map(({ id }) => id)).not.toContain(late.id)
})

test('limits the claim links sent to a mailbox', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const claim = (message: string) =>
    send('vineyard_claims', { vineyard_id, name: 'Eve', email: 'full@example.com', role: 'Owner', message })
  for (const message of ['One', 'Two', 'Three']) expect((await claim(message)).status).toBe(202)
  const held = await claim('Four')
  expect([held.status, held.headers.get('Retry-After')]).toEqual([429, '120'])
  expect(await mailTo('full@example.com')).toHaveLength(3)
})

test('refuses an address with an account at another vineyard and changes nothing', async () => {
  const winemaker = await makeWinemaker(sql, { password_hash: somePasswordHash })
  const { id, vineyard } = await makeClaim({ email: winemaker.email })
  const refused = await post(`${id}/approve`)
  expect([refused.status, (await refused.json()).error]).toEqual([
    409,
    'That address already has an account for another vineyard. Ask for another address first.',
  ])
  const [after] = await sql`
    select c.state, v.is_verified from vineyard_claims c join vineyards v on v.id = c.vineyard_id
    where v.id = ${vineyard.id}`
  expect(after).toEqual({ state: 'new', is_verified: false })
})

test('only admins decide on claims', async () => {
  const { id, vineyard } = await makeClaim()
  const winemaker = await makeWinemaker(sql, { vineyard_id: vineyard.id })
  expect((await post(`${id}/approve`, undefined, winemaker)).status).toBe(403)
  expect((await post(`${id}/refuse`, { reason: 'No.' }, winemaker)).status).toBe(403)
})

test('a claim through the API may also describe a vineyard that is not listed, with the same rules as the form', async () => {
  const email = 'miller@example.com'
  const claim = { name: 'Ada', email, role: 'Owner', message: 'Ring us.' }
  const described = { vineyard_name: 'Mill Rows', vineyard_location: 'Battle' }
  const fieldsOf = async (body: object) => {
    const refused = await send('vineyard_claims', { ...claim, ...body })
    const { fields } = await refused.json()
    return [refused.status, ...new Set(fields.map(({ field }: { field: string }) => field))]
  }
  expect(await fieldsOf({})).toEqual([422, 'vineyard_id'])
  expect(await fieldsOf({ vineyard_name: 'Mill Rows' })).toEqual([422, 'vineyard_location'])
  expect(await fieldsOf({ ...described, vineyard_website: 'no website' })).toEqual([422, 'vineyard_website'])
  const { id: vineyard_id } = await makeVineyard(sql)
  expect(await fieldsOf({ vineyard_id, ...described })).toEqual([422, 'vineyard_name', 'vineyard_location'])
  expect(await mailTo(email)).toEqual([])

  const sent = await send('vineyard_claims', {
    ...claim,
    ...described,
    vineyard_website: 'https://mill.example',
  })
  expect([sent.status, await sent.json()]).toEqual([202, { vineyard_id: null }])
  expect(await mailTo(email)).toMatchObject([
    { email_type: 'claim_link', payload: { vineyard_name: 'Mill Rows' } },
  ])
  const [stored] = await sql`
    select vineyard_id, vineyard_name, vineyard_location, vineyard_website, state
    from vineyard_claims where email = ${email}`
  expect(stored).toEqual({
    vineyard_id: null,
    ...described,
    vineyard_website: 'https://mill.example',
    state: 'unproven',
  })
})

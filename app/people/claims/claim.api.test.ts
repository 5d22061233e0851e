import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'

const { sql, visit } = await startApp()
const admin = await makeAdmin(sql, { name: 'Addie' })

const post = (path: string, body?: object, who: { token: string } = admin) =>
  visit(`/api/vineyard_claims/${path}`, {
    method: 'POST',
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...signedIn(who) },
    ...(body && { body: JSON.stringify(body) }),
  })

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

test('an approved claim verifies the vineyard, makes the account and mails the way in', async () => {
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

test('a refusal says why, once, and can be taken back', async () => {
  const { id, email } = await makeClaim()
  const reason = 'The website names other people.'
  expect((await post(`${id}/refuse`, { reason })).status).toBe(204)
  expect(await mailTo(email)).toMatchObject([{ email_type: 'claim_refused', payload: { reason } }])
  const again = await post(`${id}/refuse`, { reason })
  expect([again.status, (await again.json()).error]).toEqual([
    409,
    'Somebody has decided on this claim already.',
  ])
  const back = await visit(`/api/vineyard_claims/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', ...signedIn(admin) },
    body: JSON.stringify({ state: 'new' }),
  })
  expect(back.status).toBe(204)
  const [claim] = await sql`select state, refusal, decided_at from vineyard_claims where id = ${id}`
  expect(claim).toEqual({ state: 'new', refusal: null, decided_at: null })
  expect(await mailTo(email)).toHaveLength(1)
})

test('of two admins who approve at once one does, and there is one account and one letter', async () => {
  const { id, email } = await makeClaim()
  const both = await Promise.all([post(`${id}/approve`), post(`${id}/approve`)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await mailTo(email)).toHaveLength(1)
})

test('an address that signs in for another vineyard is refused, and nothing is changed', async () => {
  const winemaker = await makeWinemaker(sql)
  const { id, vineyard } = await makeClaim({ email: winemaker.email })
  const refused = await post(`${id}/approve`)
  expect([refused.status, (await refused.json()).error]).toEqual([
    409,
    'That address signs in for another vineyard already. Ask for another address first.',
  ])
  const [after] = await sql`
    select c.state, v.is_verified from vineyard_claims c join vineyards v on v.id = c.vineyard_id
    where v.id = ${vineyard.id}`
  expect(after).toEqual({ state: 'new', is_verified: false })
})

test('nobody but an admin decides', async () => {
  const { id, vineyard } = await makeClaim()
  const winemaker = await makeWinemaker(sql, { vineyard_id: vineyard.id })
  expect((await post(`${id}/approve`, undefined, winemaker)).status).toBe(403)
  expect((await post(`${id}/refuse`, { reason: 'No.' }, winemaker)).status).toBe(403)
})

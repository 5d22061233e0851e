import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'
import { someAddress, somePasswordHash, teamsOf } from '../../../test/team.ts'

const app = await startApp()
const { sql, visit } = app
const { send, refusal, makeTeam, invite, namesOf, setPassword } = teamsOf(app)
const admin = await makeAdmin(sql)

/** Returns the vineyards at which an address has an account or an open invitation. */
const vineyardsOf = async (email: string) =>
  (await sql`select vineyard_id from winemakers where email = ${email} and removed_at is null`).map(
    ({ vineyard_id }) => vineyard_id,
  )

/** Returns the token of the link that was emailed to an address. */
async function tokenOf(email: string): Promise<string> {
  const [mail] = await sql<[{ link: string }]>`
    select payload ->> 'link' as link from emails where to_address = ${email}`
  return String(mail.link.split('#')[1])
}

test('an invitation to another vineyard replaces an open invitation and deletes its link and email', async () => {
  const [first, second] = [await makeTeam(), await makeTeam()]
  const email = someAddress()
  await invite(first.owner, email)
  const token = await tokenOf(email)
  expect((await invite(second.owner, email.toUpperCase(), 'manager')).status).toBe(201)
  const used = await send(null, 'POST', 'links/password/use', { token, password: 'three unrelated words' })
  expect(used.status).toBe(410)
  expect(await namesOf(first.owner)).toEqual(['owner', 'manager', 'gate'])
  expect(await sql`select from emails where to_address = ${email}`).toHaveLength(0)
  const [event] = await sql`
    select actor, after from audit_trail where vineyard_id = ${first.vineyard_id} order by happened_at desc, id desc limit 1`
  expect(event).toEqual({ actor: 'system', after: null })
  expect((await setPassword(email.toUpperCase())).status).toBe(200)
  expect(await vineyardsOf(email.toUpperCase())).toEqual([second.vineyard_id])
})

test('an accepted invitation reserves its address, and the refusal of a later invitation does not name the vineyard', async () => {
  const [first, second] = [await makeTeam(), await makeTeam()]
  const email = someAddress()
  await invite(first.owner, email)
  await setPassword(email)
  const refused = await invite(second.owner, email)
  expect([refused.status, (await refused.json()).title]).toEqual([
    409,
    'This address cannot be invited. Please use a different one.',
  ])
  const { id: vineyard_id } = await makeVineyard(sql)
  expect((await send(admin, 'POST', 'winemakers', { vineyard_id, name: 'Ada', email })).status).toBe(409)
  expect(await vineyardsOf(email)).toEqual([first.vineyard_id])
})

test('an invitation by an admin replaces an open invitation', async () => {
  const { owner } = await makeTeam()
  const email = someAddress()
  await invite(owner, email)
  const { id: vineyard_id } = await makeVineyard(sql)
  expect((await send(admin, 'POST', 'winemakers', { vineyard_id, name: 'Ada', email })).status).toBe(201)
  expect((await setPassword(email)).status).toBe(200)
  expect(await vineyardsOf(email)).toEqual([vineyard_id])
  const again = await send(admin, 'POST', 'winemakers', { vineyard_id, name: 'Ada', email })
  expect(again.status).toBe(409)
})

test('an approved claim replaces an open invitation, whether to the same vineyard or to another one', async () => {
  const { owner, vineyard_id: claimed } = await makeTeam()
  for (const invited of [owner, (await makeTeam()).owner]) {
    const email = someAddress()
    await invite(invited, email)
    const [claim] = await sql<[{ id: string }]>`
      insert into vineyard_claims (vineyard_id, name, email, role, message, form_key)
      values (${claimed}, 'Grace', ${email}, 'Owner', 'Ring us.', gen_random_uuid())
      returning id`
    expect((await send(admin, 'POST', `vineyard_claims/${claim.id}/approve`)).status).toBe(204)
    expect(await sql`select email_type from emails where to_address = ${email}`).toEqual([
      { email_type: 'claim_approved' },
    ])
    expect((await setPassword(email)).status).toBe(200)
    expect(await vineyardsOf(email)).toEqual([claimed])
  }
})

test('when two vineyards invite an address at once, the later invitation replaces the earlier', async () => {
  const teams = [await makeTeam(), await makeTeam()]
  const email = someAddress()
  const statuses = await race(
    sql,
    (holder) => holder`select pg_advisory_xact_lock(hashtextextended('invitation ' || ${email}::text, 0))`,
    teams.map(
      ({ owner }) =>
        async () =>
          (await invite(owner, email)).status,
    ),
  )
  expect(statuses).toEqual([201, 201])
  expect(await vineyardsOf(email)).toHaveLength(1)
  expect(await sql`select from emails where to_address = ${email}`).toHaveLength(1)
})

test('when an invitation is accepted while another vineyard invites the same address, the colleague joins one vineyard', async () => {
  const [first, second] = [await makeTeam(), await makeTeam()]
  const email = someAddress()
  const { id } = await (await invite(first.owner, email)).json()
  const token = await tokenOf(email)
  const [accepted, invited] = await race(
    sql,
    (holder) => holder`select from winemakers where id = ${id} for update`,
    [
      async () =>
        (await send(null, 'POST', 'links/password/use', { token, password: 'three unrelated words' })).status,
      async () => (await invite(second.owner, email)).status,
    ],
  )
  const owners = accepted === 200 ? [200, 409, first.vineyard_id] : [410, 201, second.vineyard_id]
  expect([accepted, invited, ...(await vineyardsOf(email))]).toEqual(owners)
})

test('a vineyard has at most 20 open invitations', async () => {
  const { owner, vineyard_id } = await makeTeam()
  await Promise.all(Array.from({ length: 19 }, () => makeWinemaker(sql, { vineyard_id, role: 'gate' })))
  const [last, tooMany] = [someAddress(), someAddress()]
  const { id } = await (await invite(owner, last)).json()
  expect(await refusal(invite(owner, tooMany))).toEqual([
    409,
    '20 invitations are open already. Withdraw one, or wait until a colleague accepts.',
  ])
  await sql`update winemakers set password_hash = ${somePasswordHash} where id = ${id}`
  expect((await invite(owner, tooMany)).status).toBe(201)
})

test('an account that an admin has disabled cannot be invited', async () => {
  const { owner } = await makeTeam()
  const email = someAddress()
  const { id: vineyard_id } = await makeVineyard(sql)
  const { id } = await makeWinemaker(sql, { vineyard_id, email, is_active: false })
  expect((await invite(owner, email)).status).toBe(409)
  const listed = await visit(`/api/winemakers/${id}`, { headers: signedIn(admin) })
  expect(listed.status).toBe(200)
})

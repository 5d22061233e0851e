import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'
import { someAddress, somePasswordHash, teamsOf } from '../../../test/team.ts'

const app = await startApp()
const { sql, visit } = app
const { send, refusal, makeTeam, invite, namesOf, roleOf, setPassword } = teamsOf(app)

test('a new account has the role of owner by default, even if an admin makes the account', async () => {
  const winemaker = await makeWinemaker(sql)
  expect(await roleOf(winemaker)).toBe('owner')
  const email = someAddress()
  const made = await send(await makeAdmin(sql), 'POST', 'winemakers', {
    vineyard_id: winemaker.vineyard_id,
    name: 'Ada',
    email,
  })
  expect(made.status).toBe(201)
  expect(await sql`select role from winemakers where email = ${email}`).toEqual([{ role: 'owner' }])
})

test('an invited colleague gets an email, sets a password by its link and has the chosen role', async () => {
  const { owner, vineyard_id } = await makeTeam()
  const email = someAddress()
  const made = await invite(owner, email)
  const { id } = await made.json()
  expect(made.status).toBe(201)
  const [mail] =
    await sql`select email_type, payload - 'link' as payload from emails where to_address = ${email}`
  const [vineyard] = await sql`select name from vineyards where id = ${vineyard_id}`
  expect(mail).toEqual({
    email_type: 'team_invitation',
    payload: { name: 'Ines', vineyard_name: vineyard?.name, invited_by: 'owner', role: 'gate', days: 7 },
  })
  expect((await setPassword(email)).status).toBe(200)
  const signed = await send(null, 'POST', 'rpc/authenticate_winemaker', {
    email_param: email,
    password_param: 'three unrelated words',
  })
  const [{ session_token, ...rest }] = await signed.json()
  // The specification names the remaining fields, which do not include the role.
  expect(rest).toEqual({ winemaker_id: id, vineyard_id, name: 'Ines', email, position: null })
  expect(await roleOf({ token: session_token })).toBe('gate')
})

test('refuses to invite an address that is on the team, is disabled or has an account at another vineyard', async () => {
  const { owner, manager, gate } = await makeTeam()
  const elsewhere = await makeWinemaker(sql, { password_hash: somePasswordHash })
  const before = await sql`select count(*)::int from emails`
  expect(await refusal(invite(owner, manager.email.toUpperCase()))).toEqual([
    409,
    'This address is on your team already.',
  ])
  await sql`update winemakers set is_active = false where id = ${gate.id}`
  expect(await refusal(invite(owner, gate.email))).toEqual([
    409,
    'An admin has switched this account off. Please contact us.',
  ])
  const refused = await invite(owner, elsewhere.email)
  expect([refused.status, (await refused.json()).fields]).toEqual([
    409,
    [
      {
        field: 'email',
        message: 'This address cannot be invited. Please use a different one.',
      },
    ],
  ])
  expect(await sql`select count(*)::int from emails`).toEqual(before)
})

test('when two owners invite the same address at once, one colleague is added', async () => {
  const { owner, vineyard_id } = await makeTeam()
  const other = await makeWinemaker(sql, { vineyard_id, password_hash: somePasswordHash })
  const email = someAddress()
  const statuses = await race(
    sql,
    (holder) => holder`select from winemakers where vineyard_id = ${vineyard_id} for update`,
    [owner, other].map((who) => async () => (await invite(who, email)).status),
  )
  expect(statuses.toSorted()).toEqual([201, 409])
})

test('only owners see and change a team, and only their own team', async () => {
  const { owner, manager, gate } = await makeTeam()
  const stranger = await makeTeam()
  for (const who of [manager, gate]) {
    for (const refused of [
      send(who, 'GET', 'team'),
      invite(who, someAddress()),
      send(who, 'POST', `team/${who.id}/role`, { role: 'owner' }),
      send(who, 'DELETE', `team/${owner.id}`),
      send(who, 'POST', `team/${owner.id}/invitation`),
    ])
      expect(await refusal(refused)).toEqual([
        403,
        'Only owners can do this. Please ask an owner of your vineyard.',
      ])
  }
  expect((await send(stranger.owner, 'POST', `team/${gate.id}/role`, { role: 'owner' })).status).toBe(404)
  expect((await send(stranger.owner, 'DELETE', `team/${gate.id}`)).status).toBe(404)
  expect((await send(stranger.owner, 'POST', `team/${gate.id}/invitation`)).status).toBe(404)
  expect(await namesOf(owner)).toEqual(['owner', 'manager', 'gate'])
})

// ASVS 8.3.2
test('a changed role applies from the next request on, and is in the audit log', async () => {
  const { owner, manager, vineyard_id } = await makeTeam()
  const customers = async () =>
    (await send(manager, 'GET', `customers?${new URLSearchParams({ vineyard_id })}`)).status
  expect(await customers()).toBe(200)
  expect((await send(owner, 'POST', `team/${manager.id}/role`, { role: 'gate' })).status).toBe(204)
  expect([await customers(), await roleOf(manager)]).toEqual([403, 'gate'])
  const [event] = await sql`
    select actor_id, before, after from audit_trail where noun_id = ${manager.id} order by happened_at desc limit 1`
  expect(event).toEqual({ actor_id: owner.id, before: { role: 'manager' }, after: { role: 'gate' } })
})

test('a removed colleague is signed out immediately, stays in the history and may be invited elsewhere', async () => {
  const { owner, gate } = await makeTeam()
  expect((await send(owner, 'DELETE', `team/${gate.id}`)).status).toBe(204)
  expect(await roleOf(gate)).toBe(401)
  expect(await namesOf(owner)).toEqual(['owner', 'manager'])
  const [kept] = await sql`select name, is_active, removed_at from winemakers where id = ${gate.id}`
  expect(kept).toEqual({ name: 'gate', is_active: false, removed_at: app.now })
  const [event] = await sql`
    select actor_id, after ->> 'is_active' as is_active from audit_trail where noun_id = ${gate.id} order by happened_at desc limit 1`
  expect(event).toEqual({ actor_id: owner.id, is_active: 'false' })
  const next = await makeTeam()
  expect((await invite(next.owner, gate.email, 'manager')).status).toBe(201)
  expect((await setPassword(gate.email)).status).toBe(200)
  // An admin cannot enable the removed account.
  const enabled = await visit(`/api/winemakers/${gate.id}`, {
    method: 'PATCH',
    headers: { ...signedIn(await makeAdmin(sql)), 'Content-Type': 'application/json', 'If-Match': '*' },
    body: JSON.stringify({ is_active: true }),
  })
  expect(enabled.status).toBe(409)
})

test('withdrawing an invitation deletes the address, the email and the link', async () => {
  const { owner } = await makeTeam()
  const email = someAddress()
  const { id } = await (await invite(owner, email)).json()
  const [mail] = await sql<
    [{ link: string }]
  >`select payload ->> 'link' as link from emails where to_address = ${email}`
  expect((await send(owner, 'POST', `team/${id}/invitation`)).status).toBe(204)
  expect((await send(owner, 'DELETE', `team/${id}`)).status).toBe(204)
  expect(await sql`select from winemakers where email = ${email}`).toEqual([])
  expect(await sql`select from emails where to_address = ${email}`).toEqual([])
  const used = await send(null, 'POST', 'links/password/use', {
    token: mail.link.split('#')[1],
    password: 'three unrelated words',
  })
  expect(used.status).toBe(410)
  expect(await sql`select 1 as one from audit_trail where noun_id = ${id}`).toHaveLength(2)
})

test('an invitation can be sent again only until it is accepted', async () => {
  const { owner, gate } = await makeTeam()
  expect(await refusal(send(owner, 'POST', `team/${gate.id}/invitation`))).toEqual([
    409,
    'This colleague has a password already, or an admin has switched the account off.',
  ])
})

test('limits how many invitations are sent to an address', async () => {
  const { owner } = await makeTeam()
  const email = someAddress()
  const { id } = await (await invite(owner, email)).json()
  const statuses = []
  for (let n = 0; n < 12; n++) statuses.push((await send(owner, 'POST', `team/${id}/invitation`)).status)
  expect(new Set(statuses)).toEqual(new Set([204, 429]))
})

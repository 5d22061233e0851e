import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeWinemaker } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'
import { someAddress, somePasswordHash, teamsOf } from '../../../test/team.ts'
import type { Queryable } from '../../platform/database/database.server.ts'

const app = await startApp()
const { sql } = app
const { send, refusal, makeTeam, invite } = teamsOf(app)

test('the last owner can neither leave nor get another role', async () => {
  const { owner, manager, vineyard_id } = await makeTeam()
  const stays = [409, 'Every vineyard needs an owner. Make somebody else an owner first.']
  expect(await refusal(send(owner, 'DELETE', `team/${owner.id}`))).toEqual(stays)
  expect(await refusal(send(owner, 'POST', `team/${owner.id}/role`, { role: 'manager' }))).toEqual(stays)
  // An owner whose invitation is still open does not count as the remaining owner.
  expect((await invite(owner, someAddress(), 'owner')).status).toBe(201)
  expect(await refusal(send(owner, 'DELETE', `team/${owner.id}`))).toEqual(stays)
  expect((await send(owner, 'POST', `team/${manager.id}/role`, { role: 'owner' })).status).toBe(204)
  expect((await send(owner, 'DELETE', `team/${owner.id}`)).status).toBe(204)
  expect(
    await sql`select id from winemakers where vineyard_id = ${vineyard_id} and role = 'owner' and is_active and password_hash is not null`,
  ).toEqual([{ id: manager.id }])
})

async function makeTwoOwners() {
  const { owner, vineyard_id } = await makeTeam()
  const other = await makeWinemaker(sql, { vineyard_id, password_hash: somePasswordHash })
  const ownersLeft = async () => {
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int as count from winemakers where vineyard_id = ${vineyard_id} and role = 'owner' and is_active`
    return count
  }
  const hold = (holder: Queryable) =>
    holder`select from winemakers where vineyard_id = ${vineyard_id} for update`
  return { owner, other, ownersLeft, hold }
}

// ASVS 15.4.2
test('when two owners remove each other at once, one owner remains', async () => {
  const { owner, other, ownersLeft, hold } = await makeTwoOwners()
  const statuses = await race(sql, hold, [
    async () => (await send(owner, 'DELETE', `team/${other.id}`)).status,
    async () => (await send(other, 'DELETE', `team/${owner.id}`)).status,
  ])
  expect([statuses.toSorted(), await ownersLeft()]).toEqual([[204, 401], 1])
})

test('when two owners leave or change their role at once, one owner remains', async () => {
  const { owner, other, ownersLeft, hold } = await makeTwoOwners()
  const statuses = await race(sql, hold, [
    async () => (await send(owner, 'DELETE', `team/${owner.id}`)).status,
    async () => (await send(other, 'POST', `team/${other.id}/role`, { role: 'gate' })).status,
  ])
  expect([statuses.toSorted(), await ownersLeft()]).toEqual([[204, 409], 1])
})

test("when two owners change each other's role at once, one owner remains", async () => {
  const { owner, other, ownersLeft, hold } = await makeTwoOwners()
  const demote =
    (who: { token: string }, { id }: { id: string }) =>
    async () =>
      (await send(who, 'POST', `team/${id}/role`, { role: 'manager' })).status
  const statuses = await race(sql, hold, [demote(owner, other), demote(other, owner)])
  expect([statuses.toSorted(), await ownersLeft()]).toEqual([[204, 403], 1])
})

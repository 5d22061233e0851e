import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { someAddress, teamsOf } from '../../../test/team.ts'
import { erasePerson } from '../../staff/personal-data/person.server.ts'
import { exportPerson } from '../../../test/export-person.ts'
import { eraseOldData } from '../../staff/personal-data/retention.server.ts'

const app = await startApp()
const { sql } = app
const { send, makeTeam, invite, setPassword } = teamsOf(app)

const retention = { keep_names_months: 24, keep_mails_days: 3650 }
const daysLater = (days: number) => new Date(app.now.getTime() + days * 86_400_000)

test('when the last link of an unanswered invitation expires, deletes the invitation everywhere', async () => {
  const { owner } = await makeTeam()
  const [email, answered] = [someAddress(), someAddress()]
  const { id } = await (await invite(owner, email)).json()
  await invite(owner, answered)
  await setPassword(answered)
  await eraseOldData(sql, retention, daysLater(6.9))
  expect(await sql`select email from winemakers where id = ${id}`).toEqual([{ email }])
  await eraseOldData(sql, retention, daysLater(7))
  expect(await sql`select from winemakers where id = ${id}`).toEqual([])
  expect(await sql`select from emails where to_address = ${email}`).toEqual([])
  expect(await sql`select from audit_personal where subjects @> array[${email}]`).toEqual([])
  expect(await sql`select from winemakers where email = ${answered}`).toHaveLength(1)
  expect(await sql`select from audit_personal where subjects @> array[${answered}]`).not.toEqual([])
})

test('erases a removed colleague after the period that applies to guests, counted from the removal', async () => {
  const { owner, gate } = await makeTeam()
  await send(owner, 'DELETE', `team/${gate.id}`)
  await eraseOldData(sql, retention, daysLater(720))
  expect(await sql`select name from winemakers where id = ${gate.id}`).toEqual([{ name: 'gate' }])
  await eraseOldData(sql, retention, daysLater(732))
  expect(await sql`select name from winemakers where id = ${gate.id}`).toEqual([{ name: 'Erased' }])
})

test('exports and erases an invited person, who has no account yet', async () => {
  const { owner } = await makeTeam()
  const email = someAddress()
  const { id } = await (await invite(owner, email)).json()
  const person = await exportPerson(sql, email)
  expect(person.staff).toMatchObject([{ team_role: 'gate', name: 'Ines', email }])
  expect(JSON.stringify(person.mails)).toContain('team_invitation')
  expect((await erasePerson(sql, email, { by: { actor: 'system' } }, app.now)).ok).toBe(true)
  expect(await sql`select from winemakers where id = ${id}`).toEqual([])
  expect(await sql`select from emails where to_address = ${email}`).toEqual([])
})

test('emails about bookings go to owners and managers who verified their address, never to the gate', async () => {
  const { owner, manager, vineyard_id } = await makeTeam()
  await invite(owner, someAddress(), 'manager')
  const mailboxes = await sql`select address from vineyard_mailboxes(${vineyard_id}, 'vineyard_booked')`
  expect(mailboxes.map(({ address }) => address).toSorted()).toEqual([owner.email, manager.email].toSorted())
})

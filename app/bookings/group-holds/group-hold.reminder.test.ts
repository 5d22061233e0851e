import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeAdmin, makeWinemaker } from '../../../test/make.ts'
import { writeMail } from '../../email-templates.server.ts'
import type { MailRow } from '../../mail/email.ts'
import { createGroupHold, listGroupHolds, releaseGroupHold, remindOfGroupHolds } from './group-hold.server.ts'

const sql = await ownDatabase()
const monday = new Date('2026-06-01T09:00:00Z')
const at = (text: string) => new Date(text)

const request = (
  { experience, on }: Awaited<ReturnType<typeof makeDailyExperience>>,
  number_of_guests: number,
) => ({
  id: randomUUID(),
  vineyard_id: experience.vineyard_id,
  name: 'Coach party',
  number_of_guests,
  guest_email: 'coach@example.com',
  guest_phone: null,
  note: '',
  until: '2026-06-05',
  sessions: [{ experience_id: experience.id, slot: on('2026-06-13') }],
  overbook: false,
})

test('on the day before a group’s hold ends, the owner, the managers and the person who made the hold get one reminder each', async () => {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const owner = await makeWinemaker(sql, { vineyard_id, role: 'owner' })
  const maker = await makeWinemaker(sql, { vineyard_id, role: 'manager' })
  await makeWinemaker(sql, { vineyard_id, role: 'gate' })
  const made = { by: { actor: 'winemaker', actor_id: maker.id, vineyard_id } as const }
  await createGroupHold(sql, request(market, 4), made, monday)
  const gone = request(market, 2)
  await createGroupHold(sql, gone, made, monday)
  await releaseGroupHold(sql, gone.id, made, monday)
  expect(await remindOfGroupHolds(sql, at('2026-06-04T07:59:00Z'))).toBe(0)
  expect(await remindOfGroupHolds(sql, at('2026-06-04T08:00:00Z'))).toBe(2)
  expect(await remindOfGroupHolds(sql, at('2026-06-04T09:00:00Z'))).toBe(0)
  const sent = await sql<{ to_address: string }[]>`
    select to_address from emails where email_type = 'vineyard_group_hold' order by to_address`
  const addresses = await sql<{ email: string }[]>`
    select email from winemakers where id = any (${[owner.id, maker.id]}) order by email`
  expect(sent.map(({ to_address }) => to_address)).toEqual(addresses.map(({ email }) => email))
})

test('an admin who held places for a group is named and reminded, with a link to the admin’s own list of bookings', async () => {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  await makeWinemaker(sql, { vineyard_id, role: 'owner' })
  const admin = await makeAdmin(sql, { name: 'Addie' })
  const made = { by: { actor: 'admin', actor_id: admin.id } as const }
  const group = request(market, 4)
  await createGroupHold(sql, group, made, monday)
  expect(await listGroupHolds(sql, { vineyard_id }, made, monday)).toMatchObject([{ made_by: 'Addie' }])
  expect(await remindOfGroupHolds(sql, at('2026-06-04T08:00:00Z'))).toBe(2)
  const linkTo = async (address: string | null) => {
    const [row] = await sql<[MailRow]>`
      select * from emails where payload ->> 'groupHoldId' = ${group.id} and (to_address = ${admin.email}) = ${address !== null}`
    const written = await writeMail(sql, row, { site_url: 'http://site.test', mail_from: 'a@site.test' })
    return written.ok && /http:\S+\/bookings\S*/.exec(written.value.text)?.[0]
  }
  expect(await linkTo(admin.email)).toBe(`http://site.test/admin/bookings?vineyard_id=${vineyard_id}`)
  expect(await linkTo(null)).toBe('http://site.test/winemaker/bookings')
  await sql`update admins set is_active = false where id = ${admin.id}`
  await sql`delete from emails where payload ->> 'groupHoldId' = ${group.id}`
  expect(await remindOfGroupHolds(sql, at('2026-06-04T08:00:00Z'))).toBe(1)
})

import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeWinemaker, signedIn, storeSlots } from '../../../test/make.ts'
import { findSlots } from '../../availability/slot.server.ts'
import { writeMail } from '../../email-templates.server.ts'
import type { MailRow } from '../../mail/email.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { remindOfGroupHolds } from './group-hold.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, now } = app
const [day, next] = ['2026-06-13', '2026-06-14'] as const

afterEach(async () => {
  app.now = now
  expect(await findInconsistencies(sql, now)).toEqual([])
})

/**
 * Holds four of ten places in one session and four of six in another. Returns functions that change the hold
 * and count the places left.
 */
async function makeHeld() {
  const { experience, on, pattern } = await makeDailyExperience(sql, { experience: { max_group_size: 8 } })
  const { id: experience_id, vineyard_id } = experience
  await book(sql, experience, on(next), 4, now)
  const staff = signedIn(await makeWinemaker(sql, { vineyard_id }))
  const call = async (method: string, path: string, body: object, as = staff) => {
    const headers = { 'Content-Type': 'application/json', ...as }
    const answer = await visit(`/api/group_holds${path}`, { method, headers, body: JSON.stringify(body) })
    const text = await answer.text()
    return [answer.status, text === '' ? null : JSON.parse(text)]
  }
  const id = randomUUID()
  const group = { number_of_guests: 4, until: '2026-06-05', note: 'By coach' }
  const sessions = [day, next].map((on) => ({ experience_id, slot: `${pattern.id}-${on}` }))
  const fresh = { ...group, id, vineyard_id, name: 'Coach party', sessions }
  expect(await call('POST', '', fresh)).toMatchObject([201, {}])
  return {
    id,
    vineyard_id,
    hold: (changes: object) => call('POST', '', { ...fresh, id: randomUUID(), ...changes }),
    change: (changes: object, as = staff) => call('PUT', `/${id}`, { ...group, ...changes }, as),
    left: async () =>
      (await Promise.all([day, next].map((on) => findSlots(sql, experience_id, on, now)))).map(
        ([slot]) => slot?.remaining,
      ),
  }
}

test('refuses a group that is too large, and says if a session also has too few places', async () => {
  const { change, hold, left } = await makeHeld()
  const limits = [1, 8]
  expect(await change({ number_of_guests: 9 })).toMatchObject([422, { limits, remaining: 6 }])
  expect(await hold({ number_of_guests: 9 })).toMatchObject([422, { limits, remaining: 6 }])
  expect(await left()).toEqual([6, 2])
})

test('changes the size, the end and the note of a group', async () => {
  const { id, change, left } = await makeHeld()
  expect(await left()).toEqual([6, 2])
  expect(await change({ number_of_guests: 6, until: '2026-06-20', note: 'By train' })).toEqual([204, null])
  expect(await left()).toEqual([4, 0])
  const [group] = await sql`
    select g.number_of_guests, g.note, g.expires_at, array_agg(h.expires_at order by h.starts_at) as ends
    from group_holds g join holds h on h.group_hold_id = g.id where g.id = ${id} group by g.id`
  expect(group).toMatchObject({
    number_of_guests: 6,
    note: 'By train',
    expires_at: new Date('2026-06-20T17:00:00Z'),
  })
  // In each session, the group holds its places until the session begins at the latest.
  expect(group?.ends).toEqual([new Date(`${day}T13:30:00Z`), new Date(`${next}T13:30:00Z`)])
  expect(await change({ number_of_guests: 1 })).toEqual([204, null])
  expect(await left()).toEqual([9, 5])
})

test('refuses more than 200 guests beyond the limits, when a group is held and when it is changed', async () => {
  const { change, hold } = await makeHeld()
  const message = 'number_of_guests must be at most 200.'
  const refusal = [422, { fields: [{ field: 'number_of_guests', message }] }]
  expect(await hold({ number_of_guests: 201, overbook: true })).toMatchObject(refusal)
  expect(await hold({ number_of_guests: 201 })).toMatchObject(refusal)
  expect(await change({ number_of_guests: 201, overbook: true })).toMatchObject(refusal)
  expect(await change({ number_of_guests: 200, overbook: true })).toEqual([204, null])
})

// Negative control: without the exception block of change_group_hold, the first session keeps the larger party.
test('a new size of a group applies to all of its sessions or to none, and exceeds limits only after staff confirm', async () => {
  const { change, left } = await makeHeld()
  expect(await change({ number_of_guests: 7 })).toMatchObject([409, { remaining: 6 }])
  expect(await change({ number_of_guests: 9 })).toMatchObject([
    422,
    { fields: [{ field: 'number_of_guests' }] },
  ])
  expect(await left()).toEqual([6, 2])
  expect(await change({ number_of_guests: 9, overbook: true })).toEqual([204, null])
  expect(await left()).toEqual([1, 0])
  expect(await change({ number_of_guests: 2 })).toEqual([204, null])
})

test('tells the second of two editors that the group has changed, and then lets this editor save', async () => {
  const { id, change } = await makeHeld()
  const seen = { number_of_guests: 4, note: 'By coach', expires_at: '2026-06-05T17:00:00.000Z' }
  expect(await change({ number_of_guests: 5, seen })).toEqual([204, null])
  expect(await change({ note: 'By train', seen })).toMatchObject([
    409,
    { current: { ...seen, number_of_guests: 5 } },
  ])
  const [group] = await sql`select number_of_guests, note from group_holds where id = ${id}`
  expect(group).toEqual({ number_of_guests: 5, note: 'By coach' })
  // An editor who saves the current values gets no conflict.
  expect(await change({ number_of_guests: 5, seen })).toEqual([204, null])
  expect(await change({ note: 'By train', seen: { ...seen, number_of_guests: 5 } })).toEqual([204, null])
})

test('refuses an end in the past or too far away, a change by another vineyard, and a change after the hold has ended', async () => {
  const { id, change } = await makeHeld()
  expect(await change({ until: '2026-05-31' })).toMatchObject([422, { fields: [{ field: 'until' }] }])
  expect(await change({ until: '2026-08-31' })).toMatchObject([422, { fields: [{ field: 'until' }] }])
  expect((await change({}, signedIn(await makeWinemaker(sql))))[0]).toBe(404)
  await sql`select release_group_hold(${id}, null, ${now})`
  expect((await change({}))[0]).toBe(404)
})

// Negative control: if the limit of an hour applies to groups, the hold keeps its former end.
test('a group’s hold may last longer than the hour that limits a short hold', async () => {
  const { id } = await makeHeld()
  const until = new Date('2026-06-12T09:00:00Z')
  await sql`select extend_hold(h.id, ${until}, null, ${now}) from holds h where h.group_hold_id = ${id}`
  const ends = await sql`select distinct expires_at from holds where group_hold_id = ${id}`
  expect([...ends]).toEqual([{ expires_at: until }])
})

test('the end of a group’s hold may move to at most 92 days after the hold was made', async () => {
  const { change } = await makeHeld()
  app.now = new Date('2026-06-05T09:00:00Z')
  expect(await change({ until: '2026-09-01' })).toMatchObject([422, { fields: [{ field: 'until' }] }])
  expect(await change({ until: '2026-08-31' })).toEqual([204, null])
})

// Negative control: if take_places ignores the start of the hold, the group can grow at the new start.
test('a group whose sessions got another start may shrink, but not grow', async () => {
  const { id, change } = await makeHeld()
  await sql`
    update availability_patterns set start_time = '16:00'
    where experience_id in (select experience_id from holds where group_hold_id = ${id})`
  await storeSlots(sql)
  expect((await change({ number_of_guests: 5 }))[0]).toBe(409)
  expect(await change({ number_of_guests: 3 })).toEqual([204, null])
})

test('if a hold ends after its sessions, the reminder is sent on the day before the last session and states the start of that session', async () => {
  const { id, change } = await makeHeld()
  expect(await change({ number_of_guests: 1, until: '2026-06-20' })).toEqual([204, null])
  const remind = (day: string) => remindOfGroupHolds(sql, new Date(`${day}T08:00:00Z`))
  expect([await remind('2026-06-12'), await remind('2026-06-13'), await remind('2026-06-19')]).toEqual([
    0, 2, 0,
  ])
  const [row] = await sql<[MailRow]>`select * from emails where payload ->> 'groupHoldId' = ${id}`
  const written = await writeMail(sql, row, { site_url: 'http://site.test', mail_from: 'a@site.test' })
  expect(written.ok && written.value.subject).toBe('Held until tomorrow: 1 place for Coach party')
  expect(written.ok && written.value.text).toContain('Sunday 14 June 2026, 2:30 PM')
})

import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { type ImportedRow as Row, listOf, makeMovingIn, rowOf } from '../../../test/import-bookings.ts'
import { makeAdmin, makeExperience, makePattern, makeWinemaker, signedIn } from '../../../test/make.ts'
import { remindGuests } from '../../bookings/scheduled-jobs.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { addDays } from '../../platform/days.ts'

// Wednesday 3 June 2026.
const app = await startApp({ now: '2026-06-03T09:00:00Z' })
const { sql, visit } = app
const makeStaffed = (capacity?: number) => makeMovingIn(app, capacity)

test('a preview writes nothing, an import makes bookings, and neither sends an email', async () => {
  const { send, importAll, stored, emails } = await makeStaffed()
  const list = listOf(
    rowOf('B1', { total: '£40.00', notes: 'Window seat' }),
    rowOf('B2', { name: 'Bo Derek' }),
  )
  const preview = await send(list, '/preview')
  expect(preview).toMatchObject({ status: 200, counts: { new: 2, refused: 0 }, dates: 'day_first' })
  expect(await stored()).toEqual([])
  const rows = await importAll(list)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['imported', 'imported'])
  expect(await stored()).toEqual([
    {
      external_reference: 'B1',
      guest_name: 'Ada Lovelace',
      booking_date: '2026-06-13',
      number_of_guests: 2,
      total_price: 40,
      status: 'confirmed',
      channel: 'import',
      is_overbooked: false,
    },
    expect.objectContaining({ external_reference: 'B2', guest_name: 'Bo Derek', total_price: 37 }),
  ])
  expect(await emails()).toEqual([])
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('emails guests a confirmation if staff choose to', async () => {
  const { importAll, emails } = await makeStaffed()
  await importAll(listOf(rowOf('B1')), { emails_guest: true })
  expect(await emails()).toEqual([{ email_type: 'confirmed' }])
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('an imported guest gets the email about a cancellation but no reminder, and the consistency check still finds a lost email', async () => {
  const { headers, importAll, emails } = await makeStaffed()
  const [row] = await importAll(listOf(rowOf('B1')))
  await remindGuests(sql, new Date('2026-06-12T11:00:00Z'))
  expect(await emails()).toEqual([])
  await visit(`/api/bookings/${row?.id}/status`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'cancelled' }),
  })
  expect(await emails()).toEqual([{ email_type: 'cancelled' }])
  expect(await findInconsistencies(sql, app.now)).toEqual([])
  await sql`delete from emails where booking_id = ${String(row?.id)}`
  expect(await findInconsistencies(sql, app.now)).toEqual([
    expect.objectContaining({ fault: 'mail', noun_id: row?.id }),
  ])
  await sql`delete from booking_events where booking_id = ${String(row?.id)} and kind = 'status'`.catch(
    () => undefined,
  )
  // The email is restored, so that other tests find no fault.
  await sql`
    insert into emails (booking_id, event_id, email_type, to_address, payload, created_at)
    select booking_id, id, 'cancelled', 'ada@example.com', '{}', ${app.now} from booking_events
    where booking_id = ${String(row?.id)} and kind = 'status'`
})

test('a second import books nothing, and lists how its rows differ from the bookings', async () => {
  const { send, importAll, stored } = await makeStaffed()
  const list = listOf(rowOf('B1'), rowOf('', { name: 'Without Reference' }))
  await importAll(list)
  const again = await importAll(list)
  expect(again.map(({ outcome }) => outcome)).toEqual(['imported', 'imported'])
  expect(await stored()).toHaveLength(2)
  const changed = await send(listOf(rowOf('B1', { pax: '4' })), '/preview')
  expect(changed.rows[0].notes[0]).toMatch(
    /^Already booked as CV-.{7}\. The list now says 4 guests\. If the list is right, change the booking\.$/,
  )
})

test('rows beyond capacity are booked only after staff confirm them, and the history records the overbooking', async () => {
  const { importAll, send, stored } = await makeStaffed(5)
  const list = listOf(rowOf('B1', { pax: '3' }), rowOf('B2', { pax: '3' }))
  const rows = await importAll(list)
  expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(['full', 'imported'])
  const full = rows.find(({ outcome }) => outcome === 'full')
  expect(full?.notes).toEqual(['Only 2 places are left.'])
  expect(await stored()).toHaveLength(1)
  const confirmed = await send(list, '', { overbook: [full?.line] })
  expect(confirmed.rows.map(({ outcome }: Row) => outcome)).toEqual(['imported', 'imported'])
  expect((await stored()).map(({ is_overbooked }) => is_overbooked).toSorted()).toEqual([false, true])
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('explains each row that cannot be booked, with its line number', async () => {
  const { send } = await makeStaffed()
  const { rows, counts } = await send(
    listOf(
      rowOf('R1', { time: '9:00 AM' }),
      rowOf('R2', { item: 'Balloon ride' }),
      rowOf('R3', { pax: '9' }),
      rowOf('R4', { date: '31/06/2026' }),
      rowOf('R5', { name: '' }),
      rowOf('R6', { date: '13/05/2026' }),
      rowOf('R7', { status: 'Cancelled by customer' }),
      rowOf('R8', { time: 'lunch' }),
      rowOf('R9', { total: '€40' }),
      rowOf('R10', { email: 'ada at example' }),
    ),
    '/preview',
  )
  expect(counts).toMatchObject({ new: 1, past: 1, cancelled: 1, refused: 7 })
  expect(rows.map(({ line, notes }: Row) => [line, ...notes])).toEqual([
    [
      2,
      'Cellar tour has no session at 9:00 AM on Saturday 13 June. It starts at 2:30 PM. Correct the row or plan the session.',
    ],
    [3, 'There is no experience “Balloon ride”. Choose the matching experience above.'],
    [4, 'Cellar tour takes parties of 1 to 8. Change its party sizes, then import again.'],
    [5, 'The date “31/06/2026” cannot be read. Write it like 28/11/2026 or 2026-11-28.'],
    [6, 'The guest’s name is missing.'],
    [7],
    [8],
    [9, 'The time “lunch” cannot be read. Write it like 14:30 or 2:30 PM.'],
    [10, 'The price “€40” cannot be read. Write it in pounds, like 50.00.'],
    [11, 'Email “ada at example” goes into the notes.'],
  ])
})

test('asks about a date that could mean two days', async () => {
  const { send } = await makeStaffed()
  const list = listOf(rowOf('B1', { date: '07/06/2026' }))
  const unclear = await send(list, '/preview')
  expect(unclear).toMatchObject({ dates: 'unclear', counts: { refused: 1 } })
  expect(unclear.rows[0].notes).toEqual([
    'The date “07/06/2026” could be Sunday 7 June or Monday 6 July. Choose the order of day and month above.',
  ])
  const chosen = await send(list, '/preview', { date_order: 'day_first' })
  expect(chosen).toMatchObject({ dates: 'day_first', counts: { new: 1 } })
  const decided = await send(
    listOf(rowOf('B1', { date: '07/06/2026' }), rowOf('B2', { date: '13/06/2026' })),
    '/preview',
  )
  expect(decided).toMatchObject({ dates: 'day_first', counts: { new: 2 } })
})

test('finds experiences by reference, by title, or by the choice that staff made', async () => {
  const { send, experience } = await makeStaffed()
  const head = 'Ref,Product ID,Product,Date,Time,Guests,Name'
  const rows = [
    'B1,P1,Old tour,13/06/2026,14:30,2,Ada',
    'B2,,CELLAR tour,13/06/2026,14:30,2,Bo',
    'B3,,Other,13/06/2026,14:30,2,Cy',
  ]
  const list = [head, ...rows].join('\n')
  expect(await send(list, '/preview')).toMatchObject({
    counts: { new: 2, refused: 1 },
    experiences: [
      { name: 'Old tour', experience_id: experience.id, rows: 1 },
      { name: 'CELLAR tour', experience_id: experience.id, rows: 1 },
      { name: 'Other', experience_id: null, rows: 1 },
    ],
  })
  const chosen = [{ name: 'Other', experience_id: experience.id }]
  expect((await send(list, '/preview', { experiences: chosen })).counts.new).toBe(3)
})

test('a visit without a time is booked if the day has only one session', async () => {
  const { send, experience } = await makeStaffed()
  const list = listOf(rowOf('B1', { time: '' }))
  expect((await send(list, '/preview')).rows[0].notes).toEqual([
    'The list has no time for this visit, so it is booked at 2:30 PM.',
  ])
  await makePattern(sql, { experience_id: experience.id, start_time: '11:00' })
  expect((await send(list, '/preview')).rows[0].notes).toEqual([
    'The time is missing. On Saturday 13 June, Cellar tour starts at 11:00 AM and 2:30 PM.',
  ])
})

test('imports a list in parts, and continues where an import stopped', async () => {
  const { send, importAll, stored } = await makeStaffed(100)
  const list = listOf(...Array.from({ length: 7 }, (_, n) => rowOf(`B${n}`, { name: `Guest ${n}` })))
  const first = await send(list, '', { count: 3 })
  expect(first).toMatchObject({ next: 3 })
  expect(await stored()).toHaveLength(3)
  await importAll(list)
  expect(await stored()).toHaveLength(7)
})

// Negative control: this test fails if create_staff_booking stores only the slot of the imported booking.
test('an import into a day without stored slots stores all slots of the experience on that day', async () => {
  const { vineyard_id, experience, importAll } = await makeStaffed()
  await makePattern(sql, { experience_id: experience.id, start_time: '16:30' })
  await makePattern(sql, { experience_id: (await makeExperience(sql, { vineyard_id })).id })
  const [{ last }] = await sql<[{ last: string }]>`
    select max(slot_date) as last from slots where vineyard_id = ${vineyard_id}`
  const date = addDays(last, 7)
  expect(await importAll(listOf(rowOf('B1', { date })))).toMatchObject([{ outcome: 'imported' }])
  const slots = await sql`
    select experience_id, slot_date, start_time, booked from slots
    where vineyard_id = ${vineyard_id} and slot_date > ${last} order by start_time`
  const added = { experience_id: experience.id, slot_date: date }
  expect([...slots]).toEqual([
    { ...added, start_time: '14:30:00', booked: 2 },
    { ...added, start_time: '16:30:00', booked: 0 },
  ])
})

// ASVS 8.4.1
test('winemakers import for their own vineyard, admins import for any vineyard, and staff at the gate cannot import', async () => {
  const [mine, other] = [await makeStaffed(), await makeStaffed()]
  expect(await mine.send(listOf(rowOf('B1')), '', { vineyard_id: other.vineyard_id })).toMatchObject({
    status: 404,
  })
  const gate = signedIn(await makeWinemaker(sql, { vineyard_id: mine.vineyard_id, role: 'gate' }))
  expect(await mine.send(listOf(rowOf('B1')), '', {}, gate)).toMatchObject({ status: 403 })
  const admin = signedIn(await makeAdmin(sql))
  expect((await mine.send(listOf(rowOf('B1')), '', {}, admin)).rows[0]).toMatchObject({ outcome: 'imported' })
})

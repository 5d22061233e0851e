import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { startApp } from '../../../../../test/app.ts'
import { makeBookable, makePattern, storeSlots } from '../../../../../test/make.ts'
import { textOf } from '../../../../../test/page.ts'
import { race } from '../../../../../test/race.ts'
import { findInconsistencies } from '../../../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app
const [saturday, sunday] = ['2026-06-06', '2026-06-07']

afterEach(async () => {
  expect(await findInconsistencies(sql, app.now)).toEqual([])
  app.now = new Date('2026-06-01T09:00:00Z')
})

/** Creates a booking for two on Saturday at 14:30. `send` submits its change form, with `answers` in place of initial values. */
async function booked(changes: Parameters<typeof makeBookable>[1] = {}) {
  const bookable = await makeBookable(sql, changes)
  const id =
    (await submit(bookable.path, bookable.answers())).headers.get('Location')?.split('/').at(-1) ?? ''
  const path = `/booking/${id}/change`
  const slot = (date: string) => `${bookable.pattern.id}-${date}@14:30:00`
  const form = {
    seen: `${saturday} 14:30:00 2`,
    date: saturday,
    slot: slot(saturday),
    guests: '2',
    intent: 'book',
  }
  const send = (answers: Record<string, string>) => submit(path, { ...form, ...answers })
  return { ...bookable, id, change: path, slot, send }
}

/** Books `guests` places of the slot on `date` for another party. */
async function sell(
  { path, answers }: Awaited<ReturnType<typeof makeBookable>>,
  guests: string,
  date: string,
) {
  const { slot, ...rest } = answers()
  const other = slot.replace(/\d{4}-\d\d-\d\d$/, date)
  expect((await submit(path, { ...rest, slot: other, date, guests })).status).toBe(302)
}

async function state(id: string) {
  const [row] = await sql`
    select b.booking_date, b.start_time, b.number_of_guests as guests, b.total_price as total,
      (select coalesce(sum(booked), 0)::int from slots i where i.version > 0 and i.pattern_id = b.pattern_id) as booked,
      (select array_agg(m.email_type order by m.event_id) from emails m where m.booking_id = b.id) as mails
    from bookings b where b.id = ${id}`
  return row
}

const untouched = {
  booking_date: saturday,
  start_time: '14:30:00',
  guests: 2,
  total: 37,
  booked: 2,
  mails: ['received'],
}

/** Submits a form, checks that the booking is unchanged, and returns the status and the text of the page. */
async function sendInVain(made: Awaited<ReturnType<typeof booked>>, answers: Record<string, string>) {
  const before = await state(made.id)
  const response = await made.send(answers)
  expect(await state(made.id)).toEqual(before)
  return { status: response.status, page: await textOf(response) }
}

test('the change page shows the current booking with its time chosen', async () => {
  const { id, change, slot } = await booked()
  expect(await textOf(await visit(`/booking-confirmation/${id}`))).toContain(`href="${change}"`)
  const response = await visit(change)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
  const page = await textOf(response)
  expect(page).toContain('Saturday 6 June 2026, 2:30 PM, 2 guests')
  expect(page).toContain('noindex')
  expect(page).toMatch(
    new RegExp(`checked=""[^>]*value="${slot(saturday)}"|value="${slot(saturday)}"[^>]*checked=""`),
  )
})

test('moves to another day, with an email and an updated calendar entry', async () => {
  const { id, send, slot } = await booked()
  const before = await (await visit(`/booking/${id}/calendar.ics`)).text()
  // The parameter alone does not announce a change.
  expect(await textOf(await visit(`/booking/${id}?changed=yes`))).not.toContain('has been changed')
  const response = await send({ date: sunday, slot: slot(sunday), guests: '3' })
  expect(response.status).toBe(302)
  const location = response.headers.get('Location') ?? ''
  expect(await textOf(await visit(location))).toContain('Your booking has been changed.')
  expect(await state(id)).toEqual({
    booking_date: sunday,
    start_time: '14:30:00',
    guests: 3,
    total: 55.5,
    booked: 3,
    mails: ['received', 'moved'],
  })
  const after = await (await visit(`/booking/${id}/calendar.ics`)).text()
  expect(before).toMatch(/DTSTART[^\r\n]*20260606T/)
  expect(after).toMatch(/DTSTART[^\r\n]*20260607T/)
  const line = (file: string, name: string) => new RegExp(`^${name}:(.+)$`, 'm').exec(file)?.[1]?.trim()
  expect(line(after, 'UID')).toBe(line(before, 'UID'))
  expect(Number(line(after, 'SEQUENCE'))).toBeGreaterThan(Number(line(before, 'SEQUENCE')))
})

test('the price per person stays as booked', async () => {
  const { id, send, change, experience } = await booked()
  await sql`update experiences set price_per_person = 99 where id = ${experience.id}`
  expect(await textOf(await visit(change))).toContain('£37.00')
  expect((await send({ guests: '4' })).status).toBe(302)
  expect(await state(id)).toMatchObject({ guests: 4, total: 74 })
})

test('a party may grow until its slot is full, and the form counts the party’s own places as left', async () => {
  const made = await booked({ pattern: { capacity: 4 } })
  await sell(made, '1', saturday)
  expect(await textOf(await visit(`${made.change}?guests=3`))).toContain('Last 3 places')
  expect((await made.send({ guests: '3' })).status).toBe(302)
  expect(await state(made.id)).toMatchObject({ guests: 3, booked: 4 })
})

test('if others have booked the slot meanwhile, refuses the move, offers other slots and keeps the old places', async () => {
  const made = await booked({ pattern: { capacity: 4 } })
  await sell(made, '3', sunday)
  const { status, page } = await sendInVain(made, { date: sunday, slot: made.slot(sunday), guests: '2' })
  expect(status).toBe(409)
  expect(page).toContain('Selected time slot is no longer available. 1 place left.')
  expect(page).toContain('These times still have places:')
  expect(page).toContain('Monday 8 June')
  expect(page).not.toContain(`value="slot:${made.slot(saturday)}"`)
  const [counted] = await sql`
    select day, party, reason from demand_refusals where experience_id = ${made.experience.id}`
  expect(counted).toEqual({ day: sunday, party: 2, reason: 'full' })
})

test('names the largest size to a party that is too large, and keeps the input', async () => {
  const made = await booked({ experience: { max_group_size: 8 } })
  const { status, page } = await sendInVain(made, { guests: '9', date: sunday, slot: made.slot(sunday) })
  expect(status).toBe(422)
  expect(page).toContain('1 to 8 guests in one booking')
  expect(page).toMatch(/name="guests"[^>]*value="9"/)
  expect(page).toContain('This experience takes parties of 1–8.')
  expect((await sendInVain(made, { guests: '40' })).page).not.toContain('Find days with places for')
  expect(page).toMatch(
    new RegExp(`checked=""[^>]*value="${made.slot(sunday)}"|value="${made.slot(sunday)}"[^>]*checked=""`),
  )
})

test('requires a time if the day changes, and refuses a form that changes nothing', async () => {
  const made = await booked()
  expect((await sendInVain(made, { date: sunday, slot: '' })).page).toContain(
    'Please choose a time on Sunday 7 June',
  )
  expect((await sendInVain(made, { date: sunday })).page).toContain('Please choose a time on Sunday 7 June')
  const same = await sendInVain(made, {})
  expect(same.status).toBe(422)
  expect(same.page).toContain('Nothing has changed yet.')
  for (const [field, nonsense] of [
    ['guests', 'many'],
    ['date', '2026-02-30'],
    ['slot', 'x'],
    ['seen', 'x'],
  ] as const)
    expect((await sendInVain(made, { [field]: nonsense })).status).toBe(422)
})

test('refuses a slot of another experience', async () => {
  const made = await booked()
  const { pattern } = await makeBookable(sql)
  const { status } = await sendInVain(made, { date: sunday, slot: `${pattern.id}-${sunday}` })
  expect(status).toBe(409)
})

test('refuses a start that staff edited after the form was shown', async () => {
  const made = await booked()
  const late = await makePattern(sql, { experience_id: made.experience.id, start_time: '11:00' })
  await sql`update availability_patterns set start_time = '17:00' where id = ${late.id}`
  await storeSlots(sql)
  const { status, page } = await sendInVain(made, { date: sunday, slot: `${late.id}-${sunday}@11:00:00` })
  expect(status).toBe(409)
  expect(page).toContain('5:00 PM')
})

test('if the booking has changed meanwhile, shows its current details, and accepts the form when it is sent again', async () => {
  const made = await booked()
  await made.send({ date: sunday, slot: made.slot(sunday) })
  const { status, page } = await sendInVain(made, { guests: '4' })
  expect(status).toBe(409)
  expect(page).toContain('This booking was changed in the meantime. Here are its current details.')
  expect(page).toContain(`name="seen" value="${sunday} 14:30:00 2"`)
  const again = await made.send({ guests: '4', seen: `${sunday} 14:30:00 2` })
  expect(again.status).toBe(302)
  expect(await state(made.id)).toMatchObject({ booking_date: saturday, guests: 4, booked: 4 })
})

test('ten concurrent submissions change the booking once, with one email', async () => {
  const made = await booked()
  const ten = Array.from({ length: 10 }, () => () => made.send({ date: sunday, slot: made.slot(sunday) }))
  const responses = await race(
    sql,
    (holder) => holder`select from bookings where id = ${made.id} for update`,
    ten,
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(302))
  expect(await state(made.id)).toEqual({ ...untouched, booking_date: sunday, mails: ['received', 'moved'] })
})

test('after the cut-off, the page says that it is too late and changes nothing', async () => {
  const made = await booked({ experience: { cancellation_cutoff_minutes: 1440 } })
  app.now = new Date('2026-06-05T13:30:00Z')
  expect(await textOf(await visit(made.change))).toContain('The time for changing this booking has passed.')
  const { status, page } = await sendInVain(made, { guests: '3' })
  expect(status).toBe(409)
  expect(page).toContain('The time for changing this booking has passed.')
})

test('a cancelled booking cannot be changed', async () => {
  const made = await booked()
  await submit(`/booking/${made.id}`, { intent: 'cancel' })
  expect(await textOf(await visit(made.change))).toContain('This booking is already cancelled or completed.')
  expect((await sendInVain(made, { guests: '3' })).status).toBe(409)
})

test('a missing booking and a malformed id get the same response', async () => {
  for (const id of [randomUUID(), 'nonsense', "x' or 1=1"]) {
    const path = `/booking/${encodeURIComponent(id)}/change`
    expect((await visit(path)).status).toBe(404)
    const answer = await submit(path, { guests: '3', seen: `${saturday} 14:30:00 2` })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Booking not found or you do not have access to view this booking.')
  }
})

test('after its pattern has ended, a party may shrink but not grow', async () => {
  const made = await booked()
  await sql`update availability_patterns set valid_until = '2026-06-05' where id = ${made.pattern.id}`
  await storeSlots(sql)
  expect((await sendInVain(made, { slot: '', guests: '3' })).status).toBe(409)
  expect((await made.send({ slot: '', guests: '1' })).status).toBe(302)
  expect(await state(made.id)).toMatchObject({ guests: 1, booked: 1, booking_date: saturday })
  await sql`update availability_patterns set valid_until = null where id = ${made.pattern.id}`
  await storeSlots(sql)
})

test('without JavaScript, buttons show other days and months and keep the choices', async () => {
  const made = await booked()
  const show = async (intent: string, answers: Record<string, string> = {}) => {
    const { status, page } = await sendInVain(made, { intent, guests: '5', ...answers })
    expect(status).toBe(200)
    expect(page).toMatch(/name="guests"[^>]*value="5"/)
    return page
  }
  expect(await show(`day:${sunday}`)).toContain('What time on Sunday 7 June')
  expect(await show('month:2026-07')).toContain('July 2026')
  expect(await show('times', { go_to: '2026-06-20' })).toContain('What time on Saturday 20 June')
  expect(await show('times', { go_to: '2020-01-01' })).toContain('That day cannot be booked.')
  expect(await show(`slot:${made.slot(sunday)}`)).toContain('What time on Sunday 7 June')
})

test('if the database fails, the page says that the change failed, and the booking stays unchanged', async () => {
  const made = await booked()
  expect((await app.visitWithoutDatabase(made.change)).status).toBe(503)
  await sql.unsafe(
    'alter function give_back_places(uuid, integer, boolean, boolean) rename to give_places_away',
  )
  const { status, page } = await sendInVain(made, { date: sunday, slot: made.slot(sunday) })
  await sql.unsafe(
    'alter function give_places_away(uuid, integer, boolean, boolean) rename to give_back_places',
  )
  expect(status).toBe(503)
  expect(page).toContain('Failed to change booking. Please try again or contact support.')
  expect(await state(made.id)).toEqual(untouched)
  expect(app.expectErrors().length).toBeGreaterThan(0)
})

test('choosing another day keeps the start time, or suggests the nearest start time of the other day', async () => {
  const { change, experience, pattern } = await booked()
  const { id } = experience
  await makePattern(sql, { experience_id: id, start_time: '15:30', days_of_week: [7] })
  await makePattern(sql, { experience_id: id, start_time: '10:00', days_of_week: [7] })
  await storeSlots(sql)
  const taken = /checked=""[^>]*name="slot"|name="slot"[^>]*checked=""/
  const same = await (await visit(`${change}?date=${sunday}&guests=2`)).text()
  expect(same).toMatch(taken)
  expect(same).not.toContain('Nearest to the booked time')
  await sql`update slots set capacity = 0, is_closed = true where pattern_id = ${pattern.id} and slot_date = ${sunday}`
  const other = await (await visit(`${change}?date=${sunday}&guests=2`)).text()
  expect(other).toContain('Nearest to the booked time')
  expect(other.slice(0, other.indexOf('Nearest to the booked time'))).toMatch(/3:30 PM[^@]*$/)
  expect(other).not.toMatch(taken)
  await sql`update slots set capacity = planned, is_closed = false where pattern_id = ${pattern.id} and slot_date = ${sunday}`
})

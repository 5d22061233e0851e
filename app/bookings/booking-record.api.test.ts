import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeAdmin, makeBookable, makeWinemaker, signedIn } from '../../test/make.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit } = app
beforeEach(() => {
  app.now = new Date('2026-06-01T09:00:00Z')
})

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  visit(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const read = async (path: string, headers: Record<string, string> = {}) =>
  (await visit(path, { headers })).json()

async function booked() {
  const made = await makeBookable(sql)
  const { vineyard_id } = made.experience
  const book = async ({ date = '2026-06-06', ...changes }: Record<string, string> = {}) => {
    const answers = { ...made.answers(), date, slot: `${made.pattern.id}-${date}`, ...changes }
    return String((await app.submit(made.path, answers)).headers.get('Location')).replace(/.*\//, '')
  }
  const as = signedIn(await makeWinemaker(sql, { vineyard_id }))
  return { ...made, vineyard_id, book, as, id: await book() }
}

test('the record contains the booking, its emails and the guest’s other visits to this vineyard', async () => {
  const { id, as, book } = await booked()
  const other = await book({ guest_email: 'ADA@example.com', date: '2026-06-07' })
  await book({ guest_email: 'someone.else@example.com' })
  const elsewhere = await booked()
  await sql`update bookings set attendance = 'arrived', arrived_guests = 1, marked_at = ${app.now} where id = ${other}`
  const record = await read(`/api/bookings/${id}/record`, as)
  expect(record).toMatchObject({ id, attendance: null, staff_notes: '', is_overbooked: false })
  expect(record.others).toMatchObject([{ id: other, number_of_guests: 2, arrived_guests: 1 }])
  expect(record.mails.map((one: { email_type: string }) => one.email_type)).toEqual(['received'])
  expect((await visit(`/api/bookings/${elsewhere.id}/record`, { headers: as })).status).toBe(404)
})

test('writes one history entry for an arrival and one for its undo', async () => {
  const { id, as } = await booked()
  app.now = new Date('2026-06-06T09:00:00Z')
  const mark = (attendance: string | null) => post(`/api/bookings/${id}/attendance`, { attendance }, as)
  expect((await mark('arrived')).status).toBe(200)
  expect((await mark('arrived')).status).toBe(200)
  expect((await mark(null)).status).toBe(200)
  const history = await read(`/api/bookings/${id}/events`, as)
  expect(history.slice(1).map((one: { changes: unknown }) => one.changes)).toEqual([
    { attendance: [null, 'arrived'] },
    { attendance: ['arrived', null] },
  ])
})

test('staff can mark arrivals from 00:00 on the day of the visit, and no-shows from the start of the visit', async () => {
  const { id, as } = await booked()
  const mark = async (attendance: string, at: string) => {
    app.now = new Date(at)
    const { may_record } = await read(`/api/bookings/${id}/record`, as)
    const answer = await post(`/api/bookings/${id}/attendance`, { attendance }, as)
    return { status: answer.status, may_record, title: (await answer.json()).title }
  }
  // The visit is at 2:30 PM on 6 June, which is 13:30 UTC; the day begins at 23:00 UTC.
  expect(await mark('arrived', '2026-06-05T22:59:59Z')).toEqual({
    status: 409,
    may_record: [],
    title: 'From Saturday 6 June 2026 on, you can mark guests as arrived.',
  })
  expect(await mark('arrived', '2026-06-05T23:00:00Z')).toMatchObject({
    status: 200,
    may_record: ['arrived'],
  })
  expect(await mark('no_show', '2026-06-06T13:29:59Z')).toMatchObject({
    status: 409,
    title: 'You can mark a no-show once the visit has started: Saturday 6 June 2026 at 2:30 PM.',
  })
  expect((await read(`/api/bookings/${id}/record`, as)).attendance).toBe('arrived')
  expect(await mark('no_show', '2026-06-06T13:30:00Z')).toMatchObject({
    status: 200,
    may_record: ['arrived', 'no_show'],
  })
})

test('clears attendance when staff move the visit to another day', async () => {
  const { id, as, pattern } = await booked()
  app.now = new Date('2026-06-06T14:00:00Z')
  await post(`/api/bookings/${id}/attendance`, { attendance: 'no_show' }, as)
  expect((await post(`/api/bookings/${id}/move`, { slot: `${pattern.id}-2026-06-20` }, as)).status).toBe(200)
  expect((await read(`/api/bookings/${id}/record`, as)).attendance).toBeNull()
})

test('refuses attendance on cancelled bookings and other vineyards’ bookings', async () => {
  const { id, as } = await booked()
  const stranger = signedIn(await makeWinemaker(sql))
  expect((await post(`/api/bookings/${id}/attendance`, { attendance: 'arrived' }, stranger)).status).toBe(404)
  await post(`/api/bookings/${id}/status`, { status: 'cancelled' }, as)
  expect((await post(`/api/bookings/${id}/attendance`, { attendance: 'arrived' }, as)).status).toBe(409)
  expect((await read(`/api/bookings/${id}/record`, as)).attendance).toBeNull()
})

test('rejects the second of two concurrent edits of a note and returns the note of the first edit', async () => {
  const { id, as } = await booked()
  const write = (staff_notes: string, seen: string, headers = as) =>
    post(`/api/bookings/${id}/guest`, { staff_notes, seen: { staff_notes: seen } }, headers)
  expect((await write('By the window.', '')).status).toBe(200)
  const second = await write('Near the door.', '')
  expect([second.status, (await second.json()).current]).toEqual([409, { staff_notes: 'By the window.' }])
  expect((await write('Near the door.', 'By the window.')).status).toBe(200)
  expect((await write('Mine.', 'Near the door.', signedIn(await makeWinemaker(sql)))).status).toBe(404)
  expect((await read(`/api/bookings/${id}/record`, as)).staff_notes).toBe('Near the door.')
})

test('erasing a guest also erases the staff’s note about the booking', async () => {
  const { id, as } = await booked()
  const write = (staff_notes: string) =>
    post(`/api/bookings/${id}/guest`, { staff_notes, seen: { staff_notes: '' } }, as)
  expect((await write('Ada likes the window.')).status).toBe(200)
  await sql`update bookings set undo_until = ${app.now}::timestamptz + interval '30 seconds' where id = ${id}`
  expect((await read(`/api/bookings/${id}/record`, as)).undo_seconds).toBe(30)
  await sql`select erase_bookings(array[${id}::uuid], ${app.now})`
  expect(await read(`/api/bookings/${id}/record`, as)).toMatchObject({
    staff_notes: '',
    is_erased: true,
    undo_seconds: null,
  })
  expect((await write('Ada')).status).toBe(409)
})

test('counts the bookings of the staff’s own vineyard by status, with the filter by day but without the filter by status', async () => {
  const { id, as, book } = await booked()
  await book({ date: '2026-06-09' })
  await post(`/api/bookings/${id}/status`, { status: 'confirmed' }, as)
  const none = { pending: 0, confirmed: 0, cancelled: 0, completed: 0 }
  expect(await read('/api/bookings/counts', as)).toMatchObject({ ...none, pending: 1, confirmed: 1 })
  expect(await read('/api/bookings/counts?status=pending&until=2026-06-08', as)).toMatchObject({
    ...none,
    confirmed: 1,
  })
})

test('confirms several bookings and emails their guests, but ignores bookings that are not pending or not of this vineyard', async () => {
  const { id, as, book } = await booked()
  const [second, cancelled] = [await book(), await book()]
  await post(`/api/bookings/${cancelled}/status`, { status: 'cancelled' }, as)
  const foreign = (await booked()).id
  const done = await (
    await post('/api/bookings/confirmations', { ids: [id, second, cancelled, foreign] }, as)
  ).json()
  expect(done).toEqual({ confirmed: [id, second], left: [cancelled, foreign] })
  const mails = await sql`
    select booking_id from emails where email_type = 'confirmed' and booking_id in ${sql([id, second, cancelled, foreign])}`
  expect(mails.map(({ booking_id }) => booking_id).toSorted()).toEqual([id, second].toSorted())
})

// ASVS 1.2.10
test('the CSV file contains the filtered bookings, and no name can run as a spreadsheet formula', async () => {
  const { as, book } = await booked()
  await book({ guest_name: '=HYPERLINK("http://x","Ada")', date: '2026-06-09' })
  const answer = await visit('/api/bookings/file?from=2026-06-09', { headers: as })
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const [head, row, end] = (await answer.text()).split('\r\n')
  expect(head).toContain('Reference,Date,Time,Vineyard,Experience,Guest,Email')
  expect(row).toContain(`"'=HYPERLINK(""http://x"",""Ada"")"`)
  expect(end).toBe('')
  expect(
    head?.endsWith(
      ',Status,Attendance,Guests who came,Due,Requests,Tags,Note for staff,Note about the customer,Booked through,Their reference',
    ),
  ).toBe(true)
  expect(row).toMatch(/,pending,Not marked,,\d+,,,,,This site,$/)
  expect(head).toContain(',Guests,Beyond the limits,Total,')
  await sql`update bookings set beyond_limits = true, attendance = 'no_show', status = 'completed' where guest_name like '=%'`
  const later = await (await visit('/api/bookings/file?from=2026-06-09', { headers: as })).text()
  expect(later).toContain(',completed,No-show,')
  expect(later).toContain(',yes,')
  await sql`update bookings set beyond_limits = false where guest_name like '=%'`
  const all = await visit('/api/bookings/file', { headers: signedIn(await makeAdmin(sql)) })
  expect((await all.text()).split('\r\n').length).toBeGreaterThan(5)
})

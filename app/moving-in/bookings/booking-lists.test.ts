import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeMovingIn } from '../../../test/import-bookings.ts'
import { makePattern } from '../../../test/make.ts'

// It is Wednesday 3 June 2026. The Cellar tour starts at 2:30 PM and 10:00 AM every day.
const app = await startApp({ now: '2026-06-03T09:00:00Z' })

async function makeReader() {
  const staffed = await makeMovingIn(app, 20)
  await makePattern(app.sql, { experience_id: staffed.experience.id, start_time: '10:00', capacity: 20 })
  const preview = (text: string | Uint8Array<ArrayBuffer>, extra = {}) =>
    staffed.send(text, '/preview', extra)
  /** Returns the rows of a preview, each with its outcome, start, party size, price and name. */
  const read = async (text: string | Uint8Array<ArrayBuffer>, extra = {}) => {
    const { rows = [], error } = await preview(text, extra)
    return error ?? rows.map(shownOf)
  }
  return { ...staffed, preview, read }
}

type Row = {
  outcome: string
  day: string
  time: string
  guests: number
  total_price: number
  name: string
  notes: string[]
}
const shownOf = ({ outcome, day, time, guests, total_price, name }: Row) =>
  [outcome, day, time, guests, total_price, name].join(' ')

const eventbrite = (...rows: string[]) =>
  [
    'Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Order Type,Currency,Total Paid,Attendee Status,Event Name,Event Start Date,Event Start Time',
    ...rows,
  ].join('\n')
const ticket = (order: string, name: string, email: string, number: number, more = {}) => {
  const {
    status = 'Attending',
    paid = '17.50',
    type = 'Adult',
    order_type = 'Eventbrite Completed',
  } = more as Record<string, string>
  return `${order},2026-05-01,${name.replace(' ', ',')},${email},1,${type},${number},${order_type},GBP,${paid},${status},Cellar tour,2026-06-13,14:30`
}

test('the tickets of one order become one party, and people who do not attend are left out', async () => {
  const { preview, importAll, stored } = await makeReader()
  const list = eventbrite(
    ticket('1001', 'Ida Delgado', 'rosa@example.com', 7003),
    ticket('1001', 'Rosa Delgado', 'rosa@example.com', 7001),
    ticket('1001', 'Jonah Kim', 'jonah@example.com', 7002, { type: 'Child', paid: '10.00' }),
    ticket('1002', 'Sam Cruz', 'sam@example.com', 7004, { status: 'Not Attending', paid: '0.00' }),
    ticket('1003', 'Una Moss', 'una@example.com', 7005, { status: 'Refunded', order_type: 'Refunded' }),
  )
  const { rows, counts } = await preview(list)
  expect(counts).toMatchObject({ new: 1, cancelled: 2, refused: 0 })
  expect(shownOf(rows[0])).toBe('new 2026-06-13 14:30 3 45 Rosa Delgado')
  expect(rows[0].notes).toEqual(['Lines 2, 3 and 4 are one party of 3.'])
  expect(rows[1]).toMatchObject({ outcome: 'cancelled', notes: ['The list says “Not Attending”.'] })
  await importAll(list)
  await importAll(list)
  expect(await stored()).toEqual([
    expect.objectContaining({ external_reference: '1001', number_of_guests: 3, total_price: 45 }),
  ])
  const [booking] = await app.sql<[{ special_requests: string }]>`
    select special_requests from bookings where external_reference = '1001' order by created_at desc limit 1`
  expect(booking.special_requests.split('\n')).toEqual([
    '2 × Adult, 1 × Child',
    'With Jonah Kim, Ida Delgado.',
    'Email: jonah@example.com',
  ])
})

test('an order is refused as a whole if one of its rows is unreadable', async () => {
  const { preview } = await makeReader()
  const { rows } = await preview(
    eventbrite(
      ticket('1001', 'Rosa Delgado', 'rosa@example.com', 7001),
      ticket('1001', 'Jonah Kim', 'rosa@example.com', 7002, { paid: 'lots' }),
    ),
  )
  expect(rows.map(({ outcome, notes }: Row) => [outcome, ...notes])).toEqual([
    ['refused', 'Line 3 of the same booking cannot be read. Correct it, then import again.'],
    ['refused', 'The price “lots” cannot be read. Write it in pounds, like 50.00.'],
  ])
})

test('an order for several sessions becomes one booking for each session, and a second import books nothing', async () => {
  const { importAll, stored, preview } = await makeReader()
  const head = 'Order number,Ticket ID,Event name,Event date,Time,Buyer name,Buyer email,Name'
  const list = [
    head,
    'A1,T1,Cellar tour,13/06/2026,14:30,Rosa Delgado,rosa@example.com,Rosa Delgado',
    'A1,T2,Cellar tour,13/06/2026,14:30,Rosa Delgado,rosa@example.com,Jonah Kim',
    'A1,T3,Cellar tour,14/06/2026,10:00,Rosa Delgado,rosa@example.com,Ida Delgado',
  ]
  await importAll(list.join('\n'))
  await importAll(list.join('\n'))
  const bookings = await stored()
  expect(bookings.map(({ booking_date, number_of_guests }) => [booking_date, number_of_guests])).toEqual([
    ['2026-06-13', 2],
    ['2026-06-14', 1],
  ])
  // Without the row of the second session, the booking of the first session is still recognised.
  expect((await preview(list.slice(0, 3).join('\n'))).counts).toMatchObject({ imported: 1, new: 0 })
})

test('numbers and totals that every row of an order repeats are counted once', async () => {
  const { read } = await makeReader()
  const head = 'Booking ref,Product,Date,Time,Total participants,Order total,Participant'
  const rows = ['Ann Lee', 'Bob Lee', 'Cy Lee'].map(
    (name) => `B1,Cellar tour,13/06/2026,14:30,3,60.00,${name}`,
  )
  expect(await read([head, ...rows].join('\n'))).toEqual(['new 2026-06-13 14:30 3 60 Ann Lee'])
  const twice = [
    'B2,Cellar tour,13/06/2026,14:30,4,60.00,Di Lee',
    'B2,Cellar tour,13/06/2026,14:30,4,60.00,Di Lee',
  ]
  expect(await read([head, ...twice].join('\n'))).toEqual([
    'new 2026-06-13 14:30 4 60 Di Lee',
    'refused 2026-06-13 14:30 4 60 Di Lee',
  ])
})

test('the empty cells in later rows of an order are filled from its first row', async () => {
  const { read } = await makeReader()
  const list = [
    'Name,Email,Financial Status,Total,Lineitem quantity,Lineitem name,Lineitem sku,Billing Name,Cancelled at,Start date,Start time',
    '#1001,ann@example.com,paid,57.00,2,Adult,P1,Ann Lee,,13/06/2026,10:00',
    '#1001,ann@example.com,,,1,Child,P1,,,,',
    '#1002,bo@example.com,refunded,20.00,1,Adult,P1,Bo Lee,,13/06/2026,10:00',
    '#1003,cy@example.com,paid,20.00,1,Adult,P1,Cy Lee,2026-05-02 10:00,13/06/2026,10:00',
  ].join('\n')
  const choices = { columns: { experience: null, ticket_type: 5 } }
  expect(await read(list, choices)).toEqual([
    'new 2026-06-13 10:00 3 57 Ann Lee',
    'cancelled 2026-06-13 10:00 1 20 Bo Lee',
    'cancelled 2026-06-13 10:00 1 20 Cy Lee',
  ])
})

const head = 'Booking ID,Product,Date,Time,Guests,Name,Email'
const row = 'R1,Cellar tour,13/06/2026,14:30,2,Zoë Lee,ann@example.com'
const booked = ['new 2026-06-13 14:30 2 37 Zoë Lee']

test('known words decide what a status means, and staff are asked once about every other status', async () => {
  const { preview } = await makeReader()
  const status = (name: string, n: number) => `R${n},Cellar tour,13/06/2026,14:30,1,Guest ${n},,${name}`
  const list = [
    `${head},Attendance status`,
    ...['Transferred', 'Complete', 'Standing by', 'Partially refunded', 'Standing by'].map(status),
  ].join('\n')
  const asked = await preview(list)
  expect(asked.counts).toMatchObject({ new: 2, cancelled: 1, refused: 2 })
  expect(asked.statuses).toEqual([
    { name: 'Transferred', comes: false, rows: 1 },
    { name: 'Complete', comes: true, rows: 1 },
    { name: 'Standing by', comes: null, rows: 2 },
    { name: 'Partially refunded', comes: true, rows: 1 },
  ])
  const statuses = [
    { name: 'Standing by', comes: true },
    { name: 'Complete', comes: false },
  ]
  expect((await preview(list, { statuses })).counts).toMatchObject({ new: 3, cancelled: 2, refused: 0 })
})

test('titles, sums and a separator line in a list are not bookings', async () => {
  const { preview, read } = await makeReader()
  const report = [
    'Bookings report',
    'From 01/06/2026 to 30/06/2026',
    '',
    head,
    row,
    head,
    'Total,,,,2,,',
    'Printed by Ann',
  ]
  const { rows, header_line, counts } = await preview(report.join('\n'))
  expect([header_line, shownOf(rows[0])]).toEqual([4, ...booked])
  expect(counts).toMatchObject({ new: 1, no_booking: 3, refused: 0 })
  expect(await read(`sep=;\r\n${head}\r\n${row}\r\n`.replaceAll(',', ';'))).toEqual(booked)
  expect(await read(`${head}\n${row}`.replaceAll(',', '|'))).toEqual(booked)
})

const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(bigEndian ? bytes.swap16() : bytes)
}

test('reads UTF-16 in either byte order, with and without a byte order mark, and reads Windows-1252', async () => {
  const { read } = await makeReader()
  const text = `${head}\r\n${row}\r\n`.replaceAll(',', '\t')
  expect(await read(utf16(`\uFEFF${text}`, true))).toEqual(booked)
  expect(await read(utf16(`\uFEFF${text}`, false))).toEqual(booked)
  expect(await read(utf16(text, true))).toEqual(booked)
  expect(await read(utf16(text, false))).toEqual(booked)
  expect(await read(new Uint8Array(Buffer.from(text, 'latin1')))).toEqual(booked)
})

test('if a file is not CSV, says what kind of file it is', async () => {
  const { read } = await makeReader()
  const excel = 'This is an Excel file. In Excel choose Save as, CSV.'
  const zip = (inside: string) => new Uint8Array(Buffer.from(`PK\x03\x04 ${inside} \0\0`))
  expect(await read(zip('xl/workbook.xml'))).toBe(excel)
  expect(await read(zip('holiday.jpg'))).toBe('This is a ZIP file. Unpack it, and choose the CSV file in it.')
  expect(await read(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toBe(excel)
  expect(await read('<html><table><tr><td>Booking ID')).toMatch(/^This is a web page/)
  expect(await read('%PDF-1.7')).toMatch(/^This is a PDF file/)
})

test('reads numbers of guests from one cell, or from a column for each kind of guest', async () => {
  const { read } = await makeReader()
  const list = [
    'Booking ID,Product,Date,Time,Name,Adults,Children',
    'R1,Cellar tour,13/06/2026,14:30,Ann,2,1',
  ].join('\n')
  expect(await read(list)).toEqual(['new 2026-06-13 14:30 3 55.5 Ann'])
  const cell = `${head}\nR1,Cellar tour,13/06/2026,14:30,"Adult: 2, Child: 1",Ann,`
  expect(await read(cell)).toEqual(['new 2026-06-13 14:30 3 55.5 Ann'])
})

test('refuses a price that is in another currency or ambiguous', async () => {
  const { preview } = await makeReader()
  const list = [
    `${head},Total,Currency`,
    `${row},"1.250,00",GBP`,
    `${row.replace('R1', 'R2')},1.250,GBP`,
    `${row.replace('R1', 'R3')},50.00,EUR`,
  ].join('\n')
  const { rows } = await preview(list)
  expect(rows.map((each: Row) => [each.outcome, each.total_price, ...each.notes])).toEqual([
    ['refused', null, 'The price “1.250,00” cannot be read. Write it in pounds, like 50.00.'],
    ['refused', null, 'The price “1.250” cannot be read. Write it in pounds, like 50.00.'],
    ['refused', null, 'The price is in EUR. Write it in pounds.'],
  ])
})

test('repairs phone numbers that a spreadsheet damaged, and stores only the first of two numbers in a cell', async () => {
  const { importAll, preview } = await makeReader()
  const phones = [
    '4.4771E+11',
    '7700900123',
    "'+447700900123",
    '"=""07700900123"""',
    '+44 (0)7700 900123 / 01632 960001',
  ]
  const list = [
    `${head},Phone`,
    ...phones.map((phone, n) => `P${n},Cellar tour,13/06/2026,14:30,1,Guest ${n},,${phone}`),
  ]
  expect((await preview(list.join('\n'))).counts).toMatchObject({ new: 5 })
  await importAll(list.join('\n'))
  const stored =
    await app.sql`select guest_phone from bookings where external_reference like 'P_' order by external_reference`
  expect(stored.map(({ guest_phone }) => guest_phone)).toEqual([
    null,
    '07700 900123',
    '+447700900123',
    '07700900123',
    '+44 7700 900123',
  ])
})

test('an import books only the rows that its preview showed', async () => {
  const { importAll, preview, stored, experience } = await makeReader()
  const list = `${head}\n${row}`
  const { rows } = await preview(list)
  const shown = rows.map((each: { shown: string }) => each.shown)
  await app.sql`update experiences set price_per_person = 99 where id = ${experience.id}`
  const [changed] = await importAll(list, { shown })
  expect(changed).toMatchObject({
    outcome: 'refused',
    notes: ['This row has changed since the preview. Please preview again.'],
  })
  expect(await stored()).toEqual([])
  const again = await preview(list)
  const [done] = await importAll(list, { shown: again.rows.map((each: { shown: string }) => each.shown) })
  expect(done).toMatchObject({ outcome: 'imported' })
})

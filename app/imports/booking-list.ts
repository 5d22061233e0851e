import { addDays, clockOf, type Day, formatDayShort, formatTime, type Time } from '../platform/days.ts'
import { isEmail, isPhone, readLine, readProse } from '../platform/text.ts'
import { type DateOrder, readClock, readCount, readDate, readPounds, withoutTags } from './cells.ts'
import type { BookingColumn } from './columns.ts'

/** A row of a list of bookings whose cells can be read. `time` is null if the list has none. */
export type BookingRow = {
  line: number
  reference: string | null
  /** What the list calls the experience: its reference and its title. */
  experience: { reference: string; title: string }
  day: Day
  time: Time | null
  guests: number
  guest_name: string
  guest_email: string | null
  guest_phone: string | null
  notes: string
  /** Pounds for the whole party, or for each person. */
  price: { total?: number; each?: number }
  is_cancelled: boolean
  remarks: string[]
}

/** A booking that an earlier import made. */
type Imported = {
  reference: string
  booking_date: Day
  start_time: Time
  number_of_guests: number
  status: string
}

type Cells = { line: number; cell: (field: BookingColumn) => string }

const isOver = /cancel|refund|void|declin|reject|abandon|expired|no.?show/i

/** Reads the cells of a row, or says why not, one sentence for each fault. `today` words its dates. */
export function readBookingRow(
  { line, cell }: Cells,
  order: DateOrder | null,
  today: Day,
): BookingRow | string[] {
  const problems: string[] = []
  const remarks: string[] = []
  const quoted = (field: BookingColumn) => `“${cell(field).slice(0, 40)}”`

  const date = readDate(cell('date'), order)
  if (cell('date') === '') problems.push('The date is missing.')
  else if (date === undefined)
    problems.push(`The date ${quoted('date')} cannot be read. Write it like 28/11/2026 or 2026-11-28.`)
  else if (date === 'unclear') problems.push(unclearSentence(cell('date'), today))
  const clock = cell('time') === '' ? cell('date') : cell('time')
  const time =
    (typeof date === 'object' && cell('time') === '' ? date.time : undefined) ?? readClock(clock) ?? null
  if (cell('time') !== '' && time === null)
    problems.push(`The time ${quoted('time')} cannot be read. Write it like 14:30 or 2:30 PM.`)

  const guests = readCount(cell('guests'))
  if (cell('guests') === '') problems.push('The number of guests is missing.')
  else if (guests === undefined || guests < 1 || guests > 1000)
    problems.push(`The number of guests ${quoted('guests')} cannot be read. Write it like 4.`)

  const full = cell('guest_name') || `${cell('first_name')} ${cell('last_name')}`
  const name = readLine(full.replaceAll(/[\r\n\t]+/g, ' '), 120)
  if (!name.ok)
    problems.push(
      name.problem === 'missing' ? 'The guest’s name is missing.' : 'The guest’s name cannot be used.',
    )
  if (cell('experience') === '' && cell('experience_reference') === '')
    problems.push('The experience is missing.')

  const reference = readLine(cell('reference'), 200)
  if (!reference.ok && reference.problem !== 'missing') problems.push('The reference cannot be used.')
  const price = readPrice(cell, problems)

  const kept: string[] = []
  const contact = (field: 'email' | 'phone', isValid: (text: string) => boolean, name: string) => {
    const text = readLine(cell(field), 254)
    if (!text.ok) return null
    if (isValid(text.value)) return text.value
    remarks.push(`${name} ${quoted(field)} goes into the notes.`)
    kept.push(`${name}: ${text.value}`)
    return null
  }
  const guest_email = contact('email', isEmail, 'Email')
  const guest_phone = contact('phone', (text) => text.length <= 40 && isPhone(text), 'Phone')
  const notes = readProse([withoutTags(cell('notes')), ...kept].filter(Boolean).join('\n'), 2000)
  if (!notes.ok) problems.push('The notes are longer than 2,000 characters.')

  if (problems.length > 0 || typeof date !== 'object' || !name.ok || guests === undefined || !notes.ok)
    return problems
  return {
    line,
    reference: reference.ok ? reference.value : null,
    experience: { reference: cell('experience_reference'), title: cell('experience') },
    day: date.day,
    time,
    guests,
    guest_name: name.value,
    guest_email,
    guest_phone,
    notes: notes.value,
    price,
    is_cancelled: isOver.test(cell('status')) || /^(yes|true|1)$/i.test(cell('status')),
    remarks,
  }
}

function readPrice(cell: Cells['cell'], problems: string[]): BookingRow['price'] {
  const read = (field: 'total_price' | 'price_per_person') => {
    const text = cell(field)
    if (text === '') return undefined
    const amount = readPounds(text)
    if (amount === undefined || amount > 100_000)
      problems.push(`The price “${text.slice(0, 40)}” cannot be read. Write it in pounds, like 50.00.`)
    return amount
  }
  const [total, each] = [read('total_price'), read('price_per_person')]
  return { ...(total !== undefined && { total }), ...(each !== undefined && { each }) }
}

function unclearSentence(text: string, today: Day): string {
  const days = (['day_first', 'month_first'] as const).flatMap((order) => {
    const read = readDate(text, order)
    return typeof read === 'object' ? [formatDayShort(read.day, today)] : []
  })
  return `The date “${text.slice(0, 40)}” could be ${days.join(' or ')}. Choose above which number is the day.`
}

/** The price of each person that comes nearest to the total, and a sentence if it does not divide. */
export function priceEach({ price: { total, each }, guests }: Pick<BookingRow, 'price' | 'guests'>): {
  each: number | undefined
  remark?: string
} {
  if (total === undefined) return { each }
  const pence = Math.round(total * 100)
  const rounded = Math.floor(pence / guests)
  if (rounded * guests === pence) return { each: rounded / 100 }
  const pounds = (amount: number) => `£${(amount / 100).toFixed(2)}`
  return {
    each: rounded / 100,
    remark: `${pounds(pence)} does not divide by ${guests}: booked as ${pounds(rounded)} each, ${pounds(rounded * guests)} in all.`,
  }
}

/** Why a row has no session. `starts` are those of that day. */
export function noSessionSentence(
  title: string,
  { day, time }: BookingRow,
  starts: Time[],
  today: Day,
): string {
  const on = formatDayShort(day, today)
  if (starts.length === 0) return `${title} has no session on ${on}. Plan one, then import again.`
  const times = new Intl.ListFormat('en-GB').format(starts.map(formatTime))
  return time === null
    ? `The time is missing. On ${on}, ${title} starts at ${times}.`
    : `${title} has no session at ${formatTime(time)} on ${on}. It starts at ${times}. Correct the row or plan the session.`
}

/** Days in spans that the database reads at once. */
export function spansOf(days: readonly Day[]): [Day, Day][] {
  const sorted = days.toSorted()
  const spans: [Day, Day][] = []
  for (const day of sorted) {
    const last = spans.at(-1)
    if (last && day <= addDays(last[0], 90)) last[1] = day
    else spans.push([day, day])
  }
  return spans
}

/** Returns a name in lower case without punctuation, to be compared with others. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether a visit has begun. Without a time, it counts until the end of its day. */
export function isPast({ day, time }: BookingRow, now: Date): boolean {
  return `${day}T${time ?? '23:59'}` < clockOf(now)
}

/** What the list says differently about a booking that is imported already. */
export function differences(
  row: BookingRow,
  { reference, number_of_guests, booking_date, start_time, status }: Imported,
): string[] {
  const differs = [
    ...(row.guests === number_of_guests ? [] : [`${row.guests} guests`]),
    ...(row.day === booking_date ? [] : [row.day]),
    ...(row.time === null || row.time === start_time.slice(0, 5) ? [] : [formatTime(row.time)]),
    ...(row.is_cancelled && status !== 'cancelled' ? ['cancelled'] : []),
  ]
  if (differs.length === 0) return [`Is ${reference}.`]
  return [
    `Is ${reference}. The list now says ${new Intl.ListFormat('en-GB').format(differs)}: change it in the booking.`,
  ]
}

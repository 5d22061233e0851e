import { type Day, formatDayShort, type Time } from '../../platform/days.ts'
import { readLine, readProse } from '../../platform/text/text.ts'
import type { BookingRow } from './booking-list.ts'
import { type DateOrder, readCount, readPriceCell, withoutTags } from '../lists/cells.ts'
import type { BookingColumn } from '../lists/columns.ts'
import { type ReadContact, readEmailCell, readPhoneCell } from './contacts.ts'
import { readDate, readStart } from './moments.server.ts'
import { readStatus } from './statuses.ts'

/** A row that cannot be booked because of its faults, with the parts that can be read. */
export type UnreadableRow = Pick<BookingRow, 'line' | 'reference' | 'status' | 'is_cancelled'> & {
  name: string
  day: Day | null
  time: Time | null
  guests: number | null
  experience: string
  /** One sentence for each fault. */
  problems: string[]
}

/** The settings that apply to all rows of a list. */
export type BookingListOptions = {
  order: DateOrder | null
  /** Today, which appears in sentences about dates. */
  today: Day
  /** The time zone that a heading names, such as 'Start (UTC)', or an empty text. */
  zone: string
  /** For each status that staff have decided on, whether its guests come. */
  statuses: ReadonlyMap<string, boolean>
  /** Whether each row is one ticket, so that a row needs no number of guests. */
  isTicketList: boolean
}

/** Matches the references of bookings on this site. */
export const ownReference = /^CV-[2-9A-Z]{4}-[2-9A-Z]{2}$/

type Cells = { line: number; cell: (field: BookingColumn) => string }

/** Returns a row as a party, or as an unreadable row with one sentence for each fault. */
export function readBookingRow({ line, cell }: Cells, list: BookingListOptions): BookingRow | UnreadableRow {
  const problems: string[] = []
  const remarks: string[] = []
  const quoted = (field: BookingColumn) => `“${cell(field).slice(0, 40)}”`

  const start = readWhen(cell, list, problems)
  const guests = readGuests(cell, list, problems)
  const lead = cell('guest_name') || `${cell('first_name')} ${cell('last_name')}`.trim()
  const attendee = cell('attendee') || `${cell('attendee_first_name')} ${cell('attendee_last_name')}`.trim()
  const name = readLine((lead || attendee).replaceAll(/[\r\n\t]+/g, ' '), 120)
  if (!name.ok)
    problems.push(
      name.problem === 'missing' ? 'The guest’s name is missing.' : 'The guest’s name cannot be used.',
    )
  const experience = {
    reference: cell('experience_reference'),
    title: cell('experience') || (cell('experience_reference') === '' ? cell('ticket_type') : ''),
  }
  if (experience.title === '' && experience.reference === '') problems.push('The experience is missing.')

  const reference = readReference(cell, problems, remarks)
  const price = readPrice(cell, problems)
  const kept: string[] = []
  const contact = (label: string, field: 'email' | 'phone', { value, rest, note }: ReadContact) => {
    if (note !== undefined) remarks.push(note)
    if (rest !== undefined) {
      remarks.push(`${label} ${quoted(field)} goes into the notes.`)
      kept.push(`${label}: ${readLine(rest, 500).ok ? rest : ''}`)
    }
    return value
  }
  const guest_email = contact('Email', 'email', readEmailCell(cell('email')))
  const guest_phone = contact('Phone', 'phone', readPhoneCell(cell('phone')))
  const notes = readProse([withoutTags(cell('notes')), ...kept].filter(Boolean).join('\n'), 2000)
  if (!notes.ok)
    problems.push(
      notes.problem === 'long'
        ? 'The notes are longer than 2,000 characters.'
        : 'The notes contain a control character.',
    )

  const { name: status, comes: said } = statusIn(cell)
  const comes = list.statuses.get(status) ?? said
  if (comes === null)
    problems.push(
      `We do not know whether “${status.slice(0, 60)}” means that the guest comes. Choose its meaning above.`,
    )

  const about = { line, reference, status, is_cancelled: comes === false }
  if (problems.length > 0 || start === null || !name.ok || guests === null || !notes.ok)
    return {
      ...about,
      name: name.ok ? name.value : '',
      day: start?.day ?? null,
      time: start?.time ?? null,
      guests,
      experience: experience.title || experience.reference,
      problems,
    }
  return {
    ...about,
    earlier_reference: null,
    experience,
    ...start,
    guests,
    guest_name: name.value,
    guest_email,
    guest_phone,
    notes: notes.value,
    price,
    attendee: attendee.slice(0, 120),
    ticket: cell('ticket'),
    ticket_type: cell('ticket_type').slice(0, 100),
    remarks,
  }
}

/** Returns the status in the cells of a row. */
export const statusIn = (cell: Cells['cell']) =>
  readStatus({
    status: cell('status'),
    attendance: cell('attendance'),
    payment: cell('payment'),
    cancelled: cell('cancelled'),
    is_own: ownReference.test(cell('reference')),
  })

function readWhen(
  cell: Cells['cell'],
  { order, today, zone }: BookingListOptions,
  problems: string[],
): { day: Day; time: Time | null } | null {
  const quoted = (field: BookingColumn) => `“${cell(field).slice(0, 40)}”`
  const dateField = cell('date') === '' ? 'time' : 'date'
  const start = readStart({ date: cell('date'), time: cell('time'), zone: cell('zone') || zone }, order)
  if (typeof start === 'object') return start
  const year = Number(today.slice(0, 4)) + (today.slice(5) > '11-28' ? 1 : 0)
  const sentences = {
    date:
      cell(dateField) === ''
        ? 'The date is missing.'
        : `The date ${quoted(dateField)} cannot be read. Write it like 28/11/${year} or ${year}-11-28.`,
    unclear: unclearSentence(cell(dateField), today),
    time: `The time ${quoted('time')} cannot be read. Write it like 14:30 or 2:30 PM.`,
    zone: `The time zone of ${cell('zone') === '' ? quoted(cell('time') === '' ? 'date' : 'time') : quoted('zone')} is not known. Write the London time instead.`,
  }
  problems.push(sentences[start])
  return null
}

const kinds = ['adults', 'children', 'youths', 'seniors', 'infants'] as const

function readGuests(cell: Cells['cell'], { isTicketList }: BookingListOptions, problems: string[]) {
  const parts = kinds.filter((kind) => cell(kind) !== '')
  const fields = cell('guests') === '' ? parts : (['guests'] as const)
  if (fields.length === 0) {
    if (isTicketList) return 1
    problems.push('The number of guests is missing.')
    return null
  }
  const numbers = fields.map((field) => readCount(cell(field)))
  const sum = numbers.reduce<number>((total, number) => total + (number ?? Number.NaN), 0)
  if (sum >= 1 && sum <= 1000) return sum
  const written = fields.map((field) => cell(field)).join(', ')
  problems.push(`The number of guests “${written.slice(0, 40)}” cannot be read. Write it like 4.`)
  return null
}

function readReference(cell: Cells['cell'], problems: string[], remarks: string[]): string | null {
  const text = cell('reference') || cell('ticket')
  if (/^\d[.,]\d{1,20}e\+?\d{1,2}$/i.test(text)) {
    remarks.push(`Excel has shortened the reference “${text}”, so it is left out.`)
    return null
  }
  const reference = readLine(text, 200)
  if (reference.ok) return reference.value
  if (reference.problem !== 'missing') problems.push('The reference cannot be used.')
  return null
}

function readPrice(cell: Cells['cell'], problems: string[]): BookingRow['price'] {
  const read = (field: 'total_price' | 'price_per_person') => {
    const text = cell(field)
    if (text === '') return undefined
    const amount = readPriceCell(text)
    if (amount === undefined || amount > 100_000)
      problems.push(`The price “${text.slice(0, 40)}” cannot be read. Write it in pounds, like 50.00.`)
    else if (amount > 0 && !/^(?:|gbp|£|pounds?(?: sterling)?)$/i.test(cell('currency')))
      problems.push(`The price is in ${cell('currency').slice(0, 20)}. Write it in pounds.`)
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
  return `The date “${text.slice(0, 40)}” could be ${days.join(' or ')}. Choose the order of day and month above.`
}

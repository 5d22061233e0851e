import type { Day } from '../../platform/days.ts'
import { ok } from '../../platform/result.ts'
import type { BookingRow } from './booking-list.ts'
import { ownReference, readBookingRow, statusIn, type UnreadableRow } from './booking-row.server.ts'
import { type DateOrder, isBlank, readCount } from '../lists/cells.ts'
import { bookingHeadings, type BookingColumn, type Columns } from '../lists/columns.ts'
import { type ListRow, readImport, type UploadedFile } from '../lists/list.server.ts'
import { findDateOrder, readDate } from './moments.server.ts'
import { joinParties, type TicketList } from './parties.ts'
import { readZone } from './zones.server.ts'

/** A list of bookings, with the choices that staff made above its preview. */
export type SentBookingFile = UploadedFile<BookingColumn> & {
  date_order?: DateOrder | undefined
  /** For each status that staff have decided on, whether its guests come. */
  statuses?: { name: string; comes: boolean }[] | undefined
}

type Row = ListRow<BookingColumn>

/**
 * Reads the parties of a list of bookings. `today` appears in sentences about dates. Takes and returns plain
 * data, so that another thread can run this function.
 */
export function readBookings(file: SentBookingFile, today: Day) {
  const list = readImport(file, bookingHeadings)
  if (!list.ok) return list
  const { rows: written, ...about } = list.value
  const { header, columns } = about
  const { others = [], bookings = [] } = Object.groupBy(written, (row) =>
    isNoBooking(row, header) ? 'others' : 'bookings',
  )
  const rows = fillDown(bookings.map(withoutPlaceholders))
  const found = findDateOrder(rows.map(({ cell }) => cell('date') || cell('time')))
  const dates = file.date_order ?? found
  const zoneHeading = header[columns.time ?? columns.date ?? -1] ?? ''
  const options = {
    order: dates === 'unclear' || dates === 'mixed' ? null : dates,
    today,
    zone: [undefined, 'unknown'].includes(readZone(zoneHeading) as string) ? '' : zoneHeading,
    statuses: new Map(file.statuses?.map(({ name, comes }) => [name, comes])),
    isTicketList: isTicketList(columns, rows),
  }
  const read = rows.map((row) => readBookingRow(row, options))
  const readable = read.filter((row): row is BookingRow => !('problems' in row))
  const partiesOf = (is: boolean) =>
    joinParties(
      readable.filter(({ is_cancelled }) => is_cancelled === is),
      ticketListOf(header, columns),
    )
  const [coming, cancelled] = [partiesOf(false), partiesOf(true)]
  return ok({
    ...about,
    dates,
    coming: coming.parties,
    cancelled: cancelled.parties,
    repeats: [...coming.repeats, ...cancelled.repeats],
    unreadable: read.filter((row): row is UnreadableRow => 'problems' in row),
    others: others.map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join(' ').slice(0, 60) })),
    statuses: statusesOf(rows, options.statuses),
  })
}

/** Returns each status of a list, the number of its rows, and whether its guests come (null if only staff can tell). */
function statusesOf(rows: readonly Row[], chosen: ReadonlyMap<string, boolean>) {
  const statuses = new Map<string, { name: string; comes: boolean | null; rows: number }>()
  for (const { cell } of rows) {
    const { name, comes } = statusIn(cell)
    if (name === '') continue
    const known = statuses.get(name)
    if (known) known.rows++
    else statuses.set(name, { name, comes: chosen.get(name) ?? comes, rows: 1 })
  }
  return [...statuses.values()]
}

const footer =
  /^(?:(?:grand |sub ?)?totals?|sum|count|average|report|page|end of|printed|exported|generated|number of|\d+ (?:rows|bookings|orders|records|guests|attendees|tickets))\b/i

/** Returns whether a row is something other than a booking: a sum, a title between bookings, or a repeated header. */
function isNoBooking({ cells, cell }: Row, header: readonly string[]): boolean {
  const filled = cells.filter(Boolean)
  if (header.length > 3 && filled.length === 1) return true
  if (header.every((heading, n) => heading === (cells[n] ?? '').slice(0, 100)))
    return (
      readDate(cell('date') || cell('time'), 'day_first') === undefined &&
      readCount(cell('guests')) === undefined
    )
  const isNamed = cell('guest_name') !== '' || cell('email') !== '' || cell('first_name') !== ''
  return !isNamed && footer.test((filled[0] ?? '').slice(0, 100))
}

/** Returns a row without references such as '-' or 'Online', which many rows share and which identify no booking. */
const withoutPlaceholders = (row: Row): Row => ({
  ...row,
  cell: (field) => {
    const text = row.cell(field)
    const isPlaceholder =
      /reference$|^ticket$/.test(field) &&
      (isBlank(text) ||
        (field !== 'experience_reference' && !/\p{N}/u.test(text) && !ownReference.test(text)))
    return isPlaceholder ? '' : text
  },
})

const shared: BookingColumn[] = [
  'experience',
  'experience_reference',
  'email',
  'phone',
  'status',
  'payment',
  'cancelled',
  'currency',
]
const names: BookingColumn[] = ['guest_name', 'first_name', 'last_name']
const moments: BookingColumn[] = ['date', 'time', 'zone']

/**
 * Fills the empty cells in the later rows of an order, because some exports write shared values only in its first row.
 */
function fillDown(rows: readonly Row[]): Row[] {
  const first = new Map<string, Row>()
  return rows.map((row) => {
    const reference = row.cell('reference')
    const lead = first.get(reference)
    if (reference === '') return row
    if (lead === undefined) {
      first.set(reference, row)
      return row
    }
    const isEmpty = (fields: BookingColumn[]) => fields.every((field) => row.cell(field) === '')
    const inherited = new Set([
      ...shared,
      ...(isEmpty([...names, 'attendee', 'attendee_first_name', 'attendee_last_name']) ? names : []),
      ...(isEmpty(moments) ? moments : []),
    ])
    return {
      ...row,
      cell: (field) => row.cell(field) || (inherited.has(field) ? lead.cell(field) : ''),
    }
  })
}

/** Returns whether the rows are tickets, each for one person. */
function isTicketList(columns: Columns<BookingColumn>, rows: readonly Row[]): boolean {
  const counts: BookingColumn[] = ['guests', 'adults', 'children', 'youths', 'seniors', 'infants']
  if (counts.some((field) => columns[field] !== null)) return false
  const references = rows.map(({ cell }) => cell('reference')).filter(Boolean)
  return (
    (['ticket', 'attendee', 'attendee_first_name'] as const).some((field) => columns[field] !== null) ||
    new Set(references).size < references.length
  )
}

function ticketListOf(header: readonly string[], columns: Columns<BookingColumn>): TicketList {
  const heading = (field: BookingColumn) => (header[columns[field] ?? -1] ?? '').toLowerCase()
  const has = (...fields: BookingColumn[]) => fields.some((field) => columns[field] !== null)
  return {
    hasPayers: has('attendee', 'attendee_first_name') && has('guest_name', 'first_name'),
    repeatsTotals: /order|booking|grand|invoice|cart/.test(heading('total_price')),
    repeatsGuests: !/quantit|qty|ticket|seat/.test(heading('guests')),
  }
}

// In some lists, each row is a ticket. The rows of one order for one session are then one party.

import { type BookingRow, listedNameOf, plainText } from './booking-list.ts'

/** Facts about rows that share a reference. They follow from the headings of the list. */
export type TicketList = {
  /** Whether the guest of a booking is the payer, because attendees have columns of their own. */
  hasPayers: boolean
  /** Whether each row repeats the total of its order. */
  repeatsTotals: boolean
  /** Whether each row repeats the number of guests of its order. */
  repeatsGuests: boolean
}

/** The parties to book, and the rows that repeat an earlier row. */
type Parties = { parties: BookingRow[]; repeats: { row: BookingRow; line: number }[] }

/** Joins the rows with the same reference, session and payer. The order of the rows does not matter. */
export function joinParties(rows: readonly BookingRow[], list: TicketList): Parties {
  const repeats: Parties['repeats'] = []
  const payerOf = (row: BookingRow) => (list.hasPayers ? (row.guest_email ?? plainText(row.guest_name)) : '')
  const keyOf = (row: BookingRow) =>
    row.reference === null
      ? `line ${row.line}`
      : JSON.stringify([row.reference, listedNameOf(row), row.day, row.time, payerOf(row).toLowerCase()])
  const groups = [...Map.groupBy(rows, keyOf).values()].map((group) => {
    const seen = new Map<string, BookingRow>()
    return group.toSorted(byTicket(group)).filter((row) => {
      const content = JSON.stringify({ ...row, line: 0 })
      const same = seen.get(content)
      seen.set(content, same ?? row)
      // Two equal rows without ticket numbers may be two tickets. Two equal parties, however, are one party listed
      // twice.
      const isRepeated = same !== undefined && (row.ticket !== '' || row.guests > 1)
      if (isRepeated) repeats.push({ row, line: same.line })
      return !isRepeated
    })
  })
  const sessions = Map.groupBy(groups, ([first]) => first?.reference ?? null)
  const parties = groups.flatMap((group) => {
    const [first] = group
    if (!first) return []
    const party = joinRows(first, group, list)
    if (first.reference === null) return [party]
    // An order for several sessions becomes several bookings, each with its own reference.
    const start = [first.day, first.time?.slice(0, 5)].filter(Boolean).join(' ')
    const own = [first.reference, start, listedNameOf(first), payerOf(first)]
      .filter(Boolean)
      .join(' / ')
      .slice(0, 200)
    return [
      (sessions.get(first.reference)?.length ?? 1) > 1
        ? { ...party, reference: own, earlier_reference: { reference: first.reference, anyStart: false } }
        : { ...party, earlier_reference: { reference: own, anyStart: true } },
    ]
  })
  return { parties, repeats }
}

/**
 * Returns the function that sorts the rows of a party by ticket number. Without ticket numbers, the row whose
 * email address is on the most tickets comes first.
 */
function byTicket(group: readonly BookingRow[]) {
  const tickets = Map.groupBy(group, ({ guest_email }) => guest_email)
  const rank = ({ guest_email }: BookingRow) => tickets.get(guest_email)?.length ?? 0
  return (a: BookingRow, b: BookingRow) =>
    a.ticket.localeCompare(b.ticket, 'en', { numeric: true }) ||
    rank(b) - rank(a) ||
    (orderOf(a) < orderOf(b) ? -1 : 1)
}

function joinRows(first: BookingRow, group: readonly BookingRow[], list: TicketList): BookingRow {
  const guests =
    list.repeatsGuests && repeatsPartySize(group) ? group.length : sumOf(group.map((row) => row.guests))
  const names = namesBeside(first, group)
  const tickets = Map.groupBy(
    group.filter((row) => row.ticket_type !== '' && row.ticket_type !== listedNameOf(row)),
    (row) => row.ticket_type,
  )
  const others = (field: 'guest_email' | 'guest_phone', label: string) => {
    const lead = leadOf(group, field)
    return [...new Set(group.map((row) => row[field]))]
      .filter((value) => value !== null && value !== lead)
      .map((value) => `${label}: ${value}`)
  }
  const notes = [
    ...new Set(group.map((row) => row.notes)),
    [...tickets].map(([type, of]) => `${sumOf(of.map((row) => row.guests))} × ${type}`).join(', '),
    names.length === 0 ? '' : `With ${names.join(', ')}.`,
    ...others('guest_email', 'Email'),
    ...others('guest_phone', 'Phone'),
  ]
  const lines = group.map(({ line }) => line).toSorted((a, b) => a - b)
  const all = notes.filter(Boolean).join('\n')
  return {
    ...first,
    line: Math.min(...lines),
    guests,
    guest_email: leadOf(group, 'guest_email'),
    guest_phone: leadOf(group, 'guest_phone'),
    notes: all.slice(0, 2000),
    price: priceOf(group, guests, list),
    remarks: [
      ...(group.length > 1 ? [`Lines ${listed(lines)} are one party of ${guests}.`] : []),
      ...new Set(group.flatMap(({ remarks }) => remarks)),
      ...(all.length > 2000 ? ['Only the first 2,000 characters of the notes are kept.'] : []),
    ],
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

const listed = (lines: readonly number[]) =>
  lines.length <= 20
    ? new Intl.ListFormat('en-GB').format(lines.map(String))
    : `${lines[0]} to ${lines.at(-1)} (${lines.length} rows)`

/**
 * Returns whether each row of a party states the size of the whole party: all names differ, and the number of rows equals
 * that size. Otherwise, each row states the size of one ticket.
 */
const repeatsPartySize = (group: readonly BookingRow[]) =>
  group.length > 1 &&
  group.every(({ guests }) => guests === group.length) &&
  new Set(group.map(({ attendee, guest_name }) => attendee || guest_name)).size === group.length

const leadOf = (group: readonly BookingRow[], field: 'guest_email' | 'guest_phone') =>
  group.map((row) => row[field]).find((value) => value !== null) ?? null

function namesBeside(first: BookingRow, group: readonly BookingRow[]): string[] {
  const all = group.map(({ attendee, guest_name }) => attendee || guest_name)
  return [...new Set(all)].filter((name) => plainText(name) !== plainText(first.guest_name))
}

/**
 * Returns the price of a party. If rows have totals, the price is their sum, or a single total if each row repeats the total of
 * its order. Otherwise, the price is calculated from the prices per person, and is empty if a row has no such price.
 */
function priceOf(group: readonly BookingRow[], guests: number, list: TicketList): BookingRow['price'] {
  const totals = group.flatMap(({ price: { total } }) => (total === undefined ? [] : [total]))
  const pounds = (pence: number) => Math.round(pence * 100) / 100
  if (totals.length > 0) {
    const isRepeated = list.repeatsTotals && new Set(totals).size === 1
    return { total: isRepeated ? (totals[0] ?? 0) : pounds(sumOf(totals)) }
  }
  const each = group.flatMap(({ price, guests: some }) =>
    price.each === undefined ? [] : [price.each * some],
  )
  if (each.length < group.length) return {}
  return group.length === 1
    ? (group[0]?.price ?? {})
    : { total: pounds(sumOf(each) * (guests / sumOf(group.map((row) => row.guests)))) }
}

/** Returns a text to sort rows by: day and time, then content. Only equal rows are sorted by their line. */
export function orderOf(row: BookingRow): string {
  const { day, time, reference, guests, guest_name, guest_email, notes, price, line } = row
  const content = [reference, guests, guest_name, guest_email, notes, price]
  return `${day} ${time ?? ''} ${JSON.stringify(content)} ${String(line).padStart(6, '0')}`
}

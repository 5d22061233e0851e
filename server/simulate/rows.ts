import { formatTime } from '../../app/platform/days.ts'
import type { SimulatedBook, SimulatedSlot } from './bookings.ts'
import type { Calendar } from './calendar.ts'
import type { SimulatedVineyard } from './vineyard.ts'

/** The columns to fill, with the tables in the order of their foreign keys. Other columns have their defaults. */
export const columns = {
  vineyards:
    'id, name, city, region, address, postcode, description, phone, latitude, longitude, is_verified, is_demo',
  experiences:
    'id, vineyard_id, title, type, duration_minutes, price_per_person, min_group_size, max_group_size, is_instant',
  availability_patterns: 'id, experience_id, days_of_week, start_time, capacity, valid_from, valid_until',
  slots: `id, vineyard_id, experience_id, pattern_id, slot_date, start_time, end_time, starts_at, ends_at, planned, capacity,
    booked`,
  slot_spans: 'experience_id, written_until',
  bookings: `id, reference, vineyard_id, experience_id, slot_id, pattern_id, booking_date, start_time, end_time, starts_at,
    ends_at, number_of_guests, guest_name, guest_email, guest_phone, special_requests, price_per_person, total_price,
    status, idempotency_key, request_hash, created_at, updated_at`,
  booking_events: 'id, booking_id, kind, actor, changes, happened_at',
  emails: 'id, booking_id, event_id, email_type, to_address, payload, state, created_at',
} as const

type SimulatedTable = keyof typeof columns
export type TableRows = Record<SimulatedTable, string[]>

export const tables = Object.keys(columns) as SimulatedTable[]

export function emptyRows(): TableRows {
  return Object.fromEntries(tables.map((table) => [table, []])) as unknown as TableRows
}

/** Returns a row in COPY's text format. Simulated text needs no escaping. */
const row = (...cells: (string | number | boolean)[]) => `${cells.join('\t')}\n`
const pounds = (pence: number) => (pence / 100).toFixed(2)

/** Adds a vineyard with its experiences and patterns. */
export function writeVineyard(rows: TableRows, vineyard: SimulatedVineyard, calendar: Calendar): void {
  const { id, name, city, region, address, postcode, phone, latitude, longitude, is_verified } = vineyard
  const description = `${name} is a simulated vineyard near ${city}. It does not exist.`
  rows.vineyards.push(
    row(id, name, city, region, address, postcode, description, phone, latitude, longitude, is_verified, 't'),
  )
  for (const { id: experience, patterns, ...offer } of vineyard.experiences) {
    const { title, type, minutes, price, least, most, is_instant } = offer
    rows.experiences.push(row(experience, id, title, type, minutes, pounds(price), least, most, is_instant))
    rows.slot_spans.push(row(experience, calendar.last))
    for (const { id: pattern, days, start, capacity } of patterns)
      rows.availability_patterns.push(
        row(pattern, experience, `{${days.join(',')}}`, start, capacity, calendar.first, calendar.last),
      )
  }
}

/** Booking references and event ids. Both are unique in the whole database. */
export type Numbers = { reference: () => string; event: () => number }

/** Adds the slots of a vineyard, and its bookings with the events and emails that the site would write. */
export function writeBook(
  rows: TableRows,
  vineyard: SimulatedVineyard,
  { bookings, slots }: SimulatedBook,
  numbers: Numbers,
): void {
  const instantsOf = ({ day, pattern, end }: SimulatedSlot) =>
    [`${day.day} ${pattern.start}${day.offset}`, `${day.day} ${end}${day.offset}`] as const
  for (const slot of slots) {
    const { id, experience, pattern, day, end, booked } = slot
    const { capacity, start } = pattern
    rows.slots.push(
      // biome-ignore format: one row, in the order of its columns
      row(
        id, vineyard.id, experience.id, pattern.id, day.day, start, end, ...instantsOf(slot), capacity, capacity, booked,
      ),
    )
  }

  for (const booking of bookings) {
    const { id, slot, guests, email, events } = booking
    const { experience, pattern, day, end } = slot
    const [price, total] = [pounds(experience.price), pounds(experience.price * guests)]
    const [starts, ends] = instantsOf(slot)
    const [first, last] = [events[0]?.at ?? '', events.at(-1)?.at ?? '']
    rows.bookings.push(
      // biome-ignore format: one row, in the order of its columns
      row(
        id, numbers.reference(), vineyard.id, experience.id, slot.id, pattern.id, day.day, pattern.start, end, starts, ends,
        guests, booking.name, email, booking.phone, booking.requests, price, total, booking.status, booking.key,
        `\\\\x${booking.hash}`, first, last,
      ),
    )
    const payloadStart =
      `{"bookingId":"${id}","guestName":"${booking.name}","guestEmail":"${email}",` +
      `"experienceTitle":"${experience.title}","vineyardName":"${vineyard.name}","bookingDate":"${day.long}",` +
      `"bookingTime":"${formatTime(pattern.start)}","numGuests":${guests},"totalPrice":${total},` +
      `"vineyardAddress":"${vineyard.address}","vineyardCity":"${vineyard.city}",` +
      `"vineyardRegion":"${vineyard.region}","vineyardPostcode":"${vineyard.postcode}","emailType":`
    for (const { kind, actor, from, to, mail, at, mail_id } of events) {
      const event = numbers.event()
      const before = from === null ? 'null' : `"${from}"`
      rows.booking_events.push(row(event, id, kind, actor, `{"status":[${before},"${to}"]}`, at))
      // The emails are stored and never sent, because their recipients do not exist.
      if (mail !== null)
        rows.emails.push(row(mail_id, id, event, mail, email, `${payloadStart}"${mail}"}`, 'kept', at))
    }
  }
}

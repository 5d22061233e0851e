import type { SimulatedBook } from './bookings.ts'
import { type Calendar, displayTime } from './calendar.ts'
import type { SimulatedVineyard } from './vineyard.ts'

/** Which columns are filled, in the order in which the tables need each other. The rest keep their defaults. */
export const columns = {
  vineyards:
    'id, name, city, region, address, postcode, description, phone, latitude, longitude, is_verified, is_demo',
  experiences:
    'id, vineyard_id, title, type, duration_minutes, price_per_person, min_group_size, max_group_size, is_instant',
  availability_patterns: 'id, experience_id, days_of_week, start_time, capacity, valid_from, valid_until',
  slot_inventory: 'pattern_id, slot_date, capacity, booked',
  bookings: `id, reference, vineyard_id, experience_id, pattern_id, booking_date, start_time, end_time, starts_at,
    ends_at, number_of_guests, guest_name, guest_email, guest_phone, special_requests, price_per_person, total_price,
    status, idempotency_key, request_hash, created_at, updated_at`,
  booking_events: 'id, booking_id, kind, actor, changes, happened_at',
  emails: 'id, booking_id, event_id, email_type, to_address, payload, state, created_at',
} as const

export type SimulatedTable = keyof typeof columns
export type TableLines = Record<SimulatedTable, string[]>

export const tables = Object.keys(columns) as SimulatedTable[]
const ofCatalogue = new Set<SimulatedTable>(['vineyards', 'experiences', 'availability_patterns'])
export const offered = tables.filter((table) => ofCatalogue.has(table))
export const sold = tables.filter((table) => !ofCatalogue.has(table))

export function emptyLines(): TableLines {
  return {
    vineyards: [],
    experiences: [],
    availability_patterns: [],
    slot_inventory: [],
    bookings: [],
    booking_events: [],
    emails: [],
  }
}

/** One line of COPY's text form. Our words hold none of the characters it would have to mask. */
const line = (...cells: (string | number | boolean)[]) => `${cells.join('\t')}\n`
const pounds = (pence: number) => (pence / 100).toFixed(2)

/** Adds a vineyard with its experiences and patterns. */
export function writeVineyard(lines: TableLines, vineyard: SimulatedVineyard, calendar: Calendar): void {
  const { id, name, city, region, address, postcode, phone, latitude, longitude, is_verified } = vineyard
  const description = `${name} is a simulated vineyard near ${city}. It does not exist.`
  lines.vineyards.push(
    line(
      id,
      name,
      city,
      region,
      address,
      postcode,
      description,
      phone,
      latitude,
      longitude,
      is_verified,
      't',
    ),
  )
  for (const { id: experience, patterns, ...offer } of vineyard.experiences) {
    const { title, type, minutes, price, least, most, is_instant } = offer
    lines.experiences.push(line(experience, id, title, type, minutes, pounds(price), least, most, is_instant))
    for (const { id: pattern, days, start, capacity } of patterns)
      lines.availability_patterns.push(
        line(pattern, experience, `{${days.join(',')}}`, start, capacity, calendar.first, calendar.last),
      )
  }
}

/** Names for rows whose numbers belong to the whole database. */
export type Numbers = { reference: () => string; event: () => number }

/** Adds the bookings of a vineyard with their counters, events and mails, as the real acts write them. */
export function writeBook(
  lines: TableLines,
  vineyard: SimulatedVineyard,
  { bookings, counters }: SimulatedBook,
  numbers: Numbers,
): void {
  for (const { pattern, day, booked } of counters)
    lines.slot_inventory.push(line(pattern.id, day, pattern.capacity, booked))

  for (const booking of bookings) {
    const { id, experience, pattern, day, end, guests, email, events } = booking
    const [price, total] = [pounds(experience.price), pounds(experience.price * guests)]
    const [starts, ends] = [`${day.day} ${pattern.start}${day.offset}`, `${day.day} ${end}${day.offset}`]
    const [first, last] = [events[0]?.at ?? '', events.at(-1)?.at ?? '']
    lines.bookings.push(
      // biome-ignore format: one row, in the order of its columns
      line(
        id, numbers.reference(), vineyard.id, experience.id, pattern.id, day.day, pattern.start, end, starts, ends,
        guests, booking.name, email, booking.phone, booking.requests, price, total, booking.status, booking.key,
        `\\\\x${booking.hash}`, first, last,
      ),
    )
    const initial =
      `{"bookingId":"${id}","guestName":"${booking.name}","guestEmail":"${email}",` +
      `"experienceTitle":"${experience.title}","vineyardName":"${vineyard.name}","bookingDate":"${day.spoken}",` +
      `"bookingTime":"${displayTime(pattern.start)}","numGuests":${guests},"totalPrice":${total},` +
      `"vineyardAddress":"${vineyard.address}","vineyardCity":"${vineyard.city}",` +
      `"vineyardRegion":"${vineyard.region}","vineyardPostcode":"${vineyard.postcode}","emailType":`
    for (const { kind, actor, from, to, mail, at, mail_id } of events) {
      const event = numbers.event()
      const before = from === null ? 'null' : `"${from}"`
      lines.booking_events.push(line(event, id, kind, actor, `{"status":[${before},"${to}"]}`, at))
      // Kept, never waiting: nobody must try to deliver a letter to people who do not exist.
      if (mail !== null)
        lines.emails.push(line(mail_id, id, event, mail, email, `${initial}"${mail}"}`, 'kept', at))
    }
  }
}

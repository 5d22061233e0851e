import { formatType } from '../../catalogue/experiences/experience.ts'

/** Splits a list of headings at its commas. The headings are in lower case and without punctuation. */
const words = (list: string) => list.split(',').map((heading) => heading.trim())

/** For each field of a list of experiences, the headings that other systems and spreadsheets use, best first. */
export const experienceHeadings = {
  external_reference: words(`
    external reference, reference, product id, product code, item id, activity id, event id,
    experience id, tour id, sku, code, external id, supplier product code, id`),
  title: words(`
    title, product title, product name, item name, activity name, event name, event title, experience,
    experience name, tour name, activity, product, item, tour, name`),
  description: words(`
    description, short description, long description, summary, headline, overview, details, about,
    excerpt, event description`),
  type: words('type, kind, category, product type, activity type, event type'),
  duration_minutes: words(`
    duration, duration minutes, duration in minutes, duration min, length, length in minutes, minutes,
    duration text`),
  price_per_person: words(`
    price per person, price, adult price, price adult, advertised price, from price, price from,
    base price, default price, retail price, ticket price, unit price, cost, rate`),
  min_group_size: words(`
    smallest party, min group size, min participants, minimum participants, min quantity, min pax,
    min per booking, minimum party size, min guests, quantity min, minimum quantity, min`),
  max_group_size: words(`
    largest party, max group size, max participants, maximum participants, max quantity, max pax,
    max per booking, maximum party size, max guests, quantity max, maximum quantity, party size limit,
    max`),
  included: words('what is included, included, inclusions, includes, what included'),
} satisfies Record<string, string[]>

// Words for the payer. If an export has columns for the attendee too, each row is a ticket, and the payer is read as the guest.
const payers = words(`
  buyer, purchaser, booker, lead booker, lead guest, lead traveller, lead traveler, lead passenger, customer, contact,
  client, guest, billing, order`)
// A heading that names no person, such as "First name", is tried after all headings that do. This list must be at least as long
// as `payers`, so that such a heading is tried first for the payer. The attendee gets it only if the payer has another heading.
const attendees = words(`
  attendee, participant, ticket holder, ticketholder, holder, passenger, traveller, traveler, travellers, travelers,
  member, invitee, delegate, registrant, visitor`)

/** Returns the headings of one field: each name combined with each kind of person, and then the names alone. */
const namesOf = (persons: string[], list: string) => [
  ...words(list).flatMap((name) => persons.map((person) => `${person} ${name}`)),
  ...words(list).map((name) => `${name} billing`),
  ...words(list),
]

/** For each field of a list of bookings, the headings of its column, best first. */
export const bookingHeadings = {
  reference: words(`
    reference, booking reference, booking id, booking number, booking no, booking ref,
    confirmation code, confirmation number, product confirmation code, order number, order no, order id,
    order, invoice id, reservation id, reservation number, reservation code, reservation reference, external reference,
    confirmation, confirmation id, conf number, confirmation no, booking code, order reference, order ref, order code,
    appointment id, purchase id, transaction id, invoice number, ref, booking, id`),
  experience_reference: words(`
    product id, product code, item id, activity id, event id, experience id, experience reference, sku,
    item sku, tour id, tour code, activity code, lineitem sku, supplier product code, service id`),
  experience: words(`
    experience, product title, product name, product, item name, item, activity name, activity,
    event name, event title, event, tour name, tour, experience name, experience title, service name, service,
    appointment type, event type name, lineitem name, trip name, class name, class, offering, package, type of visit,
    session name, session title, ticket type, option, tour grade, product option, title, type`),
  date: words(`
    date, start date, visit date, tour date, activity date, event start date, event date, travel date,
    date of visit, start date time, start, starts at, start time local, event start, date of travel, reservation date,
    experience date, appointment date, trip date, service date, departure date, arrival date, start date and time,
    event date time, event date and time, date and time, date time, datetime, booking start, booking start date,
    event starts, starts, start at, starting, session date, session start, visit day, session, availability,
    booked for, scheduled for, check in, day, departure, arrival, when, slot date, date of experience, date of booking,
    booking date`),
  time: words(`
    time, start time, event start time, activity time, tour time, arrival time, visit time, timeslot,
    time slot, slot, session time, reservation time, appointment time, booking start time, departure time,
    experience time, time of visit, time of arrival, seating time, sitting, start hour, slot time, tour start time,
    trip time, service time, event time, from, booking time`),
  zone: words('timezone, time zone, event timezone, event time zone, tz, zone'),
  guests: words(`
    guests, number of guests, party size, party, total participants, participants, no of pax, of pax, number of pax,
    pax, total pax, total customers, customers, quantity, qty, tickets, ticket quantity, people, number of people,
    covers, no of guests, total guests, attendees, seats, group size, number of participants, number of travellers,
    number of travelers, travellers, travelers, num people, number of tickets, number of attendees, persons, person,
    number of persons, total people, total attendees, total quantity, quantities, lineitem quantity, item quantity,
    guest count, no of people, no of persons, no of tickets, headcount, size, places, number of places,
    number of seats, tickets sold, spaces, number of spaces, max guests`),
  adults: words('adults, adult, number of adults, no of adults, adult tickets, adults 18, adult quantity'),
  children: words(`
    children, child, number of children, no of children, kids, child tickets, child quantity, under 18s, minors`),
  youths: words('youths, youth, teens, teenagers, students, student, young people, juniors'),
  seniors: words('seniors, senior, concessions, concession, number of seniors'),
  infants: words('infants, infant, babies, under 5s, number of infants'),
  guest_name: [
    ...namesOf(payers, 'name').filter((name) => name !== 'name'),
    ...words(`
      guest, customer, contact, client, lead booker, lead, lead traveller, lead traveler, buyer, booker, purchaser,
      booked by, booking name, reservation name, full name, name`),
  ],
  first_name: [...namesOf(payers, 'first name, firstname, forename'), 'given name'],
  last_name: [...namesOf(payers, 'last name, lastname, surname'), 'family name'],
  attendee: [
    ...namesOf(attendees, 'name, full name, names'),
    ...words(`attendee, participant, traveller, traveler, ticket holder, holder, invitee, passenger`),
  ],
  attendee_first_name: namesOf(attendees, 'first name, firstname, forename'),
  attendee_last_name: namesOf(attendees, 'last name, lastname, surname'),
  ticket: words(`
    attendee number, attendee no, attendee id, ticket number, ticket no, ticket id, ticket code, ticket reference,
    barcode, barcode number, lineitem id, line item id, item number, security code, participant id`),
  ticket_type: words(
    'ticket type, ticket name, ticket, ticket description, ticket tier, price category, rate, tier',
  ),
  email: namesOf([...payers, ...attendees], 'email, email address, e mail'),
  phone: [
    ...namesOf(
      payers,
      'phone, phone number, mobile, mobile phone, mobile number, telephone, tel, cell phone',
    ),
    ...words('cell, cellphone, home phone, telephone number, contact number, contact no, work phone'),
  ],
  notes: words(`
    notes, note, special requests, special request, special requirements, customer notes, customer note, booking notes,
    guest notes, reservation notes, visit notes, visit note, comments, comment, message, internal notes,
    dietary requirements, dietary, allergies, requests, requirements, order notes, additional information`),
  total_price: words(`
    total, total price, total amount, booking total, order total, amount, grand total, total gross,
    gross, total sales, order total amount, total cost, booking amount, booking value, order amount, appointment price,
    retail price, total retail price, gross sales, total incl vat, total including vat, total due, total paid,
    price total, revenue, value`),
  price_per_person: words(`
    price per person, unit price, ticket price, price, price each, item price, item cost, lineitem price, face value,
    price pp`),
  currency: words('currency, currency code, order currency'),
  status: words(`
    status, booking status, order status, reservation status, appointment status, state, booking state, visit status`),
  attendance: words(`
    attendee status, attendance status, attendance, attending, ticket status, issued ticket status, participant status,
    guest status`),
  payment: words(`
    payment status, financial status, paid status, payment state, order type, payment, transaction status,
    transaction type`),
  cancelled: words(`
    cancelled, canceled, cancelled at, canceled at, cancelled on, canceled on, is cancelled, is canceled, cancellation date,
    date cancelled, date canceled, cancellation time, cancellation status, deleted, deleted at`),
} satisfies Record<string, string[]>

export type ExperienceColumn = keyof typeof experienceHeadings
export type BookingColumn = keyof typeof bookingHeadings

/** Returns the label of each field: its label in `exceptions` or, without one, the field's name as words. */
const labelsOf = <Field extends string>(
  headings: Record<Field, unknown>,
  exceptions: Partial<Record<Field, string>>,
) =>
  ({
    ...Object.fromEntries(Object.keys(headings).map((field) => [field, formatType(field)])),
    ...exceptions,
  }) as Record<Field, string>

export const experienceColumnLabels = labelsOf<ExperienceColumn>(experienceHeadings, {
  external_reference: 'Reference',
  type: 'Kind',
  duration_minutes: 'Length',
  min_group_size: 'Smallest party',
  max_group_size: 'Largest party',
  included: 'What is included',
})

export const bookingColumnLabels = labelsOf<BookingColumn>(bookingHeadings, {
  experience_reference: 'Experience’s reference',
  zone: 'Time zone',
  youths: 'Young people',
  guest_name: 'Guest’s name',
  attendee: 'Attendee’s name',
  attendee_first_name: 'Attendee’s first name',
  attendee_last_name: 'Attendee’s last name',
  ticket: 'Ticket number',
  ticket_type: 'Kind of ticket',
})

/** For each field, the number of its column, counted from 0, or null if the list has no such column. */
export type Columns<Field extends string> = Record<Field, number | null>

/**
 * Finds the column of each field by its heading, whatever its case and punctuation. A column that staff chose takes
 * precedence. No column is used twice.
 */
export function matchColumns<Field extends string>(
  headings: Record<Field, readonly string[]>,
  header: readonly string[],
  chosen: Partial<Columns<Field>> = {},
): Columns<Field> {
  const plain = namesOfColumns(header)
  const fields = Object.keys(headings) as Field[]
  const columns = Object.fromEntries(
    fields.map((field) => [field, inHeader(chosen[field], header.length)]),
  ) as Columns<Field>
  const used = new Set(Object.values(columns))
  // The best headings of all fields are tried before the second-best heading of any field.
  const most = Math.max(...fields.map((field) => headings[field].length))
  for (let rank = 0; rank < most; rank++)
    for (const field of fields) {
      const name = headings[field][rank]
      if (name === undefined || columns[field] !== null || chosen[field] !== undefined) continue
      const found = plain.findIndex((heading, n) => heading.includes(name) && !used.has(n))
      if (found < 0) continue
      columns[field] = found
      used.add(found)
    }
  return columns
}

const inHeader = (column: number | null | undefined, width: number) =>
  column !== undefined && column !== null && column < width ? column : null

/** Returns how many headings in a row are known. A row that is a title or a booking has hardly any. */
export function countKnownHeadings(headings: Record<string, readonly string[]>, header: readonly string[]) {
  const known = new Set(Object.values(headings).flat())
  return namesOfColumns(header).filter((names) => names.some((name) => known.has(name))).length
}

/**
 * Returns the names under which each heading is looked up: the whole heading, and the heading without text in brackets
 * and without endings such as 'GBP' or 'required'.
 */
function namesOfColumns(header: readonly string[]): string[][] {
  // Shopify writes the order number in the column "Name".
  const isShopify = header.some((heading) => plainHeading(heading) === 'lineitem name')
  return header.map((heading) => {
    const plain = plainHeading(heading)
    if (isShopify && plain === 'name') return ['order number']
    const bare = plainHeading(heading.slice(0, 200).replaceAll(/\([^()]*\)/g, ' '))
    return [plain, bare, bare.replace(/ (?:gbp|local|utc|gmt|required|optional)$/, '')]
  })
}

/** Returns a heading in a form that can be compared, such as 'booking id number' for 'Booking_ID #'. */
function plainHeading(heading: string): string {
  return heading
    .slice(0, 200)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’]s?(?![a-z])/g, '')
    .replaceAll(/#|№/g, ' number ')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** The limits of one list. `bytes` is the size of its file. */
export const longestImport = { bytes: 2 * 1024 * 1024, rows: 10_000, columns: 500 } as const

/** Headings as they are compared: lower case, without punctuation. */
const words = (list: string) => list.split(',').map((heading) => heading.trim())

/** The fields of a list of experiences and the headings of their columns in other systems and spreadsheets, best first. */
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
  included: words('what is included, included, inclusions, includes, whats included, what s included'),
} satisfies Record<string, string[]>

/** The same for a list of bookings. */
export const bookingHeadings = {
  reference: words(`
    reference, booking reference, booking id, booking number, booking no, booking ref,
    confirmation code, confirmation number, product confirmation code, order number, order no, order id,
    order, invoice id, reservation id, reservation number, external reference, ref, id`),
  experience_reference: words(`
    product id, product code, item id, activity id, event id, experience id, experience reference, sku,
    item sku, tour id`),
  experience: words(`
    experience, product title, product name, product, item name, item, activity name, activity,
    event name, event title, event, tour name, tour, title, experience name, ticket type`),
  date: words(`
    date, start date, visit date, tour date, activity date, event start date, event date, booking date,
    date of visit, start date time, start, starts at, start time local, event start, travel date,
    session, availability, arrival date, check in, day, departure, when`),
  time: words(`
    time, start time, event start time, activity time, tour time, arrival time, visit time, timeslot,
    time slot, slot, session time`),
  guests: words(`
    guests, number of guests, party size, party, total participants, participants, no of pax, of pax,
    pax, total pax, total customers, customers, quantity, qty, tickets, ticket quantity, people,
    number of people, covers, no of guests, total guests, attendees, seats, group size`),
  guest_name: words(`
    guest name, guest, customer name, customer, contact name, contact, lead booker, lead name,
    lead guest, booker, booker name, buyer name, full name, name, traveller, billing name`),
  first_name: words(`
    first name, customer first name, buyer first name, contact first name, guest first name, given name,
    forename, firstname`),
  last_name: words(`
    last name, customer last name, buyer last name, contact last name, guest last name, surname,
    family name, lastname`),
  email: words(`
    email, email address, e mail, customer email, guest email, contact email, buyer email,
    customer email address`),
  phone: words(`
    phone, phone number, telephone, tel, mobile, mobile phone, mobile number, cell phone,
    customer phone, customer mobile, guest phone, contact phone, customer phone number`),
  notes: words(`
    notes, note, special requests, special requirements, customer notes, booking notes, comments,
    comment, message, internal notes, dietary requirements, requests`),
  total_price: words(`
    total, total price, total amount, booking total, order total, amount, grand total, total gross,
    gross, total sales, total paid, price total`),
  price_per_person: words('price per person, unit price, ticket price, price, price each'),
  status: words('status, booking status, order status, state, cancelled'),
} satisfies Record<string, string[]>

export type ExperienceColumn = keyof typeof experienceHeadings
export type BookingColumn = keyof typeof bookingHeadings

export const experienceColumnLabels: Record<ExperienceColumn, string> = {
  external_reference: 'Reference',
  title: 'Title',
  description: 'Description',
  type: 'Kind',
  duration_minutes: 'Length',
  price_per_person: 'Price per person',
  min_group_size: 'Smallest party',
  max_group_size: 'Largest party',
  included: 'What is included',
}

export const bookingColumnLabels: Record<BookingColumn, string> = {
  reference: 'Reference',
  experience_reference: 'Experience’s reference',
  experience: 'Experience',
  date: 'Date',
  time: 'Time',
  guests: 'Guests',
  guest_name: 'Guest’s name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  notes: 'Notes',
  total_price: 'Total price',
  price_per_person: 'Price per person',
  status: 'Status',
}

/** The column of each field, counted from 0; null if the list has none. */
export type Columns<Field extends string> = Record<Field, number | null>

/**
 * Finds the column of each field by its heading, ignoring case and punctuation. A heading that staff chose counts first,
 * and no column is used twice.
 */
export function matchColumns<Field extends string>(
  headings: Record<Field, readonly string[]>,
  header: readonly string[],
  chosen: Partial<Columns<Field>> = {},
): Columns<Field> {
  const plain = header.map(plainHeading)
  const fields = Object.keys(headings) as Field[]
  const columns = Object.fromEntries(
    fields.map((field) => [field, inHeader(chosen[field], header.length)]),
  ) as Columns<Field>
  const used = new Set(Object.values(columns))
  // The best synonyms of all fields come before the second best of any.
  const most = Math.max(...fields.map((field) => headings[field].length))
  for (let rank = 0; rank < most; rank++)
    for (const field of fields) {
      const name = headings[field][rank]
      if (name === undefined || columns[field] !== null || chosen[field] !== undefined) continue
      const found = plain.findIndex((heading, n) => heading === name && !used.has(n))
      if (found < 0) continue
      columns[field] = found
      used.add(found)
    }
  return columns
}

const inHeader = (column: number | null | undefined, width: number) =>
  column !== undefined && column !== null && column < width ? column : null

/** 'Booking_ID #' as 'booking id'. */
function plainHeading(heading: string): string {
  return heading
    .slice(0, 200)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** The limits of one list. */
export const longestImport = { bytes: 2 * 1024 * 1024, rows: 10_000, columns: 500 } as const

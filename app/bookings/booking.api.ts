import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, guestsAnd, keysToo, only } from '../people/sign-in/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { answerCsv } from '../platform/text/csv.server.ts'
import { problem } from '../platform/http/problem.ts'
import { attendanceLabels, guestsWhoCame, notMarked } from './booking.ts'
import { bookedThrough } from './booking-channel.ts'
import { changeBookingStatus, findBooking, findBookingAsGuest } from './booking.server.ts'
import { bookingChangesApi } from './booking-changes.api.ts'
import { bookingsForFile, countBookings, pageOfBookings, pageOfOwnBookings } from './booking-list.server.ts'
import { bookingPolicy } from './booking-policy.ts'
import { attendanceApi } from './attendance.api.ts'
import { bookingRecordApi } from './booking-record.api.ts'
import { guestEditApi } from './changes/guest-edit.api.ts'
import { toldApi } from './sessions/call-off.api.ts'
import { formatTags } from './notes/notes.ts'
import { bookingSentences } from './booking-sentences.ts'
import {
  bookingFilters,
  bookingLine,
  bookingListing,
  bookingShape,
  ownBookingLine,
} from './booking.shapes.ts'
import { createBookingApi } from './new-bookings/create-booking.api.ts'

const maxConfirmations = 100
const maxFileRows = 50_000

const counts = z.object({
  pending: z.int(),
  confirmed: z.int(),
  cancelled: z.int(),
  completed: z.int(),
  today: z.int(),
  upcoming: z.int(),
  waiting: z.int(),
  past: z.int(),
})

/** Paths below /api/bookings, which list, count, create, read and change bookings. */
export const bookingApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(bookingPolicy.run, 'bookings:read'),
    describe('Bookings', { 200: pageOf(bookingLine) }),
    query(bookingListing),
    async (c) => c.json(await pageOfBookings(c.var.sql, c.req.valid('query'), { by: c.var.by }, c.var.now())),
  )
  .get(
    '/counts',
    only(bookingPolicy.run),
    describe(
      'Number of bookings in each status and view',
      { 200: counts },
      'A status or view among the filters is ignored.',
    ),
    query(bookingFilters),
    async (c) => c.json(await countBookings(c.var.sql, c.req.valid('query'), { by: c.var.by }, c.var.now())),
  )
  .get(
    '/file',
    only(bookingPolicy.run),
    describe(
      'Bookings as a CSV file',
      { 200: 'text/csv' },
      `Sorted by start, at most ${maxFileRows} bookings.`,
    ),
    query(bookingFilters),
    async (c) => {
      const [filters, by, now] = [c.req.valid('query'), c.var.by, c.var.now()]
      const rows = await c.var.reading((sql) => bookingsForFile(sql, filters, { by, most: maxFileRows }, now))
      return answerCsv(
        c,
        'bookings.csv',
        rows.values().map(({ experiences, vineyards, ...booking }) => ({
          ...booking,
          experience: experiences.title,
          vineyard: vineyards.name,
          attendance: booking.attendance ? attendanceLabels[booking.attendance] : notMarked,
          came: guestsWhoCame(booking),
          seller: bookedThrough(booking),
          tags: formatTags(booking.tags),
          beyond: booking.beyond_limits ? 'yes' : '',
        })),
        [
          { key: 'reference', header: 'Reference' },
          { key: 'booking_date', header: 'Date' },
          { key: 'booking_time', header: 'Time' },
          { key: 'vineyard', header: 'Vineyard' },
          { key: 'experience', header: 'Experience' },
          { key: 'guest_name', header: 'Guest' },
          { key: 'guest_email', header: 'Email' },
          { key: 'guest_phone', header: 'Phone' },
          { key: 'number_of_guests', header: 'Guests' },
          { key: 'beyond', header: 'Beyond the limits' },
          { key: 'total_price', header: 'Total' },
          { key: 'currency', header: 'Currency' },
          { key: 'status', header: 'Status' },
          { key: 'attendance', header: 'Attendance' },
          { key: 'came', header: 'Guests who came' },
          { key: 'due', header: 'Due' },
          { key: 'special_requests', header: 'Requests' },
          { key: 'tags', header: 'Tags' },
          { key: 'staff_notes', header: 'Note for staff' },
          { key: 'customer_note', header: 'Note about the customer' },
          { key: 'seller', header: 'Booked through' },
          { key: 'external_reference', header: 'Their reference' },
        ],
      )
    },
  )
  .post(
    '/confirmations',
    only(bookingPolicy.run),
    describe(
      'Confirm several pending bookings',
      { 200: z.object({ confirmed: z.array(id), left: z.array(id) }) },
      'Confirms each booking separately and emails its guest. Bookings that are no longer pending, or are out of scope, stay as they are.',
    ),
    body(z.strictObject({ ids: z.array(id).min(1).max(maxConfirmations) })),
    async (c) => {
      const { sql, by, now } = c.var
      const confirmed: string[] = []
      const left: string[] = []
      for (const id of c.req.valid('json').ids) {
        const changed = await changeBookingStatus(sql, id, 'confirmed', { by, seen: 'pending' }, now())
        ;(changed.ok ? confirmed : left).push(id)
      }
      return c.json({ confirmed, left })
    },
  )
  .route('/', createBookingApi)
  .get(
    '/:id',
    guestsAnd(bookingPolicy.run),
    keysToo('bookings:read'),
    requireUuidParams(bookingSentences.not_found),
    describe(
      'A booking by its link',
      { 200: bookingShape },
      'Anyone with the id can read the booking. Signed-in staff get 404 for bookings of other vineyards.',
      { 403: bookingPolicy.run.rule },
    ),
    async (c) => {
      const { sql, actor, now } = c.var
      const id = c.req.param('id')
      const booking =
        actor.actor === 'guest'
          ? await findBookingAsGuest(sql, id, now())
          : await findBooking(sql, id, { by: actor })
      return booking ? c.json(booking) : problem(c, 404, bookingSentences.not_found)
    },
  )
  .route('/', bookingChangesApi)
  .route('/', bookingRecordApi)
  .route('/', guestEditApi)
  .route('/', attendanceApi)
  .route('/', toldApi)

/** /api/me/bookings: the bookings of the signed-in visitor. */
export const ownBookingApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.own),
  describe('Own bookings', { 200: pageOf(ownBookingLine) }),
  query(listing(['-booking_date', 'created_at'], {})),
  async (c) => c.json(await pageOfOwnBookings(c.var.sql, c.req.valid('query'), { by: c.var.by })),
)

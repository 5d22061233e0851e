import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { bookingPolicy } from '../../bookings/booking-policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { whole } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem, refuseSentFile } from '../../platform/http/problem.ts'
import { importBookings, previewBookings } from './booking-import.server.ts'
import { longestImport } from '../lists/columns.ts'
import { findManaged } from '../experiences/experience-import.server.ts'
import { count } from '../experiences/experience-import.shapes.ts'
import { bookingListRow, bookingPreview, sentBookingList, sentBookings } from './booking-import.shapes.ts'

const partSize = 500

/** /api/booking_imports */
export const bookingImportApi = new Hono<ApiEnv>()
  .use(only(bookingPolicy.run))
  .post(
    '/preview',
    describe('Preview the import of a list of bookings', { 200: bookingPreview }, 'Nothing is written.', {
      404: 'No such vineyard in scope.',
    }),
    body(sentBookings),
    async (c) => {
      const { sql, by, now } = c.var
      const { vineyard_id, content, ...file } = c.req.valid('json')
      const vineyard = await findManaged(sql, by, vineyard_id)
      if (!vineyard) return problem(c, 404, 'Vineyard not found')
      const sent = { bytes: Uint8Array.fromBase64(content), ...file }
      const preview = await previewBookings(sql, vineyard, sent, now())
      return preview.ok ? c.json(preview.value) : refuseSentFile(c, preview.problem)
    },
  )
  .post(
    '/',
    describe(
      'Import a part of a list of bookings',
      { 200: z.object({ rows: z.array(bookingListRow), next: count.nullable() }) },
      'Books up to `count` rows. `next` is the `from` of the next part, or null after the last. A row that is sent again is ' +
        'not booked again: it is recognised by its reference or, without one, by its contents. Rows beyond capacity are booked ' +
        'only if `overbook` names their lines. Guests get a confirmation only if `emails_guest` is true, but they always get ' +
        'emails about later changes.',
      { 404: 'No such vineyard in scope.' },
    ),
    body(
      z.strictObject({
        ...sentBookingList,
        from: whole(0, longestImport.rows).default(0),
        count: whole(1, partSize).default(partSize),
        overbook: z.array(whole(1, longestImport.bytes)).max(longestImport.rows).optional(),
        emails_guest: z.boolean().default(false),
        shown: z
          .array(z.string().max(40))
          .max(longestImport.rows)
          .optional()
          .describe(
            'The `shown` values of all rows of a preview. Rows that would now be booked differently are refused.',
          ),
      }),
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const { vineyard_id, content, ...request } = c.req.valid('json')
      const vineyard = await findManaged(sql, by, vineyard_id)
      if (!vineyard) return problem(c, 404, 'Vineyard not found')
      const sent = { bytes: Uint8Array.fromBase64(content), ...request }
      const done = await importBookings(sql, vineyard, sent, { by }, now())
      return done.ok ? c.json(done.value) : refuseSentFile(c, done.problem)
    },
  )

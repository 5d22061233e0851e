import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { email, id, phone, prose } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { staffGuest } from '../booking.shapes.ts'
import { bookingTags } from '../notes/notes.shapes.ts'
import { bookingSentences } from '../booking-sentences.ts'
import { guestEditSentences } from './guest-edit.ts'
import { editGuest } from '../booking-record.server.ts'

const changes = z
  .strictObject({
    guest_name: staffGuest.guest_name,
    guest_email: email.nullable(),
    guest_phone: phone.nullable(),
    special_requests: prose(1000),
    staff_notes: prose(4000),
    tags: bookingTags,
  })
  .partial()
const seen = z
  .strictObject({
    guest_name: z.string(),
    guest_email: z.string().nullable(),
    guest_phone: z.string().nullable(),
    special_requests: z.string(),
    staff_notes: z.string(),
    tags: z.array(z.string()),
  })
  .partial()

const edit = z
  .strictObject({
    ...changes.shape,
    seen: seen.meta({ description: 'The value that the editor saw, for each field that changes.' }),
    send_confirmation: z.boolean().default(false).meta({
      description: 'Whether the email about the booking’s status is sent to the new email address.',
    }),
  })
  .superRefine((edit, context) => {
    for (const field of Object.keys(changes.shape))
      if (field in edit && !(field in edit.seen))
        context.addIssue({ code: 'custom', path: ['seen', field], message: 'is required' })
  })

/** POST /api/bookings/:id/guest: staff change the guest, the note and the tags of a booking. */
export const guestEditApi = new Hono<ApiEnv>().post(
  '/:id/guest',
  only(bookingPolicy.run),
  requireUuidParams(bookingSentences.not_found),
  describe(
    'Change the guest of a booking',
    { 200: z.object({ id }) },
    'Fields that are left out stay unchanged. A new email address gets the emails that waited for the old one, and takes the booking ' +
      'out of the account of the visitor who made it. A guest without an email address needs a phone number. ' +
      'Note and tags may be changed for a reseller’s guest too.',
    {
      409: 'Someone else has changed a field (`current` has its value), the guest is erased, or a reseller booked for the guest.',
    },
  ),
  body(edit),
  async (c) => {
    const { sql, by, now } = c.var
    const { seen, send_confirmation: sends, ...changes } = c.req.valid('json')
    const edited = await editGuest(sql, c.req.param('id'), { changes, seen, sends }, { by }, now())
    if (edited.ok) return c.json({ id: c.req.param('id') })
    const { kind } = edited.problem
    if (kind === 'absent') return problem(c, 404, bookingSentences.not_found)
    const message = guestEditSentences[kind]
    if (kind === 'unreachable')
      return problem(c, 422, message, { fields: [{ field: 'guest_email', message }] })
    return problem(c, 409, message, kind === 'changed' ? { current: edited.problem.current } : {})
  },
)

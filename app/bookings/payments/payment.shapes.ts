import { z } from 'zod'

import { day, id, instant, line, pounds, type RowOf } from '../../platform/api/fields.server.ts'
import { takenAt } from '../booking.shapes.ts'
import { paymentEntries, paymentKinds } from './payment.ts'

const entry = z.enum(paymentEntries)
const kind = z.enum(paymentKinds)
const sum = z.number()

export const paymentShape = z
  .object({
    id: z.int(),
    entry,
    kind: kind.nullable().meta({ description: 'Null for discounts.' }),
    amount: sum.meta({ description: 'Negative for corrections.' }),
    reason: z.string().nullable(),
    corrects: z.int().nullable().meta({ description: 'The entry that this one corrects.' }),
    taken_at: instant,
    actor_name: z.string().nullable().meta({ description: 'Null if the person was erased.' }),
  })
  .meta({ id: 'Payment' })
export type Payment = RowOf<typeof paymentShape>

export const bookingMoney = z
  .object({
    total_price: sum,
    discounts: sum,
    taken: sum,
    refunds: sum,
    due: sum.meta({
      description: 'Nothing for cancelled bookings and no-shows; negative if too much was taken.',
    }),
    items: z.array(paymentShape),
  })
  .meta({ id: 'BookingMoney' })

/** Staff at the gate know only a booking's reference, or the key of a walk-in that has no reference yet. */
export const paidBooking = line(40).meta({
  description: 'The id of a booking, its reference, or the Idempotency-Key of a walk-in.',
})

export const newPayment = z
  .strictObject({
    booking: paidBooking,
    entry,
    kind: kind.optional().meta({ description: 'Required, except for a discount.' }),
    amount: pounds
      .refine((amount) => amount > 0, 'must be more than nothing')
      .optional()
      .meta({ description: 'Default: all that is due or, for a refund, all that was taken.' }),
    reason: line(200).optional().meta({ description: 'Required for a discount.' }),
    beyond_due: z.boolean().default(false).meta({
      description: 'Record a payment even if less is due: the money was taken already.',
    }),
    taken_at: takenAt,
  })
  .superRefine(({ entry, kind, reason }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (entry === 'discount' && reason === undefined) refuse('reason', 'must be given for a discount')
    if (entry === 'discount' && kind !== undefined) refuse('kind', 'must not be given for a discount')
    if (entry !== 'discount' && kind === undefined) refuse('kind', 'must be cash, card or other')
  })

export const correctedEntry = z
  .union([z.int().min(1), id])
  .meta({ description: 'The id of the entry, or its Idempotency-Key.' })

/** The correction of an entry of this booking, by id or key. */
export type Correction = { booking: string; corrects: number | string; taken_at?: string | undefined }

export const tillLine = z
  .object({
    actor_id: id,
    name: z.string().nullable(),
    kind: kind.nullable(),
    taken: sum,
    refunds: sum,
    discounts: sum,
  })
  .meta({ id: 'TillLine' })
export type TillLine = RowOf<typeof tillLine>

export const tillEntry = paymentShape
  .extend({ booking_id: id, reference: z.string(), guest_name: z.string() })
  .meta({ id: 'TillEntry' })

export const till = z
  .object({ today: day, day, lines: z.array(tillLine), entries: z.array(tillEntry) })
  .meta({ id: 'Till' })

export const tillQuery = z.strictObject({
  vineyard_id: id.optional().meta({ description: 'Only admins need to name the vineyard.' }),
  day: day.optional().meta({ description: 'Default: today.' }),
})

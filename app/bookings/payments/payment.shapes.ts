import { z } from 'zod'

import { day, id, instant, line, pounds, type RowOf } from '../../platform/api/fields.server.ts'
import { bookingStatuses } from '../booking.ts'
import { takenAt } from '../booking.shapes.ts'
import { bookingEntries, maxSaleWords, paymentKinds, tillEntries } from './payment.ts'

const entry = z.enum(bookingEntries)
const kind = z.enum(paymentKinds)
const sum = z.number()

export const paymentShape = z
  .object({
    id: z.int(),
    entry,
    kind: kind.nullable().meta({ description: 'Null for discounts and for retained money.' }),
    amount: sum.meta({ description: 'Negative for corrections.' }),
    reason: z.string().nullable(),
    corrects: z.int().nullable().meta({ description: 'The id of the entry that this entry corrects.' }),
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
    kept: sum.meta({
      description:
        'Money that the vineyard keeps: the payments of a no-show, or the amount that staff decided to keep.',
    }),
    due: sum.meta({
      description:
        'The amount owed, less payments, plus refunds and kept money. A negative amount is to be refunded.',
    }),
    number_of_guests: z.int(),
    arrived_guests: z.int().nullable().meta({ description: 'How many guests came, if not the whole party.' }),
    items: z.array(paymentShape),
  })
  .meta({ id: 'BookingMoney' })
export type MoneyOfBooking = z.infer<typeof bookingMoney>

/** Staff at the gate know only a booking's reference, or the key of a walk-in that has no reference yet. */
export const paidBooking = line(40).meta({
  description: 'The id of a booking, its reference, or the Idempotency-Key of a walk-in.',
})

export const newPayment = z
  .strictObject({
    booking: paidBooking,
    entry,
    kind: kind.optional().meta({ description: 'Required for a payment or refund.' }),
    amount: pounds
      .refine((amount) => amount > 0, 'must be more than 0')
      .optional()
      .meta({
        description:
          'Default: the whole amount due or to be refunded. If nothing is to be refunded, a refund returns all money taken.',
      }),
    reason: line(200).optional().meta({ description: 'Required for a discount, and to keep money.' }),
    beyond_due: z.boolean().default(false).meta({
      description:
        'Whether to record a payment even if it exceeds the amount due, because the money was already taken.',
    }),
    taken_at: takenAt,
  })
  .superRefine(({ entry, kind, reason }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const isMoney = entry === 'payment' || entry === 'refund'
    if (!isMoney && reason === undefined) refuse('reason', `must be given for a ${entry}`)
    if (!isMoney && kind !== undefined) refuse('kind', `must not be given for a ${entry}`)
    if (isMoney && kind === undefined) refuse('kind', 'must be cash, card or other')
  })

export const correctedEntry = z
  .union([z.int().min(1), id])
  .meta({ description: 'The id of the entry, or its Idempotency-Key.' })

const ofVineyard = id.optional().meta({ description: 'Only admins need to name the vineyard.' })

export const newSale = z.strictObject({
  vineyard_id: ofVineyard,
  kind,
  amount: pounds.refine((amount) => amount > 0, 'must be more than 0'),
  words: line(maxSaleWords).meta({ description: 'What was sold, without details of any guest.' }),
  taken_at: takenAt,
})

export const saleCorrection = z.strictObject({
  vineyard_id: ofVineyard,
  corrects: correctedEntry,
  taken_at: takenAt,
})

export const recordedSale = z.object({ id: z.int() }).meta({ id: 'RecordedSale' })

/** The correction of an entry of a booking. `corrects` is the id of the entry, or its Idempotency-Key. */
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
  .extend({
    entry: z.enum(tillEntries),
    booking_id: id.nullable().meta({ description: 'Null for a sale.' }),
    reference: z.string().nullable(),
    guest_name: z.string().nullable(),
  })
  .meta({ id: 'TillEntry' })

/** A booking with money that the guest should get back. */
export const moneyToGiveBack = z
  .object({
    booking_id: id,
    reference: z.string(),
    guest_name: z.string(),
    booking_date: day,
    status: z.enum(bookingStatuses),
    called_off_at: instant.nullable(),
    amount: sum,
  })
  .meta({ id: 'MoneyToGiveBack' })
export type MoneyToGiveBack = RowOf<typeof moneyToGiveBack>

export const till = z
  .object({
    today: day,
    day,
    lines: z.array(tillLine),
    entries: z.array(tillEntry),
    to_give_back: z.array(moneyToGiveBack),
  })
  .meta({ id: 'Till' })

export const tillQuery = z.strictObject({
  vineyard_id: ofVineyard,
  day: day.optional().meta({ description: 'Default: today.' }),
})

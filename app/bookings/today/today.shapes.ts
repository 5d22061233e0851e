import { z } from 'zod'

import { day, id, instant } from '../../platform/api/fields.server.ts'
import { winemakerRoles } from '../../staff-client/account-types.ts'
import { attendances } from '../booking.ts'
import { bookingEntries, paymentKinds } from '../payments/payment.ts'
import { partyShape, session } from '../sessions/session.shapes.ts'

const kind = z.enum(paymentKinds)

export const partyToday = z
  .object({
    reference: z.string(),
    walk_in_key: id.nullable().meta({
      description:
        'The Idempotency-Key of a walk-in, which marks and payments may name instead of the reference.',
    }),
    ...partyShape,
    sold_by: z
      .string()
      .nullish()
      .meta({ description: 'The reseller that sold the booking, and its own reference for the booking.' }),
    marked_at: instant.nullable(),
    overruled: z
      .object({ attendance: z.enum(attendances).nullable(), marked_at: instant })
      .nullable()
      .meta({ description: 'The last mark that does not count, because the mark of another device counts.' }),
    balance: z.number().meta({ description: 'The pounds that are due if the party comes.' }),
    money: z
      .array(
        z.object({
          key: id,
          entry: z.enum(bookingEntries),
          kind: kind.nullable(),
          amount: z.number(),
          taken_at: instant,
        }),
      )
      .meta({
        description:
          'Payments, refunds, discounts and retained money, each with its key. Corrected entries are left out.',
      }),
  })
  .meta({ id: 'PartyToday' })

export const saleToday = z
  .object({ key: id, kind, amount: z.number(), words: z.string(), taken_at: instant })
  .meta({ id: 'SaleToday' })

export const offer = z
  .object({
    id,
    title: z.string(),
    min_group_size: z.int(),
    max_group_size: z.int(),
    price_per_person: z.number(),
  })
  .meta({ id: 'OfferToday' })

export const todayList = z.object({
  today: day,
  now: instant.meta({ description: "The server's clock." }),
  viewer: z
    .object({ id, role: z.enum([...winemakerRoles, 'admin']) })
    .meta({ description: 'The signed-in user.' }),
  vineyard_id: id,
  is_visible: z.boolean().meta({ description: 'Whether visitors can see the vineyard and book.' }),
  usual_kind: kind.meta({ description: 'The most common kind of payment in the 30 days before today.' }),
  experiences: z.array(offer).meta({ description: 'The experiences that walk-ins can book.' }),
  sessions: z.array(session),
  parties: z.array(partyToday),
  sales: z
    .array(saleToday)
    .meta({ description: 'The sales without a booking, each with its key. Corrected sales are left out.' }),
})

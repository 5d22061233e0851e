import { z } from 'zod'

import { day, id, instant, pounds, timeShown } from '../../platform/api/fields.server.ts'
import { guests } from '../booking.shapes.ts'

export const holdShape = z
  .object({
    id,
    vineyard_id: id,
    experience_id: id,
    pattern_id: id.nullable(),
    availability_id: id.nullable(),
    slot_date: day,
    start_time: timeShown,
    end_time: timeShown,
    number_of_guests: guests,
    price_per_person: pounds,
    currency: z.string(),
    for_booking_id: id.nullable().meta({
      description: 'The booking that will move into the held places, if any.',
    }),
    created_at: instant,
    expires_at: instant,
    ended_at: instant.nullable(),
    outcome: z.enum(['booked', 'released', 'expired']).nullable().meta({
      description:
        'How the hold ended. A hold past `expires_at` keeps no places, even while `outcome` is null.',
    }),
  })
  .meta({ id: 'Hold' })

export const sellerHoldShape = z
  .object({
    id,
    seller: z.string().meta({ description: 'The reseller, or the name of the vineyard’s key.' }),
    experience_title: z.string(),
    slot_date: day,
    start_time: timeShown,
    number_of_guests: guests,
    expires_at: instant,
  })
  .meta({ id: 'SellerHold' })

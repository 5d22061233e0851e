import { z } from 'zod'

const count = z.int()
export const marketplaceShape = z
  .object({
    figures: z.object({
      vineyards: count,
      verified: count,
      experiences: count,
      winemakers: count,
      placed: count.meta({ description: 'Bookings made in the last seven days and not cancelled.' }),
      placed_pounds: z.number(),
      coming: count.meta({ description: 'Visits of the next seven days.' }),
      coming_guests: count,
    }),
    waiting: z.object({
      unverified_vineyards: count,
      claims: count,
      contact_messages: count,
      failed_mails: count,
      late_bookings: count.meta({ description: 'Bookings pending for more than 24 hours.' }),
      calendars: count.meta({
        description: 'External calendars that could not be read, or were only partly read.',
      }),
      invited_winemakers: count,
      review_pictures: count.meta({ description: 'Reviews with pictures that no admin has seen.' }),
      reported_reviews: count,
      erasure_requests: count.meta({ description: 'Requests to erase a customer’s data.' }),
    }),
  })
  .meta({ id: 'Marketplace' })

export type Marketplace = z.output<typeof marketplaceShape>

import { z } from 'zod'

import { type Email, type EmailKind, emailKind, type Site } from '../emails/email.ts'
import { findBookingFacts } from './email-facts.server.ts'
import {
  type EmailFacts,
  type BookingPayload,
  cancelledEmail,
  confirmedEmail,
  messageEmail,
  movedEmail,
  receivedEmail,
  reminderEmail,
  thankYouEmail,
} from './emails.ts'

const payload = z.object({
  bookingId: z.string(),
  guestName: z.string(),
  guestEmail: z.string(),
  experienceTitle: z.string(),
  vineyardName: z.string(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  numGuests: z.number(),
  totalPrice: z.number(),
  vineyardAddress: z.string().nullable(),
  vineyardCity: z.string().nullable(),
  vineyardRegion: z.string().nullable(),
  vineyardPostcode: z.string().nullable(),
})

const sample: BookingPayload = {
  bookingId: '5b3c1d0e-8f27-4c55-9a41-2d1f6f0a7e11',
  guestName: 'Ada Lovelace',
  guestEmail: 'ada@example.com',
  experienceTitle: 'Cellar tour and tasting',
  vineyardName: 'Windover Hill Estate',
  bookingDate: 'Saturday, June 6, 2026',
  bookingTime: '2:30 PM',
  numGuests: 2,
  totalPrice: 37,
  vineyardAddress: '1 Windover Lane',
  vineyardCity: 'Alfriston',
  vineyardRegion: 'East Sussex',
  vineyardPostcode: 'BN00 1AA',
}

function sampleFacts(site: Site): EmailFacts {
  return {
    reference: 'CV-7K3M-2Q',
    status: 'confirmed',
    currency: 'GBP',
    guest_phone: '01632 960123',
    special_requests: 'One of us eats no cheese.',
    starts_at: new Date('2026-06-06T13:30:00Z'),
    created_at: new Date('2026-06-01T09:00:00Z'),
    duration_minutes: 90,
    cancellation_cutoff_minutes: 1440,
    cancelled_by: 'winemaker',
    was: 'Friday, June 5, 2026, 2:30 PM',
    vineyard_phone: '01632 960456',
    vineyard_email: 'hello@windover.example.com',
    latitude: null,
    longitude: null,
    is_demo: false,
    link: `${site.site_url}/booking/${sample.bookingId}`,
    vineyard_link: `${site.site_url}/vineyard/1`,
    calendar: undefined,
  }
}

/** A kind of mail that is about one booking. */
export function aboutBooking(
  compose: (payload: BookingPayload, facts: EmailFacts, site: Site) => Email,
): EmailKind {
  return emailKind<BookingPayload, EmailFacts>({
    payload,
    facts: (sql, row, _, site) => findBookingFacts(sql, row, site),
    compose,
    sample: (site) => ({ payload: sample, facts: sampleFacts(site) }),
  })
}

const message = emailKind<BookingPayload & { message: string }, EmailFacts>({
  payload: payload.extend({ message: z.string() }),
  facts: (sql, row, _, site) => findBookingFacts(sql, row, site),
  compose: messageEmail,
  sample: (site) => ({
    payload: { ...sample, message: 'The lane is flooded: please come by the upper road today.' },
    facts: sampleFacts(site),
  }),
})

/** The mails of a booking to whoever made it. */
export const bookingEmails: Record<string, EmailKind> = {
  received: aboutBooking(receivedEmail),
  confirmed: aboutBooking(confirmedEmail),
  cancelled: aboutBooking(cancelledEmail),
  moved: aboutBooking(movedEmail),
  reminder: aboutBooking(reminderEmail),
  thank_you: aboutBooking(thankYouEmail),
  vineyard_message: message,
}

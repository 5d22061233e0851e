import { z } from 'zod'

import type { Email, Site } from '../../mail/email.ts'
import { type BookingPayload, bookingPayload, type EmailFacts, toGuest, whenOf } from './emails.ts'
import { earlyNotice } from './visit-parts.ts'

/** Returns the email with a vineyard's message to all guests of a day or a session, for example about a closed road. */
export function messageEmail(payload: BookingPayload & { message: string }, facts: EmailFacts): Email {
  return toGuest(payload, facts, {
    subject: `From ${payload.vineyardName}, about your visit`,
    preview: payload.message.slice(0, 120),
    heading: `A message from ${payload.vineyardName}`,
    opening: `This message is about your booking for ${whenOf(payload)}.`,
    first: [{ kind: 'quote', text: payload.message }],
    ticket: true,
  })
}

/** The payload of the email with the link that confirms a booking. It contains no text that the guest typed. */
export const bookingLinkPayload = bookingPayload
  .pick({ experienceTitle: true, vineyardName: true, bookingDate: true, bookingTime: true, numGuests: true })
  .extend({ link: z.string() })

export function bookingLinkEmail(payload: z.infer<typeof bookingLinkPayload>, { site_url }: Site): Email {
  const { link, experienceTitle, vineyardName, numGuests } = payload
  return {
    subject: `Confirm your booking: ${experienceTitle} at ${vineyardName}`,
    preview: 'We’re holding the places for 30 minutes.',
    heading: 'Please confirm your booking',
    parts: [
      {
        kind: 'text',
        text: `We’re holding these places at ${vineyardName} for 30 minutes. Open the page below and press the button there to book them.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'What', value: experienceTitle },
          { label: 'When', value: whenOf(payload) },
          { label: 'Guests', value: String(numGuests) },
        ],
      },
      { kind: 'button', label: 'See and confirm', href: site_url + link },
    ],
    reason:
      'You received this email because this address was given for a booking. If you didn’t make this booking, you can ignore this email: nothing is booked until you confirm.',
  }
}

/** Returns the email about a session that the vineyard moved. A guest who does nothing keeps the new time. */
export function movedSessionEmail(payload: BookingPayload, facts: EmailFacts, href: string): Email {
  const { vineyardName, experienceTitle } = payload
  const heading = `Your visit has moved to ${whenOf(payload)}`
  const before = facts.was ? ` Before, it was ${facts.was}.` : ''
  return toGuest(payload, facts, {
    subject: heading,
    preview: `${vineyardName} has moved your visit.${before}`,
    heading,
    opening: `${vineyardName} has moved ${experienceTitle} to ${whenOf(payload)}.${before} If that suits you, you need not do anything.`,
    ticket: true,
    after: [
      earlyNotice(facts),
      {
        kind: 'text',
        text: 'If the new time does not suit you, choose another time or cancel free of charge until the new start.',
      },
    ],
    button: { label: 'Keep, change or cancel', href },
  })
}

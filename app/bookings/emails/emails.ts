import { z } from 'zod'

import type { Email, EmailPart } from '../../mail/email.ts'
import { formatDuration } from '../../catalogue/experiences/experience.ts'
import type { VisitFacts } from '../../catalogue/experiences/experience-facts.ts'
import { demonstrationNotice, earlyNotice, requestAnswers, sameTime, visitFacts } from './visit-parts.ts'
import { directionsTo } from '../../catalogue/vineyards/contact-links.ts'
import { postalAddressOf } from '../../catalogue/vineyards/vineyard.ts'
import { firstName, statusDetails } from '../booking.ts'
import type { Booking } from '../booking.shapes.ts'
import { type Cancellation, reasonDetails, refundSentence } from '../changes/cancellation-reason.ts'
import { type PaidAndDue, totalSentence } from '../payments/paid-sentence.ts'
import { thankYou } from '../reviews/emails.ts'
import { answerSentence, becauseOf } from '../sessions/call-off.ts'
import { arrivalSentence, cancellationRule, zoneSentence } from '../booking-terms.ts'

/** The payload of a booking's emails: the fields of specification §3, with their values when the email was stored. */
export const bookingPayload = z.object({
  bookingId: z.string(),
  guestName: z.string(),
  guestEmail: z.string().nullable(),
  experienceTitle: z.string(),
  vineyardName: z.string(),
  /** The day and the start as text, such as 'Monday, January 1, 2024' and '2:30 PM'. */
  bookingDate: z.string(),
  bookingTime: z.string(),
  numGuests: z.number(),
  totalPrice: z.number(),
  vineyardAddress: z.string().nullable(),
  vineyardCity: z.string().nullable(),
  vineyardRegion: z.string().nullable(),
  vineyardPostcode: z.string().nullable(),
})
export type BookingPayload = z.infer<typeof bookingPayload>

/** Facts that are not in the payload. They are read when the email is rendered. */
export type EmailFacts = Pick<
  Booking,
  'reference' | 'status' | 'called_off_reason' | 'called_off_message' | 'currency' | 'guest_phone'
> & {
  special_requests: string
  starts_at: Date | null
  duration_minutes: number | null
  cancellation_cutoff_minutes: number
  included: string | null
  /** The last cancellation, if there was one. */
  cancelled: (Cancellation & { by: 'guest' | 'winemaker' | 'admin' | 'system' }) | null
  /** The former time of the visit if the email is about a move, such as 'Friday, June 5, 2026, 2:30 PM'. */
  was: string | null
  vineyard_phone: string | null
  vineyard_email: string | null
  latitude: number | null
  longitude: number | null
  is_demo: boolean
  updated_at: Date
  /** Whether the email address is unverified. If it is, the email contains no text that the guest typed. */
  is_unverified: boolean
  /** The URLs of the pages for the booking, its called-off session, its moved session and the review. */
  link: string
  choice_link: string
  new_time_link: string | null
  review_link: string
  may_review: boolean
  /** Another booking with the same email address and the same start. */
  same_time: { reference: string; link: string } | null
  /** The vineyard's photograph or, if it has none, its illustration. Null if there is neither. */
  picture: { src: string; is_illustration: boolean } | null
  /** The URL of the vineyard's page, or null while the vineyard is hidden. */
  vineyard_link: string | null
  calendar: Email['calendar']
} & VisitFacts &
  PaidAndDue

type Content = Pick<Email, 'subject' | 'preview' | 'heading'> & {
  opening: string
  /** Parts of the email before and after the facts. */
  first?: EmailPart[]
  /** Whether to show all facts, directions and the vineyard's page. */
  ticket: boolean
  /** Whether to add the facts about the visit to the ticket. */
  visit?: boolean
  after?: EmailPart[]
  button?: { label: string; href: string }
}

/** The emails to a booking's guest that need only the booking, by type. */
export const guestEmails: Record<string, (payload: BookingPayload, facts: EmailFacts) => Content> = {
  received: (payload, facts) => ({
    subject: `Booking received: ${payload.experienceTitle} at ${payload.vineyardName}`,
    preview: `${payload.vineyardName} will confirm your visit on ${whenOf(payload)}.`,
    heading: greet('Thank you', payload, facts),
    opening: `${payload.vineyardName} has your booking and will confirm it by email. We’re holding your places.`,
    ticket: true,
    after: [ruleOf(facts)],
  }),
  confirmed: (payload, facts) => ({
    subject: `Confirmed: ${payload.experienceTitle} at ${payload.vineyardName}`,
    preview: `We look forward to seeing you on ${whenOf(payload)}.`,
    heading: greet('See you there', payload, facts),
    opening: `${payload.vineyardName} has confirmed your booking. We’re holding your places.`,
    ticket: true,
    visit: true,
    after: [earlyNotice(facts), ruleOf(facts)],
  }),
  moved: (payload, facts) => ({
    subject: `Moved: ${payload.experienceTitle} at ${payload.vineyardName}`,
    preview: `Your visit is now on ${whenOf(payload)}.`,
    heading: 'Your booking has changed',
    opening: `Here are the new details of your visit to ${payload.vineyardName}.${facts.was ? ` Before, it was ${facts.was}.` : ''}`,
    ticket: true,
    after: [earlyNotice(facts), ruleOf(facts)],
  }),
  cancelled: (payload, facts) => ({
    subject: `Cancelled: ${payload.experienceTitle} at ${payload.vineyardName}`,
    preview: `Your visit on ${whenOf(payload)} is cancelled. ${refundSentence(payload.vineyardName, facts)}`,
    heading: 'This booking is cancelled',
    opening:
      facts.cancelled?.by === 'guest'
        ? `You cancelled this booking, and your places at ${payload.vineyardName} are free for others. ${refundSentence(payload.vineyardName, facts)}`
        : facts.cancelled?.by === 'system' && facts.called_off_reason
          ? `${payload.vineyardName} called this session off, and you chose no other time before the original start. ${refundSentence(payload.vineyardName, facts)}`
          : cancelledByStaff(payload, facts),
    ...(facts.cancelled?.message ? { first: [{ kind: 'quote', text: facts.cancelled.message }] } : {}),
    ticket: false,
    ...(facts.cancelled?.by === 'guest' || facts.vineyard_link === null
      ? {}
      : {
          after: [{ kind: 'text', text: 'Perhaps another day suits you, here or at a vineyard nearby.' }],
          button: { label: 'Find another day', href: facts.vineyard_link },
        }),
  }),
  called_off: (payload, facts) => ({
    subject: `Called off: ${payload.experienceTitle} at ${payload.vineyardName}`,
    preview: `Your visit on ${whenOf(payload)} does not take place. You can choose another time.`,
    heading: 'This session is called off',
    opening: `We are sorry: ${payload.vineyardName} had to call off ${payload.experienceTitle} on ${whenOf(payload)}${becauseOf(facts.called_off_reason)}.`,
    first: facts.called_off_message === '' ? [] : [{ kind: 'quote', text: facts.called_off_message }],
    ticket: false,
    after: [{ kind: 'text', text: answerSentence(payload.vineyardName, facts) }],
    button: {
      label: facts.vineyard_link === null ? 'See your booking' : 'Choose another time',
      href: facts.vineyard_link === null ? facts.link : facts.choice_link,
    },
  }),
  reopened: (payload, facts) => ({
    subject: `Taking place after all: ${payload.experienceTitle} at ${payload.vineyardName}`,
    preview: `Your visit takes place after all: ${whenOf(payload)}.`,
    heading: 'Your visit takes place after all',
    opening: `${payload.vineyardName} had called this session off, and has opened it again. Your booking is as it was before, and you need not do anything.`,
    ticket: true,
    after: [earlyNotice(facts), ruleOf(facts)],
  }),
  reminder: (payload, facts) => ({
    subject: `Tomorrow: ${payload.experienceTitle} at ${payload.vineyardName}`,
    preview: `${whenOf(payload)}. ${arrivalSentence}`,
    heading: greet('See you tomorrow', payload, facts),
    opening: `${payload.vineyardName} is expecting you.`,
    ticket: true,
    visit: true,
    after: [
      earlyNotice(facts),
      {
        kind: 'text',
        text: 'Has something come up? Please cancel in good time, so that someone else can have your places.',
      },
    ],
  }),
  thank_you: (payload, facts) => ({
    ...thankYou(payload.experienceTitle, payload.vineyardName, facts),
    heading: greet('Thank you for coming', payload, facts),
    ticket: false,
  }),
}

/** Returns a greeting such as 'Thank you, Ada', or only 'Thank you' for an unverified address. */
function greet(words: string, { guestName }: BookingPayload, { is_unverified }: EmailFacts): string {
  return is_unverified ? words : `${words}, ${firstName(guestName)}`
}

function cancelledByStaff({ vineyardName }: BookingPayload, { cancelled, ...money }: EmailFacts): string {
  const reason = cancelled?.reason ?? null
  const sentence = `${vineyardName} has cancelled your booking${reason ? reasonDetails[reason].because : ''}.`
  return `${reason === 'guest' ? '' : 'We are sorry: '}${sentence} ${refundSentence(vineyardName, money)}`
}

/** Returns the day and time of a visit, such as 'Saturday, June 6, 2026, 2:30 PM'. */
export const whenOf = (booking: Pick<BookingPayload, 'bookingDate' | 'bookingTime'>) =>
  `${booking.bookingDate}, ${booking.bookingTime}`

export function toGuest(payload: BookingPayload, facts: EmailFacts, content: Content): Email {
  const own = { label: 'See your booking', href: facts.link }
  const { opening, first = [], ticket, visit = false, after = [], button = own, ...top } = content
  const directions = ticket ? directionsTo(locationOf(payload, facts)) : null
  const links = [
    { label: 'Get directions', href: directions },
    { label: `More about ${payload.vineyardName}`, href: ticket ? null : facts.vineyard_link },
    own,
    { label: `See booking ${facts.same_time?.reference}`, href: (ticket && facts.same_time?.link) || null },
  ].filter((link): link is { label: string; href: string } => link.href !== null && link.href !== button.href)
  return {
    ...top,
    parts: [
      { kind: 'text', text: opening },
      ...(ticket ? pictureOf(payload, facts) : []),
      ...first,
      ...(facts.is_demo ? [demonstrationNotice] : []),
      { kind: 'facts', facts: ticket ? ticketFacts(payload, facts) : shortFacts(payload, facts) },
      ...(ticket ? sameTime(facts) : []),
      ...(ticket ? requestAnswers(facts) : []),
      ...(ticket ? codeOf(facts) : []),
      ...(visit ? visitFacts(facts) : []),
      ...after,
      { kind: 'button', ...button },
      ...(links.length > 0 ? [{ kind: 'links' as const, links }] : []),
    ],
    reason:
      'You received this email because this address was given for a booking. Anyone with the link can see and cancel the booking, so keep the link to yourself.',
    ...(facts.vineyard_email && !facts.is_demo ? { reply_to: facts.vineyard_email } : {}),
    ...(facts.calendar ? { calendar: facts.calendar } : {}),
  }
}

function pictureOf({ vineyardName }: BookingPayload, { picture }: EmailFacts): EmailPart[] {
  if (picture === null) return []
  const { src, is_illustration } = picture
  const alt = is_illustration
    ? `Illustration of the country around ${vineyardName}`
    : `Picture of ${vineyardName}`
  return [{ kind: 'picture', src, alt, ...(is_illustration && { caption: 'Illustration' }) }]
}

/** Returns the QR code that staff scan at the gate, or nothing if the visit is not upcoming. */
function codeOf({ link, reference, status }: EmailFacts): EmailPart[] {
  if (!statusDetails[status].isUpcoming) return []
  return [
    {
      kind: 'picture',
      src: `${link}/code.png`,
      alt: `QR code of booking ${reference}`,
      caption: 'Show this code when you arrive, or give your name.',
      width: 160,
    },
  ]
}

/** Returns the cancellation rule that applied when the booking last changed. */
function ruleOf({ cancellation_cutoff_minutes, starts_at, updated_at }: EmailFacts): EmailPart {
  const text = cancellationRule(cancellation_cutoff_minutes, starts_at ?? undefined, updated_at)
  return { kind: 'text', text }
}

function shortFacts(payload: BookingPayload, facts: EmailFacts) {
  return [
    { label: 'What', value: payload.experienceTitle },
    { label: 'When', value: `${payload.bookingDate}\n${payload.bookingTime}\n${zoneSentence}` },
    { label: 'Guests', value: String(payload.numGuests) },
    { label: 'Reference', value: facts.reference },
  ]
}

function ticketFacts(payload: BookingPayload, facts: EmailFacts) {
  const { duration_minutes, vineyard_phone, special_requests, included, is_unverified } = facts
  const [what, when, guests, reference] = shortFacts(payload, facts)
  const where = [payload.vineyardName, postalAddressOf(locationOf(payload, facts)), vineyard_phone]
  return [
    what,
    when,
    ...(duration_minutes === null ? [] : [{ label: 'Takes', value: formatDuration(duration_minutes) }]),
    guests,
    { label: 'Total', value: totalSentence(payload.totalPrice, facts, facts.currency) },
    ...(included ? [{ label: 'Included', value: included }] : []),
    { label: 'Where', value: where.filter(Boolean).join('\n') },
    ...(special_requests && !is_unverified
      ? [{ label: 'You told the vineyard', value: special_requests }]
      : []),
    reference,
  ].filter((fact) => fact !== undefined)
}

function locationOf(payload: BookingPayload, { latitude, longitude }: EmailFacts) {
  return {
    address: payload.vineyardAddress,
    city: payload.vineyardCity,
    region: payload.vineyardRegion,
    postcode: payload.vineyardPostcode,
    latitude,
    longitude,
  }
}

import type { Email, EmailPart, Site } from '../../mail/email.ts'
import { countOf } from '../../platform/text/counts.ts'
import { type Day, formatDay, formatTime } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import type { Booking } from '../booking.shapes.ts'
import type { EmailFacts, BookingPayload } from './emails.ts'

/** A booking in a list for a vineyard. */
export type ListedBooking = Pick<
  Booking,
  'reference' | 'guest_name' | 'guest_phone' | 'number_of_guests' | 'special_requests' | 'booking_date'
> & {
  start_time: string | null
  title: string
  status: 'pending' | 'confirmed'
  /** The reseller and its own reference for the booking, or null if no reseller sold the booking. */
  sold_by: string | null
}

type Content = Pick<Email, 'subject' | 'preview' | 'heading'> & { opening: string }

/** The emails to a vineyard about one booking, by type. */
export const bookingNotices: Record<string, (payload: BookingPayload, facts: EmailFacts) => Content> = {
  vineyard_booked: ({ numGuests, experienceTitle, bookingDate, guestName }, { status }) => ({
    subject: `New booking: ${numGuests} for ${experienceTitle}, ${bookingDate}`,
    ...(status === 'pending'
      ? {
          preview: `${guestName} is waiting for your confirmation.`,
          heading: 'A booking to confirm',
          opening: `${guestName} would like to come. Places are held until you confirm. Please confirm or decline.`,
        }
      : {
          preview: `${guestName} is confirmed.`,
          heading: 'A new booking',
          opening: `${guestName} has booked. The booking was confirmed straight away, as you chose for this experience.`,
        }),
  }),
  vineyard_cancelled: ({ numGuests, experienceTitle, bookingDate, guestName }) => ({
    subject: `Cancelled: ${numGuests} for ${experienceTitle}, ${bookingDate}`,
    preview: `${guestName} is not coming. The places are free again.`,
    heading: 'A guest has cancelled',
    opening: `${guestName} is not coming. The places are free again.`,
  }),
  vineyard_moved: ({ numGuests, experienceTitle, bookingDate, bookingTime, guestName }, { was }) => ({
    subject: `Moved: ${numGuests} for ${experienceTitle}, now ${bookingDate}`,
    preview: `${guestName} now comes on ${bookingDate}, ${bookingTime}.`,
    heading: 'A guest has changed a booking',
    opening: `Here are the new details of ${guestName}'s booking.${was ? ` Before, it was ${was}.` : ''}`,
  }),
}

/**
 * A day’s bookings. `unanswered` counts the reviews of the last 60 days that have no answer. `rewritten` counts the reviews that
 * guests changed in the last day, after the vineyard had answered.
 */
export type DailySheet = {
  vineyard: string
  bookings: ListedBooking[]
  unanswered: number
  rewritten: number
}

/** Returns the email with the guests of a day by session, and links to unanswered reviews and to reviews in `rewritten`. */
export function dailySheetEmail(
  day: Day,
  { vineyard, bookings, unanswered, rewritten }: DailySheet,
  site: Site,
): Email {
  const reviews = `${site.site_url}/winemaker/reviews`
  const links = [
    ...(unanswered > 0
      ? [{ label: `Read and answer ${countOf(unanswered, 'review')}`, href: `${reviews}?state=unanswered` }]
      : []),
    ...(rewritten > 0
      ? [{ label: `${countOf(rewritten, 'review')} changed after your answer`, href: reviews }]
      : []),
  ]
  const guests = bookings.reduce((sum, { number_of_guests }) => sum + number_of_guests, 0)
  const sessions = Map.groupBy(bookings, ({ start_time, title }) =>
    [start_time && formatTime(start_time), title].filter(Boolean).join(' · '),
  )
  const fact = `${countOf(sessions.size, 'session')}, ${countOf(guests, 'guest')} today`
  return {
    subject: `Today at ${vineyard}: ${fact}`,
    preview: [...sessions.keys()].join(', '),
    heading: fact,
    parts: [
      { kind: 'text', text: `${formatDay(day)} at ${vineyard}.` },
      ...[...sessions].map(
        ([heading, of]): EmailPart => ({
          kind: 'list',
          heading,
          items: of.map((booking) => ({
            number: String(booking.number_of_guests),
            title: booking.guest_name,
            lines: [
              [booking.guest_phone, booking.reference].filter(Boolean).join(' · '),
              booking.status === 'pending' ? 'Not confirmed yet' : '',
              booking.sold_by ? `Sold by ${booking.sold_by}` : '',
              booking.special_requests,
            ].filter((line) => line !== ''),
          })),
        }),
      ),
      { kind: 'button', label: 'Open the bookings', href: staffPage(site) },
      ...(links.length === 0 ? [] : [{ kind: 'links', links } satisfies EmailPart]),
    ],
    reason: forStaff(vineyard),
  }
}

/** Returns the email with the bookings that have been pending for more than a day. */
export function waitingEmail(vineyard: string, bookings: ListedBooking[], site: Site): Email {
  const heading =
    bookings.length === 1 ? 'A booking needs confirming' : `${bookings.length} bookings need confirming`
  return {
    subject: heading,
    preview: 'Guests have waited for more than a day.',
    heading,
    parts: [
      {
        kind: 'text',
        text: 'Guests have waited for more than a day, and do not know yet whether they can come.',
      },
      {
        kind: 'list',
        heading: vineyard,
        items: bookings.map((booking) => ({
          number: String(booking.number_of_guests),
          title: booking.guest_name,
          lines: [
            booking.title,
            [formatDay(booking.booking_date), booking.start_time && formatTime(booking.start_time)]
              .filter(Boolean)
              .join(', '),
            [booking.guest_phone, booking.reference].filter(Boolean).join(' · '),
          ],
        })),
      },
      { kind: 'button', label: 'Confirm or decline', href: staffPage(site) },
    ],
    reason: forStaff(vineyard),
  }
}

/** A group hold that is about to end. `sessions` are lines of text. */
export type EndingHold = {
  name: string
  number_of_guests: number
  contact: string
  /** The path of the list of bookings that the reader may open. */
  bookings_path: string
  vineyard: string
  until_day: Day
  until_time: string
  sessions: string[]
}

/** Returns the reminder that places held for a group are free again tomorrow. */
export function groupHoldEmail(hold: EndingHold, site: Site): Email {
  const { name, number_of_guests, contact, vineyard, bookings_path, until_day, until_time, sessions } = hold
  const end = `${formatDay(until_day)}, ${formatTime(until_time)}`
  return {
    subject: `Held until tomorrow: ${countOf(number_of_guests, 'place')} for ${name}`,
    preview: `${number_of_guests === 1 ? 'The place is' : 'The places are'} free again on ${end}.`,
    heading: 'Places held for a group',
    parts: [
      {
        kind: 'text',
        text: 'Book the group if it is coming, or let the places go. If you do nothing, guests can book the places again.',
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Group', value: name },
          { label: 'Guests', value: String(number_of_guests) },
          { label: 'Held until', value: end },
          { label: 'Sessions', value: sessions.join('\n') },
          ...(contact === '' ? [] : [{ label: 'Contact', value: contact }]),
        ],
      },
      { kind: 'button', label: 'Open the bookings', href: `${site.site_url}${bookings_path}` },
    ],
    reason: forStaff(vineyard),
  }
}

export function toVineyard(
  payload: BookingPayload,
  facts: EmailFacts,
  site: Site,
  { opening, ...top }: Content,
): Email {
  return {
    ...top,
    parts: [
      { kind: 'text', text: opening },
      {
        kind: 'facts',
        facts: [
          { label: 'What', value: payload.experienceTitle },
          { label: 'When', value: `${payload.bookingDate}\n${payload.bookingTime}` },
          { label: 'Guests', value: String(payload.numGuests) },
          { label: 'Total', value: formatMoney(payload.totalPrice, facts.currency) },
          { label: 'Name', value: payload.guestName },
          { label: 'Phone', value: facts.guest_phone ?? 'None given' },
          { label: 'Email', value: payload.guestEmail ?? 'None given' },
          ...(facts.special_requests ? [{ label: 'Requests', value: facts.special_requests }] : []),
          { label: 'Reference', value: facts.reference },
        ],
      },
      { kind: 'button', label: 'Open the booking', href: `${staffPage(site)}/${payload.bookingId}` },
    ],
    reason: forStaff(payload.vineyardName),
    ...(payload.guestEmail && { reply_to: payload.guestEmail }),
  }
}

function staffPage({ site_url }: Site): string {
  return `${site_url}/winemaker/bookings`
}

function forStaff(vineyard: string): string {
  return `You received this email because you manage ${vineyard} at Chalk & Vine. It contains personal data of your guests: please treat it confidentially.`
}

import type { Email, EmailPart, Site } from '../emails/email.ts'
import { type Day, formatDay, formatTime } from '../platform/days.ts'
import { formatMoney } from '../platform/money.ts'
import type { EmailFacts, BookingPayload } from './emails.ts'

/** A day's or a queue's booking in a list for a vineyard. */
export type ListedBooking = {
  reference: string
  guest_name: string
  guest_phone: string
  number_of_guests: number
  special_requests: string
  booking_date: Day
  start_time: string | null
  title: string
  status: 'pending' | 'confirmed'
}

export function bookedEmail(payload: BookingPayload, facts: EmailFacts, site: Site): Email {
  const waits = facts.status === 'pending'
  return toVineyard(payload, facts, site, {
    subject: `New booking: ${payload.numGuests} for ${payload.experienceTitle}, ${payload.bookingDate}`,
    preview: waits ? `${payload.guestName} waits for your word.` : `${payload.guestName} is confirmed.`,
    heading: waits ? 'A booking waits for you' : 'A new booking',
    opening: waits
      ? `${payload.guestName} would like to come. The places are held; please confirm or decline.`
      : `${payload.guestName} has booked, and it is confirmed at once, as you have set it.`,
  })
}

export function cancelledByGuestEmail(payload: BookingPayload, facts: EmailFacts, site: Site): Email {
  return toVineyard(payload, facts, site, {
    subject: `Cancelled: ${payload.numGuests} for ${payload.experienceTitle}, ${payload.bookingDate}`,
    preview: `${payload.guestName} is not coming. The places are free again.`,
    heading: 'A guest has cancelled',
    opening: `${payload.guestName} is not coming. The places are free again.`,
  })
}

export function movedByGuestEmail(payload: BookingPayload, facts: EmailFacts, site: Site): Email {
  return toVineyard(payload, facts, site, {
    subject: `Moved: ${payload.numGuests} for ${payload.experienceTitle}, now ${payload.bookingDate}`,
    preview: `${payload.guestName} comes ${payload.bookingDate}, ${payload.bookingTime}.`,
    heading: 'A guest has changed a booking',
    opening: `This is how ${payload.guestName}'s booking stands now.${facts.was ? ` Before, it was ${facts.was}.` : ''}`,
  })
}

/** Who comes today, session by session. */
export function dailySheetEmail(vineyard: string, day: Day, bookings: ListedBooking[], site: Site): Email {
  const guests = bookings.reduce((sum, { number_of_guests }) => sum + number_of_guests, 0)
  const sessions = Map.groupBy(bookings, ({ start_time, title }) =>
    [start_time && formatTime(start_time), title].filter(Boolean).join(' · '),
  )
  const fact = `${count(sessions.size, 'session')}, ${count(guests, 'guest')} today`
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
              `${booking.guest_phone} · ${booking.reference}`,
              booking.status === 'pending' ? 'Not confirmed yet' : '',
              booking.special_requests,
            ].filter((line) => line !== ''),
          })),
        }),
      ),
      { kind: 'button', label: 'Open the bookings', href: staffPage(site) },
    ],
    reason: forStaff(vineyard),
  }
}

/** What has waited for the vineyard's word for more than a day. */
export function waitingEmail(vineyard: string, bookings: ListedBooking[], site: Site): Email {
  const many = bookings.length !== 1
  return {
    subject: many ? `${bookings.length} bookings wait for you` : 'A booking waits for you',
    preview: 'For more than a day.',
    heading: many ? `${bookings.length} bookings wait for your word` : 'A booking waits for your word',
    parts: [
      {
        kind: 'text',
        text: 'They came more than a day ago, and their guests do not know yet whether they may come.',
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
            `${booking.guest_phone} · ${booking.reference}`,
          ],
        })),
      },
      { kind: 'button', label: 'Confirm or decline', href: staffPage(site) },
    ],
    reason: forStaff(vineyard),
  }
}

function toVineyard(
  payload: BookingPayload,
  facts: EmailFacts,
  site: Site,
  words: Pick<Email, 'subject' | 'preview' | 'heading'> & { opening: string },
): Email {
  const { opening, ...top } = words
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
          { label: 'Phone', value: facts.guest_phone },
          { label: 'Email', value: payload.guestEmail },
          ...(facts.special_requests ? [{ label: 'To know', value: facts.special_requests }] : []),
          { label: 'Reference', value: facts.reference },
        ],
      },
      { kind: 'button', label: 'Open the booking', href: `${staffPage(site)}/${payload.bookingId}` },
    ],
    reason: forStaff(payload.vineyardName),
    reply_to: payload.guestEmail,
  }
}

/** The staff area's own address; its pages are reached by signing in. */
function staffPage({ site_url }: Site): string {
  return `${site_url}/winemaker/bookings`
}

function forStaff(vineyard: string): string {
  return `You have this email because you look after ${vineyard} at Chalk & Vine. It holds your guests' names: please treat it as theirs.`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

import { arrivalSentence } from '../booking-terms.ts'
import { href } from 'react-router'
import { z } from 'zod'

import {
  type Email,
  type EmailKind,
  emailKind,
  type MailRow,
  plainEmail,
  type Site,
} from '../../mail/email.ts'
import { senderAddress } from '../../mail/email.ts'
import { visitFactColumns } from '../../catalogue/experiences/experience-facts.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addDays, type Day, exampleDay, formatAmericanDay, formatTime } from '../../platform/days.ts'
import { isOurPicture } from '../../platform/media/picture.ts'
import { posterUrl } from '../../catalogue/vineyards/vineyard.server.ts'
import {
  locationOf,
  type Poster,
  postalAddressOf,
  type Vineyard,
} from '../../catalogue/vineyards/vineyard.ts'
import { bookingCalendar } from './booking-calendar.server.ts'
import { type BookingPayload, bookingPayload, type EmailFacts, guestEmails, toGuest } from './emails.ts'
import { moderationContent, ownReviewContent } from '../reviews/emails.ts'
import { bookingLinkEmail, bookingLinkPayload, messageEmail, movedSessionEmail } from './message-emails.ts'

type Row = Omit<
  EmailFacts,
  'link' | 'choice_link' | 'new_time_link' | 'review_link' | 'vineyard_link' | 'picture' | 'calendar' | 'was'
> &
  Pick<Vineyard, 'cover_image_url' | 'is_visible' | 'address' | 'city' | 'region' | 'postcode'> &
  Poster & {
    is_called_off: boolean
    vineyard_id: string
    vineyard_name: string
    title: string
    ends_at: Date | null
    sequence: number
    moved_from: { booking_date: string; start_time: string | null } | null
    went_along: boolean
  }

/** Returns the facts that emails about a booking show and the payload lacks. Only emails to the guest have `same_time`. */
export async function findBookingFacts(
  sql: Queryable,
  { booking_id, id, to_address = '' }: Pick<MailRow, 'booking_id'> & Partial<MailRow>,
  site: Site,
): Promise<EmailFacts | undefined> {
  if (booking_id === null) return undefined
  const [row] = await sql<Row[]>`
    select
      b.reference, b.status, b.called_off_at is not null as is_called_off, b.called_off_reason, b.called_off_message,
      b.currency, money.taken - money.refunds as paid, money.due, b.guest_phone, b.special_requests,
      b.starts_at, b.ends_at, is_unverified(b) as is_unverified, b.updated_at,
      e.title, e.duration_minutes, guest_cutoff(b, e.cancellation_cutoff_minutes) as cancellation_cutoff_minutes, e.included, v.id as vineyard_id,
      v.name as vineyard_name, v.address, v.city, v.region, v.postcode, v.phone as vineyard_phone,
      v.email as vineyard_email, v.latitude, v.longitude, v.is_demo, v.is_visible,
      v.cover_image_url, ${posterUrl(sql)},
      ${visitFactColumns(sql)},
      review_refusal(b, visit_end(b)) is null as may_review,
      calendar_sequence(b) as sequence,
      (
        select jsonb_build_object(
          'by', t.actor, 'reason', t.changes -> 'reason' ->> 1, 'message', coalesce(m.message, '')
        )
        from booking_events t left join booking_event_messages m on m.event_id = t.id
        where t.booking_id = b.id and t.kind = 'status' and t.changes -> 'status' ->> 1 = 'cancelled'
          and t.undoes is null
        order by t.id desc limit 1
      ) as cancelled,
      (
        select jsonb_build_object(
          'booking_date', coalesce(t.changes -> 'booking_date' ->> 0, b.booking_date::text),
          'start_time', coalesce(t.changes -> 'start_time' ->> 0, b.start_time::text)
        )
        from emails m join booking_events t on t.id = coalesce(m.event_id, m.after_event_id)
        where m.id = ${id ?? null} and t.kind = 'moved' and t.changes ?| array['booking_date', 'start_time']
      ) as moved_from, b.session_move_id is not null as went_along,
      (
        select jsonb_build_object('reference', o.reference, 'link', o.id)
        from bookings o
        where lower(o.guest_email::text) = lower(${to_address}) and lower(b.guest_email::text) = lower(${to_address})
          and o.starts_at = b.starts_at and o.id <> b.id and o.status in ('pending', 'confirmed') and o.called_off_at is null
        order by o.created_at, o.id limit 1
      ) as same_time
    from bookings b
      join experiences e on e.id = b.experience_id
      join vineyards v on v.id = b.vineyard_id
      cross join lateral money_of(b) money
    where b.id = ${booking_id}`
  if (!row) return undefined

  const { moved_from, same_time } = row
  const linkTo = (id: string) => site.site_url + href('/booking/:id', { id })
  const link = linkTo(booking_id)
  const choice_link = site.site_url + href('/booking/:id/called-off', { id: booking_id })
  return {
    ...row,
    link,
    choice_link,
    same_time: same_time && { ...same_time, link: linkTo(same_time.link) },
    new_time_link: row.went_along ? site.site_url + href('/booking/:id/new-time', { id: booking_id }) : null,
    review_link: site.site_url + href('/booking/:id/review', { id: booking_id }),
    vineyard_link: row.is_visible ? site.site_url + href('/vineyard/:id', { id: row.vineyard_id }) : null,
    picture: pictureIn(row, site),
    was:
      moved_from &&
      [formatAmericanDay(moved_from.booking_date), moved_from.start_time && formatTime(moved_from.start_time)]
        .filter(Boolean)
        .join(', '),
    calendar: calendarOf(row, link, site),
  }
}

function pictureIn(
  { vineyard_id, cover_image_url, poster_url, is_visible, is_demo }: Row,
  site: Site,
): EmailFacts['picture'] {
  if (!is_visible || !isOurPicture(cover_image_url ?? poster_url)) return null
  const src = site.site_url + href('/vineyard/:id/picture.jpg', { id: vineyard_id })
  // The cover pictures of demonstration estates are illustrations as well.
  return { src, is_illustration: cover_image_url === null || is_demo }
}

function calendarOf(row: Row, link: string, site: Site) {
  const { starts_at, ends_at, title, vineyard_name } = row
  if (!starts_at || !ends_at) return undefined
  return bookingCalendar(
    {
      ...row,
      starts_at,
      ends_at,
      link,
      title: `${title} at ${vineyard_name}`,
      location: [vineyard_name, postalAddressOf(row) ?? locationOf(row)].join(', '),
      description: `${arrivalSentence} Reference ${row.reference}. ${link}`,
    },
    senderAddress(site.mail_from),
  )
}

const sampleId = '5b3c1d0e-8f27-4c55-9a41-2d1f6f0a7e11'

const samplePayload = (today: Day): BookingPayload => ({
  bookingId: sampleId,
  guestName: 'Ada Lovelace',
  guestEmail: 'ada@example.com',
  experienceTitle: 'Cellar tour and tasting',
  vineyardName: 'Windover Hill Estate',
  bookingDate: formatAmericanDay(exampleDay(today)),
  bookingTime: '2:30 PM',
  numGuests: 2,
  totalPrice: 37,
  vineyardAddress: '1 Windover Lane',
  vineyardCity: 'Alfriston',
  vineyardRegion: 'East Sussex',
  vineyardPostcode: 'BN00 1AA',
})

function sampleFacts(site: Site, today: Day): EmailFacts {
  const day = exampleDay(today)
  return {
    reference: 'CV-7K3M-2Q',
    status: 'confirmed',
    called_off_reason: 'weather',
    called_off_message: 'The vineyard paths are under water.',
    currency: 'GBP',
    paid: 0,
    due: 37,
    guest_phone: '01632 960123',
    special_requests: 'One of us eats no cheese.',
    starts_at: new Date(`${day}T13:30:00Z`),
    updated_at: new Date(`${today}T09:00:00Z`),
    is_unverified: false,
    duration_minutes: 90,
    cancellation_cutoff_minutes: 1440,
    included: 'Five wines and bread',
    cancelled: {
      by: 'winemaker',
      reason: 'weather',
      message: 'The slopes are too wet to walk. We would love to see you in spring.',
    },
    was: `${formatAmericanDay(addDays(day, -1))}, 2:30 PM`,
    vineyard_phone: '01632 960456',
    vineyard_email: 'hello@windover.example.com',
    latitude: null,
    longitude: null,
    is_demo: false,
    parking: 'Free, behind the press house',
    station: 'Polegate, 20 minutes by taxi',
    step_free: 'partly',
    dogs: 'on_lead',
    children: 'with_adult',
    food: 'Bread and Sussex cheese',
    facts_stated_on: { parking: today, step_free: today, dogs: today },
    facts: [
      { fact: 'seating', choice: 'tasting', detail: 'Chairs with backs', stated_on: today },
      { fact: 'allergens', choice: 'ask_first', detail: null, stated_on: today },
    ],
    link: `${site.site_url}/booking/${sampleId}`,
    choice_link: `${site.site_url}/booking/${sampleId}/called-off`,
    new_time_link: null,
    same_time: null,
    review_link: `${site.site_url}/booking/${sampleId}/review`,
    may_review: true,
    picture: { src: `${site.site_url}/share/home.jpg`, is_illustration: true },
    vineyard_link: `${site.site_url}/vineyard/1`,
    calendar: undefined,
  }
}

/** Returns the template of an email about one booking. `compose` writes its content. */
export function bookingEmail(
  compose: (payload: BookingPayload, facts: EmailFacts, site: Site) => Email,
): EmailKind {
  return emailKind({
    payload: bookingPayload,
    facts: (sql, row, _, site) => findBookingFacts(sql, row, site),
    compose,
    sample: sampleOf({}),
  })
}

const sampleOf =
  <More extends object>(more: More) =>
  (site: Site, today: Day) => ({
    payload: { ...samplePayload(today), ...more },
    facts: sampleFacts(site, today),
  })

/** Returns the email that names the rule by which an admin hid a review or, without a rule, says that it is shown again. */
const moderationEmail = (rule: number | null) =>
  emailKind({
    payload: bookingPayload.extend({ rule: z.int().nullable() }),
    facts: (sql, row, _, site) => findBookingFacts(sql, row, site),
    compose: (payload, facts, site) =>
      toGuest(payload, facts, {
        ...moderationContent(payload.vineyardName, payload.rule, site.site_url + href('/terms')),
        ticket: false,
        button: { label: 'See your review', href: facts.review_link },
      }),
    sample: sampleOf({ rule }),
  })

/** Returns the email that tells a guest that the review was written, changed or deleted through the booking's link. */
const ownReviewEmail = (done: 'written' | 'changed' | 'deleted') =>
  bookingEmail((payload, facts, site) =>
    toGuest(payload, facts, {
      ...ownReviewContent(payload.vineyardName, done, site.site_url + href('/contact')),
      ticket: false,
      button: { label: 'See your review', href: facts.review_link },
    }),
  )

/** The emails to a booking's guest. */
export const bookingEmails: Record<string, EmailKind> = {
  ...Object.fromEntries(
    Object.entries(guestEmails).map(([type, content]) => [
      type,
      bookingEmail((payload, facts) =>
        type === 'moved' && facts.new_time_link !== null
          ? movedSessionEmail(payload, facts, facts.new_time_link)
          : toGuest(payload, facts, content(payload, facts)),
      ),
    ]),
  ),
  review_hidden: moderationEmail(3),
  review_shown: moderationEmail(null),
  review_written: ownReviewEmail('written'),
  review_changed: ownReviewEmail('changed'),
  review_deleted: ownReviewEmail('deleted'),
  booking_link: plainEmail({
    payload: bookingLinkPayload,
    compose: bookingLinkEmail,
    sample: (today) => {
      const payload = samplePayload(today)
      return { ...payload, link: `/booking/${payload.bookingId}/confirm` }
    },
  }),
  vineyard_message: emailKind({
    payload: bookingPayload.extend({ message: z.string() }),
    facts: (sql, row, _, site) => findBookingFacts(sql, row, site),
    compose: messageEmail,
    sample: sampleOf({ message: 'The lane is flooded: please come by the upper road today.' }),
  }),
}

import { createContext, href } from 'react-router'

import { formatSlotValue } from '../../availability/slot.ts'
import { findOpenDays, findSlots, nextOpenDays } from '../../availability/slot.server.ts'
import {
  type Experience,
  largestParty,
  lastBookableDay,
  nearestParty,
  takesParty,
  usualParty,
} from '../../catalogue/experiences/experience.ts'
import { findActiveExperience } from '../../catalogue/experiences/experience.server.ts'
import { attempt } from '../../platform/attempt.server.ts'
import type { Poster, Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import { posterUrl } from '../../catalogue/vineyards/vineyard.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import {
  addMonths,
  type Day,
  dayOf,
  daysOfMonth,
  isDay,
  isMonth,
  type Month,
  monthOf,
} from '../../platform/days.ts'
import { isId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.server.ts'
import type { guestPagesOf } from './guest-pages.tsx'
import {
  type BookingAnswers,
  type BookingIntent,
  type BookingRefusal,
  groupSentence,
  readGuests,
} from './booking-request.ts'
import { mayReview } from '../reviews/review.server.ts'
import type { Booking } from '../booking.shapes.ts'

/** The fields of a vineyard that the booking form shows. */
export type BookableVineyard = Poster &
  Pick<
    Vineyard,
    'id' | 'name' | 'city' | 'region' | 'phone' | 'email' | 'cover_image_url' | 'is_demo' | 'is_verified'
  >

export type BookingSetup = { vineyard: BookableVineyard; experience: Experience }

/** The vineyard and experience that the action has read. The loader, which runs next, need not read them again. */
export const bookingSetup = createContext<BookingSetup | null>(null)

/** Returns an active experience with its visible vineyard, or undefined if either is missing or they do not match. */
export async function findBookingSetup(sql: Queryable, vineyardId: string, experienceId: string) {
  if (!isId(vineyardId) || !isId(experienceId)) return undefined
  const [experience, [vineyard]] = await Promise.all([
    findActiveExperience(sql, vineyardId, experienceId),
    sql<BookableVineyard[]>`
      select id, name, city, region, phone, email, cover_image_url, is_demo, is_verified,
        ${posterUrl(sql)}
      from vineyards v where id = ${vineyardId} and is_visible`,
  ])
  return experience && vineyard && { vineyard, experience }
}

/**
 * Returns the links for a guest after a visit or a cancellation. The review is linked if it is allowed. Booking again is linked
 * if the experience is still offered: with the same start if that is in the future, and on other dates.
 */
export async function listNextSteps(
  sql: Queryable,
  pages: ReturnType<typeof guestPagesOf>,
  { id, vineyard_id, experience_id, number_of_guests, booking_date, start_time, starts_at }: Booking,
  now: Date,
): Promise<{ to: string; label: string }[]> {
  const [isReviewable, setup] = await Promise.all([
    mayReview(sql, id, now),
    findBookingSetup(sql, vineyard_id, experience_id),
  ])
  // The frame on the vineyard's own website has no page for reviews.
  const review =
    isReviewable && !pages.isFramed ? [{ to: href('/booking/:id/review', { id }), label: 'Your review' }] : []
  if (!setup) return review
  const form = `${pages.book(vineyard_id)}?`
  const query = new URLSearchParams({ experience: experience_id, guests: String(number_of_guests) })
  const others = `${form}${query}#day-heading`
  if (!starts_at || !start_time || starts_at <= now) return [...review, { to: others, label: 'Book again' }]
  query.set('date', booking_date)
  query.set('time', start_time.slice(0, 5))
  return [...review, { to: `${form}${query}`, label: 'Book again' }, { to: others, label: 'Other dates' }]
}

/** A visitor's choices so far, as raw text from the URL or the form. */
export type BookingChoice = {
  date?: string | undefined
  month?: string | undefined
  guests?: string | undefined
  /** A start as 'HH:mm'. */
  time?: string | undefined
}

/** The days and times that the form shows. `nearest`: the slot nearest to the start of the booking that is being changed. */
export type BookingFormView = Awaited<ReturnType<typeof readBookingForm>> & { nearest?: string | undefined }

const mostNextDays = 5
const dayReplaced = 'That day cannot be booked.'

type Bookable = Pick<Experience, 'id' | 'min_group_size' | 'max_group_size' | 'booking_horizon_days'>

/**
 * Returns the days and times for a choice. Replaces an impossible choice with the nearest possible choice: a party size
 * within the limits, the next open day, the month of the next session. `days` or `slots` is null if the database cannot be
 * read. The places of the booking `moving` count as free.
 */
export async function readBookingForm(
  sql: Queryable,
  log: Log,
  experience: Bookable,
  choice: BookingChoice,
  now: Date,
  moving?: string,
) {
  const today = dayOf(now)
  const last = lastBookableDay(experience, today)
  const requested = readGuests(choice.guests?.trim() ?? '')
  const guests = requested === undefined ? usualParty(experience) : nearestParty(experience, requested)

  const isBookable = (day: string) => isDay(day) && day >= today && day <= last
  const chosenDay = choice.date && isBookable(choice.date) ? choice.date : undefined
  const isReplaced = Boolean(choice.date) && chosenDay === undefined
  const chosenMonth =
    choice.month && isMonth(choice.month) && choice.month >= monthOf(today) && choice.month <= monthOf(last)
      ? choice.month
      : undefined

  const openDaysFrom = async (from: Day, count = mostNextDays, places = guests) => {
    const read = await attempt(log, 'The next open days could not be read', () =>
      nextOpenDays(sql, experience.id, places, from, count, now, moving),
    )
    return read.ok ? read.value : []
  }
  const firstOpen = async (from: Day, places = guests) => (await openDaysFrom(from, 1, places))[0]
  const openDaysIn = (month: Month) =>
    attempt(log, 'Open days could not be read', () =>
      findOpenDays(
        sql,
        experience.id,
        `${month}-01`,
        daysOfMonth(month).at(-1) ?? `${month}-28`,
        now,
        moving,
      ),
    )
  const suggested = chosenDay || chosenMonth ? undefined : await firstOpen(today)
  const date = chosenDay && (!chosenMonth || monthOf(chosenDay) === chosenMonth) ? chosenDay : suggested
  // If no session has places for the party, shows the month of the first full session.
  let month = chosenMonth ?? monthOf(date ?? (await firstOpen(today, 0)) ?? today)

  const [read, slots] = await Promise.all([
    openDaysIn(month),
    date
      ? attempt(log, 'Times could not be read', () => findSlots(sql, experience.id, date, now, moving))
      : { ok: true as const, value: [] },
  ])

  let days = read
  if (chosenDay && !chosenMonth && days.ok && days.value.length === 0) {
    const next = (await firstOpen(chosenDay)) ?? (await firstOpen(today, 0))
    if (next) {
      month = monthOf(next)
      days = await openDaysIn(month)
    }
  }
  // If another day than the requested day is shown, no start is chosen.
  const chosen =
    slots.ok &&
    !isReplaced &&
    slots.value.find(
      ({ start_time, remaining }) => start_time.slice(0, 5) === choice.time && remaining >= guests,
    )
  const isFull =
    (days.ok && !days.value.some((day) => day.largest_party >= guests)) ||
    (slots.ok && !slots.value.some(({ remaining }) => remaining >= guests))
  const ahead = isFull ? await openDaysFrom(date ?? today) : []
  return {
    now,
    today,
    guests,
    /** The largest party that can be booked. */
    most_guests: largestParty(experience),
    day_notice: isReplaced ? dayReplaced + (date ? ' The next day with places is shown.' : '') : null,
    is_party_limited: requested !== undefined && requested !== guests,
    month,
    earlier: month > monthOf(today) ? addMonths(month, -1) : undefined,
    later: month < monthOf(last) ? addMonths(month, 1) : undefined,
    days: days.ok ? days.value : null,
    date,
    slots: slots.ok ? slots.value : null,
    /** The value of the slot that starts at the chosen time and has places for the party. */
    slot: chosen ? formatSlotValue(chosen) : undefined,
    /** The next days with places for the party, if the shown month or day has no places for it. */
    next_days: isFull && ahead.length === 0 && date ? await openDaysFrom(today) : ahead,
  }
}

/**
 * Returns the form after the visitor pressed a button for another day, month or start. `currentParty`, the size of the booking
 * that is being changed, may be outside the limits.
 */
export function showChoice(
  view: BookingFormView,
  intent: BookingIntent & { kind: 'show' },
  answers: BookingAnswers,
  sizes: Pick<Experience, 'min_group_size' | 'max_group_size'>,
  currentParty?: number,
) {
  const isReached = !intent.date || view.date === intent.date
  const guests = readGuests(answers.guests?.trim() ?? '')
  const fits = guests !== undefined && (guests === currentParty || takesParty(sizes, guests))
  const fields: BookingRefusal['fields'] = {
    ...(!isReached && { date: `${dayReplaced} Please choose another.` }),
    ...(!fits && { guests: groupSentence(sizes) }),
  }
  return {
    view,
    // The calendar now shows the date that was typed without JavaScript, so the date field is cleared.
    answers: {
      ...answers,
      slot: intent.slot ?? answers.slot ?? '',
      go_to: isReached ? '' : (answers.go_to ?? ''),
    },
    refusal: Object.keys(fields).length > 0 ? { message: '', fields } : null,
  }
}

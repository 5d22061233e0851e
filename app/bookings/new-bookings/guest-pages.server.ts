import { data, type RouterContextProvider } from 'react-router'

import { readForPage } from '../../platform/attempt.server.ts'
import { database, log } from '../../platform/context.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { isId } from '../../platform/ids.ts'
import { bookingSentences } from '../booking-sentences.ts'
import { type BookingView, findBooking } from '../booking.server.ts'
import { guestPagesOf, isOnItsPage } from './guest-pages.tsx'

type Asked = {
  context: Readonly<RouterContextProvider>
  params: { id: string; vineyard?: string | undefined }
}

/** The link on the page of a booking that could not be read. */
export const backToBooking = { label: 'Back to your booking' }

/** Returns the booking of a guest's link. Throws 404 if there is no such booking, or 503 with a link if reading fails. */
export async function readByLink(
  { context, params }: Asked,
  failure: { label?: string },
  find: (sql: Sql, id: string) => Promise<BookingView | undefined> = findBooking,
): Promise<BookingView> {
  const { id } = params
  const to = guestPagesOf(params).emailedBooking(id)
  const read = () => find(context.get(database), id)
  const booking = isId(id)
    ? await readForPage(context.get(log), 'A booking could not be read', read, {
        message: bookingSentences.load_failed,
        to,
        ...failure,
      })
    : undefined
  if (booking && isOnItsPage(params, booking)) return booking
  throw data({ message: bookingSentences.not_found }, { status: 404 })
}

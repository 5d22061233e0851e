import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { addDays, type Day, dayOf, formatDay } from '../../../platform/days.ts'
import { formatMoney } from '../../../platform/money.ts'
import { readStored } from '../../../staff-client/local-storage.ts'
import { keptDays, removeTickets, type SavedTicket, saveTicket } from '../../../platform/ticket-storage.ts'
import type { BookingView } from '../../booking.server.ts'
import { statusDetails } from '../../booking.ts'
import { madeKey } from '../../new-bookings/browser-storage.tsx'
import { toEmptyPage } from '../saved-page.ts'
// The URL of the built service worker. Vite generates this default export.
// oxlint-disable-next-line import/default
import workerFile from '../ticket-worker.ts?worker&url'

/** The paths of a booking and of My bookings, which the service worker controls. Each needs its own registration. */
const scopes = ['/booking', '/my-bookings']
const erased = 'Erased'

/** A ticket to save. A ticket whose `version` has changed is saved again. */
export type TicketToSave = Omit<SavedTicket, 'saved_at'> & { version: string; is_erased: boolean }

/** Saves the ticket of a booking. */
export default function SaveTicket({ booking, now }: { booking: BookingView; now: Date }) {
  const { id, booking_date: day, experience } = booking
  const ticket = {
    id,
    day,
    title: experience.title,
    vineyard: experience.vineyard.name,
    when: `${formatDay(day)}, ${booking.booking_time}`,
    party: `${countOf(booking.number_of_guests, 'guest')}, ${formatMoney(booking.total_price, booking.currency)}`,
    version: String(booking.updated_at),
    is_erased: booking.guest_name === erased,
  }
  const { isUpcoming } = statusDetails[booking.status]
  return <SaveTickets tickets={[ticket]} today={dayOf(now)} isAnnounced={isUpcoming} />
}

/** Saves the tickets of this browser's bookings, so that they open without a connection, and says so. */
export function SaveTickets({
  tickets,
  today,
  isAnnounced = true,
}: {
  tickets: TicketToSave[]
  today: Day
  /** Whether the page says that the tickets are saved. A cancelled booking’s ticket is saved only to show the cancellation. */
  isAnnounced?: boolean
}) {
  const [saved, setSaved] = useState(0)
  useEffect(() => {
    let isShown = true
    const saveAll = async () => {
      let count = 0
      for (const ticket of tickets) if (await save(ticket, today)) count += 1
      if (isShown) setSaved(count)
    }
    // Saving fails if the storage is full or not allowed, or the connection is lost. The page works all the same.
    saveAll().catch(() => {})
    return () => {
      isShown = false
    }
    // The loader's objects are new after each action, but a ticket is saved again only if its booking changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tickets.map(({ id, version }) => id + version).join()])
  if (saved === 0 || !isAnnounced) return null
  return (
    <p className="soft after no-print">
      {saved === 1
        ? 'Your ticket is saved in this browser. Without a connection, it opens from '
        : 'Your tickets are saved in this browser. Without a connection, they open from '}
      <Link reloadDocument to={href('/my-bookings')}>
        My bookings
      </Link>
      .
    </p>
  )
}

async function save(ticket: TicketToSave, today: Day): Promise<boolean> {
  const { id, day, title, vineyard, when, party, is_erased } = ticket
  if (!import.meta.env.PROD || readStored(madeKey(id)) === null || !('caches' in window)) return false
  const answer = await fetch(href('/booking/:id', { id }), { cache: 'no-store', priority: 'low' })
  if (answer.status === 404 || answer.status === 410 || is_erased) await removeTickets(id)
  if (!answer.ok || is_erased || addDays(day, keptDays) < today) return false
  await saveTicket({ id, day, title, vineyard, when, party }, answer, toEmptyPage, today)
  await Promise.all(scopes.map((scope) => navigator.serviceWorker.register(workerFile, { scope })))
  return true
}

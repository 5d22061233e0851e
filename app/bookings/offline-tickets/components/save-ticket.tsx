import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { addDays, dayOf, formatDay } from '../../../platform/days.ts'
import { formatMoney } from '../../../platform/money.ts'
import { readStored } from '../../../staff-client/local-storage.ts'
import { keptDays, removeTickets, saveTicket } from '../../../platform/ticket-storage.ts'
import type { BookingView } from '../../booking.server.ts'
import { madeKey } from '../../new-bookings/browser-storage.tsx'
import { toFrame } from '../saved-page.ts'
// The URL of the built service worker. Vite generates this default export.
// oxlint-disable-next-line import/default
import workerFile from '../ticket-worker.ts?worker&url'

/** The paths that the worker controls. Each needs a registration, and the rest of the site stays without a worker. */
const scopes = ['/booking/', '/my-bookings']
/** The name that an erased guest has. */
const erased = 'Erased'

/** Saves the ticket of a booking that was made in this browser for the time without a connection, and says so. */
export default function SaveTicket({ booking, now }: { booking: BookingView; now: Date }) {
  const [isSaved, setSaved] = useState(false)
  useEffect(() => {
    let isShown = true
    void save(booking, now).then(
      (saved) => isShown && setSaved(saved),
      // Storage is full or not allowed, or the connection is lost. The page works as before.
      () => {},
    )
    return () => void (isShown = false)
    // The loader's objects are new after each action, but the ticket is saved again only if the booking changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [booking.id, String(booking.updated_at)])
  if (!isSaved) return null
  return (
    <p className="soft after no-print">
      Your ticket is saved in this browser. Without a connection, it opens from{' '}
      <Link reloadDocument to={href('/my-bookings')}>
        My bookings
      </Link>
      .
    </p>
  )
}

async function save(booking: BookingView, now: Date): Promise<boolean> {
  const { id, booking_date: day, guest_name, experience, number_of_guests } = booking
  const today = dayOf(now)
  if (!import.meta.env.PROD || readStored(madeKey(id)) === null || !('caches' in window)) return false
  const answer = await fetch(href('/booking/:id', { id }), { cache: 'no-store', priority: 'low' })
  if (answer.status === 404 || answer.status === 410 || guest_name === erased) await removeTickets(id)
  if (!answer.ok || guest_name === erased || addDays(day, keptDays) < today) return false
  const ticket = {
    id,
    day,
    title: experience.title,
    vineyard: experience.vineyard.name,
    when: `${formatDay(day)}, ${booking.booking_time}`,
    party: `${countOf(number_of_guests, 'guest')}, ${formatMoney(booking.total_price, booking.currency)}`,
  }
  await saveTicket(ticket, answer, toFrame, today)
  await Promise.all(scopes.map((scope) => navigator.serviceWorker.register(workerFile, { scope })))
  return true
}

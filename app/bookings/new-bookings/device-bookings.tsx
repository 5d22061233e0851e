import { useEffect } from 'react'

import { isId } from '../../platform/ids.ts'
import { inStorage } from '../../platform/in-storage.ts'
import { readStored, store } from '../../staff-client/local-storage.ts'
import { madeKey } from './browser-storage.tsx'

export const bookingsKey = 'my_bookings'
const maxBookings = 100

/** Returns the ids of the bookings made in this browser, newest first, or none if local storage is unavailable. */
export function bookingsOnDevice(): string[] {
  const read = inStorage(() => {
    const stored: unknown = JSON.parse(readStored(bookingsKey) ?? '[]')
    const listed: string[] = Array.isArray(stored) ? stored.filter((id) => isId(id)) : []
    // If a visitor leaves before the confirmation is shown, the browser has stored only the mark of the
    // booking.
    const marked = Object.keys(localStorage).flatMap((key) => (isMadeKey(key) ? [key.slice(-36)] : []))
    return [...marked.filter((id) => !listed.includes(id)), ...listed].slice(0, maxBookings)
  })
  return read ?? []
}

const isMadeKey = (key: string) => isId(key.slice(-36)) && key === madeKey(key.slice(-36))

/** Stores the id of a booking in this browser, so that My bookings lists the booking. */
export function KeepOnDevice({ id }: { id: string }) {
  useEffect(() => {
    const others = bookingsOnDevice().filter((other) => other !== id)
    store(bookingsKey, JSON.stringify([id, ...others].slice(0, maxBookings)))
  }, [id])
  return null
}

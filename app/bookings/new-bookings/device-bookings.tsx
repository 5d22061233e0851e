import { useEffect } from 'react'

import { isId } from '../../platform/ids.ts'
import { readStored, store } from '../../staff-client/local-storage.ts'

export const bookingsKey = 'my_bookings'
const maxBookings = 100

/** Returns the ids of the bookings made in this browser, newest first, or none if local storage is unavailable. */
export function bookingsOnDevice(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(bookingsKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => isId(id)).slice(0, maxBookings) : []
  } catch {
    return []
  }
}

/** Stores the id of a booking in this browser, so that My bookings lists the booking. */
export function KeepOnDevice({ id }: { id: string }) {
  useEffect(() => {
    const others = bookingsOnDevice().filter((other) => other !== id)
    store(bookingsKey, JSON.stringify([id, ...others].slice(0, maxBookings)))
  }, [id])
  return null
}

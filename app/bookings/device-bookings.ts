import { isId } from '../platform/ids.ts'

const key = 'my_bookings'
const most = 100

/** The bookings made in this browser, newest first. A browser that keeps nothing has none. */
export function bookingsOnDevice(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => isId(id)).slice(0, most) : []
  } catch {
    return []
  }
}

export function keepBookingOnDevice(id: string): void {
  const others = bookingsOnDevice().filter((other) => other !== id)
  try {
    localStorage.setItem(key, JSON.stringify([id, ...others].slice(0, most)))
  } catch {
    // A full or forbidden store: the link in the mail still opens the booking.
  }
}

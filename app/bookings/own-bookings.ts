import { callAsVisitor, isVisitorHere } from '../staff-client/visitor-session.ts'

/** The ids of what the visitor signed in here has booked on any device; none where nobody is, or nothing can be asked. */
export async function ownBookings(): Promise<string[]> {
  if (!isVisitorHere()) return []
  const own = await callAsVisitor<{ items: { id: string }[] }>('me/bookings?limit=100')
  return own.ok ? own.value.items.map(({ id }) => id) : []
}

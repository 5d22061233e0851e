import { href } from 'react-router'

import type { StaffArea } from '../staff-client/staff-area.ts'

/** Returns the URL of the list of bookings in a staff area. */
export function bookingsLink(area: StaffArea): string {
  return area === 'admin' ? href('/admin/bookings') : href('/winemaker/bookings')
}

export function bookingLink(area: StaffArea, id: string): string {
  return area === 'admin' ? href('/admin/bookings/:id', { id }) : href('/winemaker/bookings/:id', { id })
}

/** The value of `from` in the URL of a form that leads back to Today. */
export const fromToday = 'today'

/** Returns the URL of the booking form for staff. `about` fills in fields and, for admins, names the vineyard. */
export function newBookingLink(
  area: StaffArea,
  about: {
    vineyard_id?: string | undefined
    day?: string
    experience_id?: string
    slot?: string | null
    from?: typeof fromToday
  },
): string {
  const given = Object.entries(about).filter(([, value]) => value)
  return `${bookingsLink(area)}?${new URLSearchParams({ new: '1', ...Object.fromEntries(given) })}`
}

/** Returns the URL of the page where staff import a list of bookings of one vineyard. */
export function importBookingsLink(area: StaffArea, vineyardId: string | undefined): string {
  return area === 'admin' && vineyardId !== undefined
    ? href('/admin/vineyards/:id/bookings/import', { id: vineyardId })
    : href('/winemaker/bookings/import')
}

/** Returns the URL of the list of customers in a staff area. */
export function customersLink(area: StaffArea): string {
  return area === 'admin' ? href('/admin/customers') : href('/winemaker/customers')
}

export function customerLink(area: StaffArea, customerId: string): string {
  return area === 'admin'
    ? href('/admin/customers/:customerId', { customerId })
    : href('/winemaker/customers/:customerId', { customerId })
}

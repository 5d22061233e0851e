import { href } from 'react-router'

import type { StaffArea } from '../staff-client/staff-area.ts'

/** Where the staff of a desk find their bookings. */
export function bookingsLink(area: StaffArea): string {
  return area === 'admin' ? href('/admin/bookings') : href('/winemaker/bookings')
}

export function bookingLink(area: StaffArea, id: string): string {
  return area === 'admin' ? href('/admin/bookings/:id', { id }) : href('/winemaker/bookings/:id', { id })
}

/** Where staff take a booking by phone or at the gate, and for what; an admin does so for one vineyard. */
export function newBookingLink(
  area: StaffArea,
  about: {
    vineyard_id?: string | undefined
    day?: string
    experience_id?: string
    slot?: string | null
  } = {},
): string {
  const said = Object.entries(about).filter(([, value]) => value)
  return `${bookingsLink(area)}?${new URLSearchParams({ new: '1', ...Object.fromEntries(said) })}`
}

/** Where the staff of a desk find their customers. */
export function customersLink(area: StaffArea): string {
  return area === 'admin' ? href('/admin/customers') : href('/winemaker/customers')
}

export function customerLink(area: StaffArea, customerId: string): string {
  return area === 'admin'
    ? href('/admin/customers/:customerId', { customerId })
    : href('/winemaker/customers/:customerId', { customerId })
}

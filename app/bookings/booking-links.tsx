import { href } from 'react-router'

import type { StaffArea } from '../staff-client/staff-area.ts'

/** Where the staff of a desk find their bookings. */
export function bookingsLink(desk: StaffArea): string {
  return desk === 'admin' ? href('/admin/bookings') : href('/winemaker/bookings')
}

export function bookingLink(desk: StaffArea, id: string): string {
  return desk === 'admin' ? href('/admin/bookings/:id', { id }) : href('/winemaker/bookings/:id', { id })
}

/** Where staff take a booking by phone or at the gate, and for what; an admin does so for one vineyard. */
export function newBookingLink(
  desk: StaffArea,
  about: {
    vineyard_id?: string | undefined
    day?: string
    experience_id?: string
    slot?: string | null
  } = {},
): string {
  const said = Object.entries(about).filter(([, value]) => value)
  return `${bookingsLink(desk)}?${new URLSearchParams({ new: '1', ...Object.fromEntries(said) })}`
}

/** Where the staff of a desk find their customers. */
export function customersLink(desk: StaffArea): string {
  return desk === 'admin' ? href('/admin/customers') : href('/winemaker/customers')
}

export function customerLink(desk: StaffArea, customerId: string): string {
  return desk === 'admin'
    ? href('/admin/customers/:customerId', { customerId })
    : href('/winemaker/customers/:customerId', { customerId })
}

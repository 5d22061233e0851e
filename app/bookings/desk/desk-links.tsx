import { href } from 'react-router'

import type { Desk } from '../../people/desk/desk.ts'

/** Where the staff of a desk find their bookings. */
export function bookingsLink(desk: Desk): string {
  return desk === 'admin' ? href('/admin/bookings') : href('/winemaker/bookings')
}

export function bookingLink(desk: Desk, id: string): string {
  return desk === 'admin' ? href('/admin/bookings/:id', { id }) : href('/winemaker/bookings/:id', { id })
}

/** Where staff take a booking by phone or at the gate; an admin does so for one vineyard. */
export function newBookingLink(desk: Desk, vineyard_id: string | undefined): string {
  return `${bookingsLink(desk)}?${new URLSearchParams({ new: '1', ...(vineyard_id && { vineyard_id }) })}`
}

/** Where the staff of a desk find their customers. */
export function customersLink(desk: Desk): string {
  return desk === 'admin' ? href('/admin/customers') : href('/winemaker/customers')
}

export function customerLink(desk: Desk, customerId: string): string {
  return desk === 'admin'
    ? href('/admin/customers/:customerId', { customerId })
    : href('/winemaker/customers/:customerId', { customerId })
}

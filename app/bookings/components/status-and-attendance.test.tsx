import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'

import { noEmailSentence } from '../booking-channel.ts'
import { StatusAndAttendance } from './status-and-attendance.tsx'

type Shown = Parameters<typeof StatusAndAttendance>[0]['booking']

/** The fields of a booking that the component reads. */
const fields: Partial<Shown> = {
  id: '1',
  guest_name: 'Erased',
  guest_phone: 'Erased',
  number_of_guests: 2,
  status: 'cancelled',
  attendance: null,
  may_record: [],
  undo_seconds: null,
  called_off_at: null,
  booking_date: '2026-06-06',
  booking_time: '2:30 PM',
  channel: 'staff',
  emails_guest: true,
  has_email: false,
  paid: 0,
  is_erased: true,
}
const cancelled = fields as Shown

function markupOf(booking: Shown, area: 'admin' | 'winemaker' = 'winemaker') {
  const element = <StatusAndAttendance area={area} booking={booking} outcome={undefined} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('if the guest of a cancelled booking was erased, staff cannot choose another status in either area', () => {
  expect(markupOf(cancelled)).toContain('The guest was erased, so the booking stays cancelled.')
  expect(markupOf(cancelled)).not.toContain('<select')
  expect(markupOf(cancelled, 'admin')).not.toContain('<select')
  expect(markupOf({ ...cancelled, is_erased: false })).toContain('<select')
})

test('for the booking of an erased guest, the form offers only its current status, Cancelled and Completed', () => {
  const options = (status: Shown['status']) =>
    [...markupOf({ ...cancelled, status }, 'admin').matchAll(/<option value="(\w+)"/g)].map(
      ([, value]) => value,
    )
  expect(options('completed')).toEqual(['cancelled', 'completed'])
  expect(options('pending')).toEqual(['pending', 'cancelled', 'completed'])
  expect(markupOf({ ...cancelled, status: 'pending' })).not.toContain('Confirm</button>')
})

test('staff are not asked to call an erased guest', () => {
  expect(noEmailSentence(cancelled)).toBe('The guest was erased, so nobody can be told.')
})

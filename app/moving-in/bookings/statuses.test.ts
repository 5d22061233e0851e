import { expect, test } from 'vitest'

import { meaningOf, readStatus } from './statuses.ts'

/** Expects the same meaning for each status in a text. Semicolons separate the statuses. */
const meanings = (statuses: string, meaning: string | null) =>
  expect(statuses.split(/;\s+/).filter((text) => meaningOf(text) !== meaning)).toEqual([])

test('words such as "confirmed" and "paid" mean that the guests come, even beside harmless words', () => {
  meanings(
    `Confirmed; CONFIRMED; Booked; Complete; wc-completed; Eventbrite Completed; Paid; Attending;
     Checked In; checkedIn; Partially refunded; partial refund; Confirmed (free cancellation);
     Normal; Confirmed - free cancellation; Paid in full; Deposit paid; Accepted; Reserved;
     Not checked in; Not marked; Processing; Amended; Confirmed (VIP); Assumed finished; partially_refunded;
     Paid (non-refundable)`,
    'comes',
  )
})

test('words such as "cancelled" and "refunded" mean that the guests do not come', () => {
  meanings(
    `Cancelled; Canceled by customer; CANCELLED_BY_GUEST; Transferred; Deleted; Failed; in-cart;
     was-in-cart; Waitlisted; Waiting list; On waitlist; Moved; Unpaid; Not Attending; NoShow;
     no-show; No Show; Refunded; Void; Declined; Payment failed; ABANDONED_CART; Expired; Trash;
     Cancelled and refunded; Refunded in full; Cancelled (free cancellation); Not paid; Draft`,
    'left_out',
  )
})

test('asks about a status with unknown or contradictory words', () => {
  meanings(
    `Pending; On hold; Tentative; Enquiry; Refund requested; Refund declined;
     Cancellation requested; Confirmed, cancelled; Confirmed (cancelled); Moved to Saturday;
     Rebooked; Yes; Gold; Not confirmed`,
    null,
  )
})

test('all columns about the status decide together', () => {
  const none = { status: '', attendance: '', payment: '', cancelled: '' }
  expect(readStatus(none)).toEqual({ name: '', comes: true })
  expect(readStatus({ ...none, status: 'Confirmed', payment: 'Unpaid' })).toMatchObject({ comes: true })
  expect(readStatus({ ...none, payment: 'Unpaid' })).toMatchObject({ comes: false })
  expect(readStatus({ ...none, payment: 'Invoice 12' })).toEqual({ name: '', comes: true })
  expect(readStatus({ ...none, status: 'Confirmed', payment: 'Refunded' })).toEqual({
    name: 'Confirmed, Refunded',
    comes: null,
  })
  expect(readStatus({ ...none, status: 'Completed', attendance: 'Not Attending' }).comes).toBe(false)
  expect(readStatus({ ...none, attendance: 'Attending', payment: 'Eventbrite Completed' }).comes).toBe(true)
  expect(['No', 'false', '', '0'].map((cancelled) => readStatus({ ...none, cancelled }).comes)).toEqual(
    Array(4).fill(true),
  )
  expect(
    ['Yes', '2026-11-01', 'Guest is ill'].map((cancelled) => readStatus({ ...none, cancelled })),
  ).toEqual(Array(3).fill({ name: 'Cancelled', comes: false }))
})

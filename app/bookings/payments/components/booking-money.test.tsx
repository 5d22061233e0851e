import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'

import { BookingMoney } from './booking-money.tsx'

type Money = Parameters<typeof BookingMoney>[0]['money']

/** Two of the three guests of a party came. */
const partly: Money = {
  total_price: 55.5,
  discounts: 0,
  taken: 0,
  refunds: 0,
  kept: 0,
  due: 55.5,
  number_of_guests: 3,
  arrived_guests: 2,
  items: [],
}
const booking = { id: '1', guest_name: 'Ada', status: 'confirmed', called_off_at: null } as const

function textOf(changes: Partial<Money>): string {
  const element = <BookingMoney booking={booking} money={{ ...partly, ...changes }} outcome={undefined} />
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToStaticMarkup(<RouterProvider router={router} />).replace(/<[^>]*>/g, '')
}

test('if only some guests came, the booking offers the price of these guests and the whole price', () => {
  expect(textOf({})).toMatch(/Paid for the 2 who came, £37\.00, by:.*Paid for all 3, £55\.50, by:/)
  expect(textOf({ taken: 37, due: 18.5 })).toMatch(
    /The guests who came have paid\..*Paid for all 3, £18\.50, by:/,
  )
  const whole = textOf({ arrived_guests: null })
  expect(whole).toContain('Paid in full, £55.50, by:')
  expect(whole).not.toContain('who came')
})

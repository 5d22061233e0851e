import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import { sampleSession } from '../../../../test/session.ts'
import type { Party } from '../../../bookings/sessions/session.ts'
import { DaySheet } from './day-sheet.tsx'
import { placesSentence, RunningOrder } from './running-order.tsx'

const day = '2026-06-15'
const party = (guest_name: string, status: Party['status']): Party => ({
  id: guest_name,
  experience_id: 'x',
  booking_date: day,
  ends_on: day,
  start_time: '14:00:00',
  guest_name,
  guest_phone: '01632 960123',
  number_of_guests: 2,
  status,
  special_requests: '',
  staff_notes: '',
  customer_note: '',
  tags: [],
  attendance: null,
  called_off_at: null,
  moved_from: null,
  informed_at: null,
  to_call: false,
  has_email: true,
  emails_guest: true,
  channel: 'public',
  undo_seconds: null,
  due: 56,
  paid: 0,
  arrived_guests: null,
})

test('lists cancelled parties last and keeps the order of the other parties', () => {
  const parties = [party('Ada', 'cancelled'), party('Bert', 'confirmed'), party('Cleo', 'pending')]
  const sheet = renderToStaticMarkup(
    <MemoryRouter>
      <RunningOrder area="winemaker" sessions={[sampleSession({ slot_date: day })]} parties={parties} />
    </MemoryRouter>,
  )
  expect([...sheet.matchAll(/>(Ada|Bert|Cleo)</g)].map(([, name]) => name)).toEqual(['Bert', 'Cleo', 'Ada'])
})

test('if a host or a group takes up free places, the session says how many places can still be booked', () => {
  const session = sampleSession({ slot_date: day, remaining: 9, host_guests: 1 })
  expect(placesSentence(session)).toBe('0 of 12 places, 9 left: the host is with 1 other')
  expect(placesSentence({ ...session, remaining: 0, host_guests: 12 })).toBe(
    '0 of 12 places, full: the host is with 12 others',
  )
  expect(placesSentence({ ...session, guests: 3, not_marked: 3, host_guests: null, remaining: 4 })).toBe(
    '3 of 12 places, 4 left',
  )
  expect(placesSentence({ ...session, guests: 3, not_marked: 3, host_guests: null, remaining: 9 })).toBe(
    '3 of 12 places',
  )
})

test('a session and its printed line name another session that its guide leads at that time', () => {
  const host = { id: 'h', name: 'Ana', kind: 'person', is_own: false } as const
  const walk = sampleSession({ slot_date: day, host, guests: 2 })
  const cellar = { ...walk, id: 'y', title: 'Cellar Tour', start_time: '15:00:00', end_time: '16:00:00' }
  const sessions = [walk, cellar]
  const shown = renderToStaticMarkup(
    <MemoryRouter>
      <RunningOrder area="winemaker" sessions={sessions} parties={[]} />
    </MemoryRouter>,
  )
  const printed = renderToStaticMarkup(<DaySheet sessions={sessions} parties={[]} />)
  for (const text of [shown, printed]) {
    expect(text).toContain('Ana also guides Cellar Tour, 3:00 PM to 4:00 PM')
    expect(text).toContain('Ana also guides Walk, 2:00 PM to 3:30 PM')
  }
})

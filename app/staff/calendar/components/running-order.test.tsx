import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import { sampleSession } from '../../../../test/session.ts'
import type { Party } from '../../../bookings/sessions/session.ts'
import { RunningOrder } from './running-order.tsx'

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

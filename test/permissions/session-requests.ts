import { randomUUID } from 'node:crypto'

import type { RowIds } from './world.ts'

const day = '2026-06-06'
const guest = { guest_name: 'Eve', guest_email: 'eve@example.com' }

/** The query and the body of a valid request to the endpoints about sessions and about places held in sessions. */
export const sessionRequests: Record<
  string,
  (ids: RowIds) => { query?: Record<string, string>; body?: unknown }
> = {
  'POST /holds': ({ experiences, availability_patterns: at }) => ({
    body: { experience_id: experiences, slot: `${at}-2026-06-07`, number_of_guests: 2, minutes: 10 },
  }),
  'POST /holds/{id}/book': () => ({
    body: { guest_name: 'Eve', guest_email: 'eve@example.com', guest_phone: '01632 960123' },
  }),
  'POST /call_offs': ({ vineyards: at }) => ({ body: { vineyard_id: at, day: day, reason: 'closed' } }),
  // The lists of call-offs and of session moves are requested for the day on which the vineyard has a row.
  'GET /call_offs': ({ vineyards }) => ({ query: { vineyard_id: vineyards, day: '2026-12-24' } }),
  'POST /call_offs/{id}/reopen': () => ({ body: {} }),
  'POST /session_moves': ({ experiences, availability_patterns: at }) => ({
    body: { experience_id: experiences, slot: `${at}-2026-06-06`, to: '2026-06-06T17:00' },
  }),
  'GET /session_moves': ({ vineyards }) => ({ query: { vineyard_id: vineyards, day: '2026-06-07' } }),
  'GET /group_holds': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'POST /group_holds': ({ vineyards, experiences, availability_patterns: at }) => ({
    body: {
      id: randomUUID(),
      vineyard_id: vineyards,
      name: 'Coach party',
      number_of_guests: 2,
      until: '2026-06-05',
      sessions: [{ experience_id: experiences, slot: `${at}-2026-06-07` }],
    },
  }),
  'PUT /group_holds/{id}': () => ({ body: { number_of_guests: 2, until: '2026-06-05' } }),
  'POST /group_holds/{id}/book': () => ({ body: guest }),
  'PUT /sessions/host': ({ experiences, hosts, availability_patterns: at }) => ({
    body: { experience_id: experiences, slot: `${at}-2026-06-07`, host_id: hosts },
  }),
}

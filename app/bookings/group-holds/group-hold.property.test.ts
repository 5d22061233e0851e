import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { makeDailyExperience, tryBooking } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { changeBookingStatus } from '../booking.server.ts'
import { bookGroupHold, createGroupHold, releaseGroupHold } from './group-hold.server.ts'

const sql = await ownDatabase()
const by = { actor: 'admin', actor_id: randomUUID() } as const
const day = '2026-06-13'
const monday = new Date('2026-06-01T09:00:00Z')
const at = (text: string) => new Date(text)
const contact = { guest_email: 'coach@example.com', guest_phone: null }
const guest = { guest_name: 'Mrs Field', ...contact, special_requests: '' }

test('counters are correct after any sequence of group holds, bookings, cancellations and expiries', async () => {
  const step = fc.oneof(
    fc.record({
      does: fc.constant('hold' as const),
      guests: fc.integer({ min: 1, max: 9 }),
      overbook: fc.boolean(),
    }),
    fc.record({
      does: fc.constantFrom('confirm' as const, 'release' as const, 'cancel' as const),
      which: fc.nat(5),
    }),
    fc.record({ does: fc.constant('book' as const), guests: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ does: fc.constant('wait' as const), days: fc.constantFrom(1, 5) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const market = await makeDailyExperience(sql, { capacity: 8 })
      let now = monday
      const groups: string[] = []
      const bookings: string[] = []
      for (const taken of steps) {
        if (taken.does === 'hold') {
          const until = now.toISOString().slice(0, 8) + String(now.getUTCDate() + 3).padStart(2, '0')
          const group = {
            id: randomUUID(),
            vineyard_id: market.experience.vineyard_id,
            name: 'Coach party',
            number_of_guests: taken.guests,
            ...contact,
            note: '',
            until,
            sessions: [{ experience_id: market.experience.id, slot: market.on(day) }],
            overbook: taken.overbook,
          }
          if ((await createGroupHold(sql, group, { by }, now)).ok) groups.push(group.id)
        } else if (taken.does === 'confirm') {
          const booked = await bookGroupHold(sql, groups[taken.which] ?? randomUUID(), guest, { by }, now)
          if (booked.ok) bookings.push(...booked.value.ids)
        } else if (taken.does === 'release') {
          await releaseGroupHold(sql, groups[taken.which] ?? randomUUID(), { by }, now)
        } else if (taken.does === 'cancel') {
          await changeBookingStatus(sql, bookings[taken.which] ?? randomUUID(), 'cancelled', { by }, now)
        } else if (taken.does === 'book') {
          await tryBooking(sql, market.experience, market.on(day), taken.guests, now)
        } else if (taken.does === 'wait' && now < at('2026-06-08T00:00:00Z')) {
          now = new Date(now.getTime() + taken.days * 86_400_000)
        }
        expect(await findInconsistencies(sql, now)).toEqual([])
      }
    }),
    { numRuns: Number(process.env.HOLD_RUNS ?? 16) },
  )
})

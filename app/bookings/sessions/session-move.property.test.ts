import fc from 'fast-check'
import { expect, test } from 'vitest'

import { tryBooking } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { by, day, early, holdForGroup, makeMovable, next, now, soon } from '../../../test/session-moves.ts'
import type { StaffSlotName } from '../../availability/slot.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { nobody } from '../../people/sign-in/actor.ts'
import {
  cancelBookingAsGuest,
  changeBookingStatus,
  moveBooking,
  undoBookingStatus,
} from '../booking.server.ts'
import { callOff, reopen } from './call-off.server.ts'
import { findSessions } from './session.server.ts'
import { moveSession, undoSessionMove } from './session-move.server.ts'

const sql = await ownDatabase()

const step = fc.record({
  does: fc.constantFrom('book', 'cancel', 'revive', 'shift', 'hold', 'move', 'move', 'undo', 'off', 'open'),
  n: fc.nat({ max: 7 }),
  guests: fc.integer({ min: 1, max: 4 }),
})

test('after random bookings, holds, moves, call-offs and undos, all counters, hosts and histories agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { experience, at, on, party, vineyard_id } = await makeMovable(sql, { capacity: 6 })
      const [host] = await sql<[{ id: string }]>`
        insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Ann', 7) returning id`
      await sql`update experiences set host_id = ${host.id} where id = ${experience.id}`
      const slots = [on(day), at(day), on(next), at(next)]
      await party(2)
      const slotOf = (n: number) => slots[n % slots.length] ?? on(day)
      const [moves, offs]: [string[], string[]] = [[], []]
      for (const { does, n, guests } of steps) {
        const ids = await sql<
          { id: string }[]
        >`select id from bookings where vineyard_id = ${vineyard_id} order by created_at, id`
        const id = ids[n % ids.length]?.id ?? ''
        if (does === 'book') await tryBooking(sql, experience, slotOf(n), guests, early)
        if (does === 'cancel' && n % 2) await cancelBookingAsGuest(sql, id, early)
        if (does === 'cancel') await changeBookingStatus(sql, id, 'cancelled', { by }, now)
        if (does === 'revive') await undoBookingStatus(sql, id, { by, seen: 'cancelled' }, soon)
        if (does === 'shift') await moveBooking(sql, id, { slot: slotOf(n) }, { by: nobody }, early)
        if (does === 'hold') await holdForGroup(sql, experience, slotOf(n)).catch(() => undefined)
        if (does === 'off') {
          const off = await callOff(
            sql,
            { vineyard_id, day, slots: [on(day)], reason: 'weather', message: '' },
            { by },
            now,
          )
          if (off.ok && off.value.id) offs.push(off.value.id)
        }
        if (does === 'open') await reopen(sql, offs.pop() ?? id, { by, overbook: n % 2 === 0 }, soon)
        if (does === 'undo') await undoSessionMove(sql, moves.pop() ?? id, { by }, soon)
        if (does === 'move') {
          const sessions = await findSessions(
            sql,
            { experience_id: experience.id, from: day, until: next },
            { by },
            now,
          )
          const { id: session } = sessions[n % sessions.length] ?? {}
          const slot = [...slots].find((each) => `${each.pattern_id}-${each.slot_date}` === session)
          const to: StaffSlotName =
            guests === 4 ? { slot_date: day, start_time: '15:15' } : slotOf(n + guests)
          const moved = await moveSession(
            sql,
            {
              experience_id: experience.id,
              slot: slot ?? { availability_id: session ?? id },
              to,
              into_past: false,
              preview: n === 7,
            },
            { by },
            now,
          )
          if (moved.ok && moved.value.id) moves.push(moved.value.id)
        }
        expect(await findInconsistencies(sql, soon)).toEqual([])
      }
    }),
    { numRuns: Number(process.env.HOLD_RUNS ?? 6) },
  )
})

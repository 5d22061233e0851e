import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'

import { createBooking } from '../../app/bookings/new-bookings/create-booking.server.ts'
import { hashPassword } from '../../app/people/accounts/password.server.ts'
import { guestBookingRequest } from '../book.ts'
import { makeAdmin, makeExperience, makePattern, makeVineyard, makeWinemaker } from '../make.ts'
import { adminSession } from './admin-session.ts'
import { onSiteDatabase } from './site-database.ts'

const password = 'the long rows above the mill'

/** The usual capacity of each of the vineyard's two daily sessions. */
const places = 10

type Party = { name: string; day: string; guests: number; notes?: string }

/**
 * Makes a vineyard for one journey alone, so that other journeys do not change its bookings or figures. It has a
 * winemaker, and a daily walk at 11:00 AM and 3:00 PM for £22.50 a person. `parties` have booked the morning session.
 */
export function makeEstate(parties: Party[] = [], capacity = places) {
  return onSiteDatabase(async (sql) => {
    const hashed = await hashPassword(password)
    if (!hashed.ok) throw new Error(hashed.problem)
    // The vineyard has a position, because the journeys of the map count pins.
    const vineyard = await makeVineyard(sql, {
      name: `Mill Rows ${randomUUID().slice(0, 8)}`,
      latitude: 50.95,
      longitude: 0.35,
    })
    const winemaker = await makeWinemaker(sql, { vineyard_id: vineyard.id, password_hash: hashed.value })
    const walk = await makeExperience(sql, {
      vineyard_id: vineyard.id,
      title: 'Walk of the rows',
      price_per_person: 22.5,
    })
    const at = { experience_id: walk.id, capacity }
    const morning = await makePattern(sql, { ...at, start_time: '11:00' })
    await makePattern(sql, { ...at, start_time: '15:00' })
    const booking = sql
    for (const { name, day, guests, notes = '' } of parties) {
      const request = guestBookingRequest(walk, { pattern_id: morning.id, slot_date: day }, guests)
      const party = { ...request, guest_name: name, special_requests: notes }
      const outcome = await createBooking(booking, walk, party, new Date())
      if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.problem)}`)
    }
    return { vineyard, winemaker: { ...winemaker, password }, walk }
  })
}

/** Returns a Saturday 13 to 19 days ahead and the Sunday after it, as `yyyy-MM-dd`. */
export function weekendAhead(): { saturday: string; sunday: string } {
  const today = Temporal.Now.plainDateISO('Europe/London')
  const saturday = today.add({ days: 20 - today.dayOfWeek })
  return { saturday: saturday.toString(), sunday: saturday.add({ days: 1 }).toString() }
}

/** Signs every page of the context in as this winemaker. */
export async function enterAs(context: BrowserContext, { token }: { token: string }): Promise<void> {
  await keepInStorage(context, 'winemaker_session_token', token)
}

/** Signs every page of the context in as a new admin. */
export async function enterAsAdmin(context: BrowserContext) {
  const { token } = await onSiteDatabase((sql) => makeAdmin(sql))
  await keepInStorage(context, 'admin_session', adminSession({ token }))
}

/** Stores an entry in the local storage of every page of the context. */
export async function keepInStorage(
  context: BrowserContext,
  ...entry: readonly [key: string, value: string]
) {
  await context.addInitScript(([key, value]) => {
    // An empty tab or frame has no local storage.
    if (location.protocol === 'http:') localStorage.setItem(key, value)
  }, entry)
}

import type { BrowserContext, Page } from '@playwright/test'

import { createBooking } from '../../app/bookings/new-bookings/create-booking.server.ts'
import { guestBookingRequest } from '../book.ts'
import { makeExperience, makePattern, makeVineyard, makeWinemaker } from '../make.ts'
import { expect } from './journey.ts'
import { enterAs } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

/**
 * Makes a vineyard with `parties` bookings for today, half of them in a session that has started and half in a session
 * at the end of the day. Returns a winemaker, and the references in the order of the list on Today.
 */
export function makeGate(parties: number, { role = 'owner', capacity = 400 } = {}) {
  return onSiteDatabase(async (sql) => {
    const vineyard = await makeVineyard(sql, { name: `Gate ${crypto.randomUUID().slice(0, 8)}` })
    const winemaker = await makeWinemaker(sql, { vineyard_id: vineyard.id, role })
    const tour = await makeExperience(sql, {
      vineyard_id: vineyard.id,
      title: 'Cellar tour and tasting',
      max_group_size: null,
      duration_minutes: 30,
    })
    const [{ today, midnight }] = await sql<[{ today: string; midnight: Date }]>`
      select to_char(day, 'YYYY-MM-DD') as today, london_instant(day, '00:00') as midnight
      from (select london_today(now()) as day) as d`
    const at = { experience_id: tour.id, capacity }
    const early = await makePattern(sql, { ...at, start_time: '00:01' })
    const late = await makePattern(sql, { ...at, start_time: '23:58' })
    const references: string[] = []
    for (let n = 0; n < parties; n++) {
      const pattern = n < parties / 2 ? early : late
      const request = guestBookingRequest(tour, { pattern_id: pattern.id, slot_date: today }, 2 + (n % 4))
      const booking = await createBooking(
        sql,
        tour,
        {
          ...request,
          guest_name: `${names[n % names.length]} ${String(n + 1).padStart(2, '0')}`,
          guest_email: `guest${n}@example.com`,
          special_requests: n % 7 === 2 ? 'One guest eats no nuts; another uses a wheelchair.' : '',
        },
        // The bookings were made an hour before the first session.
        new Date(midnight.getTime() - 3_600_000),
      )
      if (!booking.ok) throw new Error(JSON.stringify(booking.problem))
      references.push(booking.value.reference)
    }
    return { vineyard_id: vineyard.id, winemaker, tour, today, references }
  })
}

const names = ['Ada Lovelace', 'Mary Shelley', 'Grace Hopper', 'Alan Turing', 'Emmeline Pankhurst']

/** Opens Today, and waits until its service worker can open the page offline. */
export async function openToday(context: BrowserContext, winemaker: { token: string }): Promise<Page> {
  await enterAs(context, winemaker)
  const page = await context.newPage()
  await page.goto('/winemaker/today')
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const isControlled = navigator.serviceWorker.controller !== null
        return isControlled && (await caches.match('/winemaker/today')) !== undefined
      }),
    )
    .toBe(true)
  return page
}

export const rowOf = (page: Page, reference: string) => page.locator(`[data-reference="${reference}"]`)

/** Returns the number of presses that `act` makes. The page must stay open. */
export async function countPresses(page: Page, act: () => Promise<void>): Promise<number> {
  const presses = await page.evaluateHandle(() => {
    const counted = { count: 0 }
    addEventListener('click', () => void counted.count++, { capture: true })
    return counted
  })
  await act()
  return (await presses.jsonValue()).count
}

/** Adds a walk-in in two presses. */
export async function addWalkIn(page: Page, guests: string, session?: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Walk-in' }).click()
  const sheet = page.getByRole('dialog', { name: 'Walk-in' })
  if (session) await sheet.getByRole('radio', { name: session }).check()
  await sheet.getByRole('button', { name: guests, exact: true }).click()
}

/** Kills the process of the page, as when a device runs out of memory. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  void session.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
}

/** Changes the capacity of the sessions in the database. Open pages do not notice this. */
export function setCapacity(vineyard_id: string, capacity: number) {
  return onSiteDatabase(async (sql) => {
    await sql`
      update availability_patterns set capacity = ${capacity}
      where experience_id in (select id from experiences where vineyard_id = ${vineyard_id})`
    await sql`select update_slots(${vineyard_id}, null, null, now())`
  })
}

/** Returns one row for each walk-in and one row for each payment of the vineyard. */
export function readTakings(vineyard_id: string) {
  return onSiteDatabase(async (sql) => {
    const walkIns = await sql<{ guests: number; overbooked: boolean; attendance: string }[]>`
      select number_of_guests as guests, is_overbooked as overbooked, attendance
      from bookings where vineyard_id = ${vineyard_id} and channel = 'walk_in' and status <> 'cancelled' order by number_of_guests`
    const money = await sql<{ guests: number; kind: string; amount: number }[]>`
      select b.number_of_guests as guests, p.kind, p.amount
      from payments p join bookings b on b.id = p.booking_id
      where p.vineyard_id = ${vineyard_id} order by p.id`
    return { walkIns: [...walkIns], money: [...money] }
  })
}

/** Returns, by reference, the attendance and the number of marks of each party of the vineyard. */
export function readMarks(vineyard_id: string) {
  return onSiteDatabase(async (sql) => {
    const rows = await sql<{ reference: string; attendance: string | null; marks: number }[]>`
      select b.reference, b.attendance,
        (select count(*)::int from booking_events e where e.booking_id = b.id and e.kind = 'marked') as marks
      from bookings b where b.vineyard_id = ${vineyard_id}`
    return new Map(rows.map(({ reference, attendance, marks }) => [reference, { attendance, marks }]))
  })
}

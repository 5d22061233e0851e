import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect } from 'vitest'

import { findInconsistencies } from '../app/operations/consistency-checks/consistency-check.server.ts'
import type { startApp } from './app.ts'
import type { makeDailyExperience } from './book.ts'

export type Market = Awaited<ReturnType<typeof makeDailyExperience>>

const start = Date.parse('2026-06-01T09:00:00Z')
/** Returns the instant that is this number of minutes after the start of these tests. */
export const at = (minutes: number) => new Date(start + minutes * 60_000)
export const day = '2026-06-06'
export const nextDay = (n: number) => new Date(Date.parse(day) + n * 86_400_000).toISOString().slice(0, 10)
export const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

let person = 0

/** Returns the details of a guest whom no other test uses. */
export function somebody() {
  person += 1
  return {
    guest_name: 'Ada Lovelace',
    guest_email: `ada.${person}@example.com`,
    guest_phone: `01632 96${String(person).padStart(4, '0')}`,
    special_requests: 'Buy cheap gold at gold.example',
  }
}

/** Returns functions that send requests of unverified guests to a site. After each test, the consistency check runs. */
export function unverifiedGuests(app: Awaited<ReturnType<typeof startApp>>) {
  const { sql, visit, submit } = app
  beforeEach(() => {
    app.now = at(0)
  })
  afterEach(async () => {
    expect(await findInconsistencies(sql, app.now)).toEqual([])
  })

  /** Books as a program that calls the API does. */
  async function post(
    { experience }: Pick<Market, 'experience'>,
    guest: object,
    on = day,
    key: string = randomUUID(),
    headers = {},
  ) {
    const answer = await visit('/api/bookings', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...headers },
      body: JSON.stringify({
        vineyard_id: experience.vineyard_id,
        experience_id: experience.id,
        booking_date: on,
        start_time: '14:30',
        number_of_guests: 2,
        total_price: experience.price_per_person * 2,
        ...guest,
      }),
    })
    return { status: answer.status, retry: answer.headers.get('Retry-After'), body: await answer.json() }
  }

  /** Sends the form of the booking page. */
  function sendForm({ experience, pattern }: Market, guest: object, key: string = randomUUID()) {
    return submit(`/book-now/${experience.vineyard_id}?experience=${experience.id}`, {
      guests: '2',
      date: day,
      slot: `${pattern.id}-${day}`,
      price_per_person: String(experience.price_per_person),
      idempotency_key: key,
      ...guest,
    })
  }

  const linksTo = async (address: string) =>
    (
      await sql<{ link: string }[]>`
      select payload ->> 'link' as link from emails where to_address = ${address} and email_type = 'booking_link'
      order by created_at, id`
    ).map(({ link }) => link)

  /**
   * Makes a guest with three bookings on a day, whose fourth booking is held. With `byForm`, sends the fourth
   * booking as the booking page does.
   */
  async function makeHeld(market: Market, { byForm = false } = {}) {
    const guest = somebody()
    for (const _ of [1, 2, 3]) await post(market, guest)
    expect((await (byForm ? sendForm(market, guest) : post(market, guest))).status).toBe(202)
    const [link = ''] = await linksTo(guest.guest_email)
    return { guest, link, id: link.split('/')[2] ?? '' }
  }
  return { post, sendForm, linksTo, makeHeld }
}

import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'

import type { startApp } from './app.ts'
import { makeToken } from '../app/people/sign-in/session.server.ts'
import { makeExperience, makePattern, makeVineyard } from './make.ts'
import { textOf } from './page.ts'

type App = Pick<Awaited<ReturnType<typeof startApp>>, 'sql' | 'visit' | 'submit'>
export const saturday = '2026-06-06'

/** Makes a vineyard near Lewes with a tour at this time every day, for `capacity` guests. */
export async function makeTour(
  sql: App['sql'],
  name: string,
  start_time: string,
  { latitude = 50.87, longitude = 0.01, capacity = 10, duration_minutes = 90 } = {},
) {
  const vineyard = await makeVineyard(sql, { name, latitude, longitude, city: 'Lewes' })
  const experience = await makeExperience(sql, {
    vineyard_id: vineyard.id,
    title: `Tour of ${name}`,
    duration_minutes,
  })
  const pattern = await makePattern(sql, { experience_id: experience.id, start_time, capacity })
  return { vineyard, experience, pattern }
}

export const planGuest = {
  guest_name: 'Ada Lovelace',
  guest_email: 'ada@example.com',
  guest_phone: '01632 960123',
  special_requests: '',
}

type PlanForm = Record<string, string> & { visits: string[] }

/** Returns the fields of the form that books visits on an itinerary's page. */
export async function planFormOf(visit: App['visit'], path: string): Promise<PlanForm> {
  const html = await textOf(await visit(path))
  const form = /<form[^>]*class="plan-book".*?<\/form>/s.exec(html)?.[0] ?? ''
  const inputs = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const fields = inputs.map(([, name, value = '']) => [name, value.replaceAll('&quot;', '"')] as const)
  const entries = fields.filter(([name]) => name !== 'visit')
  const visits = fields.flatMap(([name, value]) => (name === 'visit' ? [value] : []))
  return { ...Object.fromEntries(entries), visits }
}

/** Sends the form that `planFormOf` returned, with the guest's details. */
export function sendPlan(visit: App['visit'], path: string, { visits, ...fields }: PlanForm, changes = {}) {
  const body = new URLSearchParams({ ...fields, ...planGuest, intent: 'book', ...changes })
  for (const sent of visits) body.append('visit', sent)
  return visit(path, { method: 'POST', body })
}

/**
 * Returns functions that make vineyards and itineraries (published, booked or shared), answer a shared itinerary, and read the
 * stored rows and the calendar file.
 */
export function planDays({ sql, visit, submit }: App) {
  type Offer = Awaited<ReturnType<typeof makeOffer>>
  let made = 0

  const makeOffer = (name: string, start_time: string, capacity = 10) =>
    makeTour(sql, name, start_time, { capacity })

  /** Makes a published itinerary with these stops. */
  async function publish(stops: { offer: Offer; start_time: string | null }[], title = 'Under the Downs') {
    const [curated] = await sql<[{ id: string }]>`
      insert into itineraries ${sql({ title, summary: 'Chalk and lunch.', begins_at: '09:30', is_curated: true, published_at: '2026-05-01T09:00:00Z' })}
      returning id`
    for (const [n, { offer, start_time }] of stops.entries())
      await sql`insert into itinerary_stops ${sql({
        itinerary_id: curated.id,
        place: n + 1,
        vineyard_id: offer.vineyard.id,
        experience_id: offer.experience.id,
        start_time,
        note: `Note ${n + 1}`,
      })}`
    return { ...curated, path: `/itinerary/${curated.id}` }
  }

  /** Publishes a day with a visit at 11:00 at one new vineyard, and a visit at 2:30 at another. */
  async function publishTwoVisits(name: string, capacity: number) {
    const first = await makeOffer(`${name} Hill`, '11:00', capacity)
    const second = await makeOffer(`${name} Dale`, '14:30', capacity)
    const stops = [
      { offer: first, start_time: '11:00' },
      { offer: second, start_time: '14:30' },
    ]
    return { first, second, ...(await publish(stops)) }
  }

  /** Returns the form that copies a published itinerary, with a new id and edit key. */
  function copyForm(changes: Record<string, string> = {}) {
    const n = String(++made).padStart(3, '0')
    const [id, key] = [`00000000-0000-4000-8000-000000000${n}`, `${'c'.repeat(40)}${n}`]
    return { intent: 'copy', id, key, visit_date: saturday, party: '2', ...changes }
  }
  const stopsOf = async (id: string) =>
    sql`
      select v.name, e.title, s.start_time, s.note, s.booking_id, s.day from itinerary_stops s
        left join vineyards v on v.id = s.vineyard_id left join experiences e on e.id = s.experience_id
      where s.itinerary_id = ${id} order by s.place`

  /** Books and shares an itinerary with one visit. Returns the itinerary's id and paths, and the booking. */
  async function bookADay(offer: Offer, date = saturday, guest = {}) {
    const answers = copyForm()
    const offered = {
      day: 0,
      vineyard_id: offer.vineyard.id,
      experience_id: offer.experience.id,
      slot: `${offer.pattern.id}-${date}`,
      start_time: '14:30:00',
      price_per_person: Number(offer.experience.price_per_person),
    }
    const booked = await submit('/itinerary/create', {
      ...answers,
      intent: 'book',
      title: 'A day near Lewes',
      visit_date: date,
      visit: JSON.stringify(offered),
      ...planGuest,
      ...guest,
    })
    const path = booked.headers.get('Location') ?? ''
    await submit(path, { intent: 'share' })
    const share =
      /value="http:\/\/site\.test([^"]+\?share=[^"]+)"/.exec(await textOf(await visit(path)))?.[1] ?? ''
    const [booking] = await sql<[{ id: string; reference: string }]>`
      select b.id, b.reference from bookings b join itinerary_stops s on s.booking_id = b.id
      where s.itinerary_id = ${answers.id}`
    return { id: answers.id, path, share, booking }
  }
  /** Makes a shared itinerary. `view` is the maker's page, `share` the page behind the link. */
  async function shareADay(title = 'Our day') {
    const [id, key] = [randomUUID(), makeToken()]
    await submit('/itinerary/create', { intent: 'empty', title, id, key })
    const view = `/itinerary/${id}?key=${key}`
    await submit(view, { intent: 'share', share_until: '' })
    const [row] = await sql<{ share_id: string }[]>`select share_id from itineraries where id = ${id}`
    return { id, key, view, share: `/itinerary/${id}?share=${row?.share_id}` }
  }
  const answer = (share: string, changes: Record<string, string> = {}) =>
    submit(share, { intent: 'coming', answer_key: makeToken(), friend_name: 'Ada', needs: '', ...changes })
  const answersOf = (id: string) =>
    sql`select name, is_coming, needs, vote from itinerary_answers where itinerary_id = ${id} order by created_at, id`
  const versionOf = async (id: string) => {
    const [row] = await sql<{ version: number }[]>`select version from itineraries where id = ${id}`
    return String(row?.version)
  }

  const calendarAt = async (path: string) => {
    const response = await visit(path.replace('?', '/calendar.ics?'))
    const text = await response.text()
    const type = response.headers.get('Content-Type')
    if (response.status !== 200) return { status: response.status, type, text, entries: [] }
    const entries = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents('vevent')
      .map((one) => new ICAL.Event(one))
      .map(({ uid, sequence, summary, startDate, endDate }) => ({
        uid,
        sequence,
        summary,
        start: startDate.toString(),
        end: endDate.toString(),
        zone: startDate.zone.tzid,
      }))
    return { status: response.status, type, text, entries }
  }

  return {
    makeOffer,
    publish,
    publishTwoVisits,
    copyForm,
    stopsOf,
    bookADay,
    shareADay,
    answer,
    answersOf,
    versionOf,
    calendarAt,
  }
}

import { cancelBookingAsGuest, changeBookingStatus } from '../../../app/bookings/booking.server.ts'
import { markAttendance } from '../../../app/bookings/attendance.server.ts'
import { createBooking } from '../../../app/bookings/new-bookings/create-booking.server.ts'
import { createStaffBooking, createWalkIn } from '../../../app/bookings/new-bookings/staff-booking.server.ts'
import { recordPayment, recordSale } from '../../../app/bookings/payments/payment.server.ts'
import { completeVisits } from '../../../app/bookings/scheduled-jobs.server.ts'
import { storeMissingSlots } from '../../../app/availability/stored-slots.server.ts'
import type { StaffMember } from '../../../app/people/sign-in/actor.ts'
import type { Sql, Transaction } from '../../../app/platform/database/database.server.ts'
import { addDays, type Day, dayOf } from '../../../app/platform/days.ts'
import type { Result } from '../../../app/platform/result.ts'
import { demoEstates } from './estates.ts'
import { type DemoParty, demoParties } from './parties.ts'
import { idFrom } from './seasons.ts'

/** The number of days before today and after today on which the parties have visits. */
const span = { behind: 9, ahead: 16 }
const [minute, day] = [60_000, 86_400_000]

type Session = {
  experience_id: string
  vineyard_id: string
  pattern_id: string
  slot_date: Day
  starts_at: Date
  is_instant: boolean
  fewest: number
  most: number
  price_per_person: number
}

/**
 * Books visits of made-up parties around today as guests and staff would, and records what the parties did.
 * The external reference of each booking begins with 'demonstration', and the reason of each sale contains this word. No email is
 * sent. Returns how many parties were booked: 0 if they were booked before, or if there is no admin.
 */
export async function loadDemoParties(sql: Sql, now: Date): Promise<number> {
  // Slots are stored only from the day of the given time on, so past slots need an earlier time.
  await storeMissingSlots(sql, new Date(now.getTime() - span.behind * day))
  await storeMissingSlots(sql, now)
  return sql.begin(async (transaction) => {
    // Several processes may start at once.
    await transaction`select pg_advisory_xact_lock(hashtext('demonstration parties'))`
    const [{ known, admin_id }] = await transaction<[{ known: boolean; admin_id: string }]>`
      select exists (select from bookings where external_reference like 'demonstration %') as known,
        (select id from admins order by is_demo desc, created_at limit 1) as admin_id`
    if (known || admin_id === null) return 0
    let count = 0
    for (const [n, estate] of demoEstates.entries()) {
      const by = await staffOf(transaction, estate.id, admin_id)
      const sessions = await sessionsOf(transaction, estate.id, now)
      for (const [i, party] of (demoParties[n] ?? []).entries()) {
        const key = `demonstration ${estate.slug} ${i + 1}`
        if (await bookParty(transaction, { party, by, key, sessions: wanted(party, i, sessions, now) }, now))
          count++
      }
      const sale = {
        kind: 'card',
        amount: 18 + n,
        reason: 'Two glasses (demonstration)',
        idempotency_key: idFrom(`sale ${estate.id}`),
      } as const
      required(await recordSale(transaction, { ...sale, vineyard_id: estate.id }, { by }, now))
    }
    await completeVisits(transaction, now)
    return count
  })
}

/** Returns the estate's own winemaker, or the admin if the estate has no winemaker. */
async function staffOf(sql: Transaction, vineyard_id: string, admin_id: string): Promise<StaffMember> {
  const [own] = await sql<
    { id: string }[]
  >`select id from winemakers where vineyard_id = ${vineyard_id} limit 1`
  return own ? { actor: 'winemaker', actor_id: own.id, vineyard_id } : { actor: 'admin', actor_id: admin_id }
}

async function sessionsOf(sql: Transaction, vineyard_id: string, now: Date): Promise<Session[]> {
  const today = dayOf(now)
  return sql<Session[]>`
    select s.experience_id, s.vineyard_id, s.pattern_id, s.slot_date, s.starts_at, e.is_instant, e.price_per_person,
      e.min_group_size as fewest, coalesce(e.max_group_size, 10) as most
    from slots s join experiences e on e.id = s.experience_id
    where s.vineyard_id = ${vineyard_id} and s.pattern_id is not null and is_open(s)
      and s.slot_date between ${addDays(today, -span.behind)} and ${addDays(today, span.ahead)}
    order by s.starts_at, s.id`
}

/** Returns the sessions that a party may book, in the order in which the party prefers them. */
function wanted({ when, by, pending }: DemoParty, i: number, sessions: Session[], now: Date): Session[] {
  const today = dayOf(now)
  const begun = sessions.filter(({ starts_at }) => starts_at <= now).toReversed()
  const past = begun.filter(({ slot_date }) => slot_date < today)
  const coming = sessions.filter(({ slot_date }) => slot_date > today)
  // A pending booking is at least five days ahead, because the longest cut-off of an experience is five days.
  const unconfirmed = coming.filter(
    ({ slot_date, is_instant }) => !is_instant && slot_date > addDays(today, 4),
  )
  const ofToday = sessions.filter(({ slot_date }) => slot_date === today)
  if (by === 'gate') return begun
  const choice = { past, coming: pending && unconfirmed.length > 0 ? unconfirmed : coming, today: ofToday }[
    when
  ]
  const offset = choice.length === 0 ? 0 : (i * 2) % choice.length
  const rest = when === 'today' ? coming : []
  return [...choice.slice(offset), ...choice.slice(0, offset), ...rest]
}

type Wanted = { party: DemoParty; by: StaffMember; key: string; sessions: Session[] }

/** Books the first session with places, and records what the party did. Returns whether a session was found. */
async function bookParty(
  sql: Transaction,
  { party, by, key, sessions }: Wanted,
  now: Date,
): Promise<boolean> {
  for (const session of sessions) {
    const booked = await book(sql, { party, by, key }, session, now)
    if (!booked) continue
    const { id, at } = booked
    const name = await sql`
        update bookings set
          external_reference = ${key}, tags = sorted_tags(${party.tags ?? []}), staff_notes = ${party.note ?? ''}
        where id = ${id} returning status`
    if (name[0]?.status === 'pending' && !party.pending)
      required(await changeBookingStatus(sql, id, 'confirmed', { by }, new Date(at.getTime() + 90 * minute)))
    await playVisit(sql, { party, by, key, id, at }, session, now)
    return true
  }
  return false
}

async function book(
  sql: Transaction,
  { party, by, key }: Omit<Wanted, 'sessions'>,
  session: Session,
  now: Date,
) {
  const { experience_id, vineyard_id, starts_at, pattern_id, slot_date, price_per_person } = session
  const guests = Math.min(Math.max(party.guests, session.fewest), session.most)
  const slot = { pattern_id, slot_date }
  const request = {
    slot,
    number_of_guests: guests,
    idempotency_key: idFrom(key),
    special_requests: party.request ?? '',
  }
  const longAgo = starts_at.getTime() - 6 * day
  const at = new Date(
    party.by === 'gate'
      ? starts_at.getTime() + 5 * minute
      : Math.min(longAgo, now.getTime() - 5 * 60 * minute),
  )
  const phone = `01632 960${100 + (Number.parseInt(idFrom(party.name).slice(0, 4), 16) % 900)}`
  const contact = { guest_name: party.name, guest_phone: phone }
  const how = { by, overbook: false }
  if (party.by === 'gate') {
    const walkIn = { ...request, experience_id, guest_name: null, requested_at: at.toISOString() }
    const made = await createWalkIn(sql, walkIn, how, at > now ? now : at)
    return made.ok ? { id: made.value.id, at } : null
  }
  const made =
    party.by === 'telephone'
      ? await createStaffBooking(sql, { ...request, ...contact, experience_id, guest_email: null }, how, at)
      : await createBooking(
          sql,
          { id: experience_id, vineyard_id },
          { ...request, ...contact, slot_date, price_per_person, guest_email: emailOf(party.name) },
          at,
        )
  return made.ok ? { id: made.value.id, at } : null
}

/** Returns an address of a domain that cannot exist. Emails to this domain are stored and never sent. */
function emailOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z ]/g, '')
    .toLowerCase()
  return `${plain.replaceAll(' ', '.')}@demonstration.invalid`
}

type Visit = { party: DemoParty; by: StaffMember; key: string; id: string; at: Date }

/** Records payments, cancellations and attendance, at the times at which they would have happened. */
async function playVisit(
  sql: Transaction,
  { party, by, key, id, at }: Visit,
  { starts_at }: Session,
  now: Date,
) {
  const hasBegun = starts_at <= now
  const came = party.by === 'gate' ? true : party.came
  const arrival = new Date(Math.min(starts_at.getTime() + 6 * minute, now.getTime()))
  const pay = async (time: Date) => {
    if (!party.paid) return
    const entry = {
      booking: id,
      entry: 'payment',
      beyond_due: false,
      ...party.paid,
      idempotency_key: idFrom(`${key} paid`),
    } as const
    required(await recordPayment(sql, entry, { by }, time))
  }
  if (party.cancelled || came === 'no_show') await pay(new Date(at.getTime() + 2 * minute))
  const cancelledAt = new Date(
    Math.min(at.getTime() + 3 * day, now.getTime() - 60 * minute, starts_at.getTime() - 2 * day),
  )
  if (party.cancelled === 'guest') required(await cancelBookingAsGuest(sql, id, cancelledAt))
  if (party.cancelled === 'staff') {
    const cancellation = { reason: 'illness', message: '' } as const
    required(await changeBookingStatus(sql, id, 'cancelled', { by, cancellation }, cancelledAt))
  }
  if (!hasBegun || party.cancelled || came === undefined) return
  if (party.by !== 'gate') {
    const mark =
      came === 'no_show'
        ? ({ attendance: 'no_show', arrived_guests: null } as const)
        : ({ attendance: 'arrived', arrived_guests: came === true ? null : came } as const)
    required(await markAttendance(sql, { id }, mark, { by }, arrival))
  }
  if (came !== 'no_show') await pay(arrival)
}

/** Throws if a step of the demonstration was refused. */
function required(step: Result<unknown, unknown>): void {
  if (!step.ok) throw new Error(`The demonstration could not be booked: ${JSON.stringify(step.problem)}`)
}

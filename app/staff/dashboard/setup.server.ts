import type { SignedInWinemaker } from '../../people/sign-in/actor.ts'
import { addRow, isStillThere } from '../../people/accounts/staff-edit.server.ts'
import { savePlan } from '../../availability/plan.server.ts'
import { listNextSlots } from '../../availability/slot.server.ts'
import { createStaffBooking } from '../../bookings/new-bookings/staff-booking.server.ts'
import { experienceNoun, isPlanned } from '../../catalogue/experiences/experience.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { idFrom } from '../../platform/database/id-from.server.ts'
import { type Day, dayOf, type Time } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import {
  firstExperienceDefaults,
  type optionalSteps,
  type PagePart,
  pageParts,
  type SetupState,
  setupSteps,
  type SetupStep,
  testBooking,
} from './setup.ts'

/** The guided start: all its steps with their states, and the data that the steps need. */
export type Setup = NonNullable<Awaited<ReturnType<typeof findSetup>>>

type Facts = Record<PagePart, boolean> & {
  is_visible: boolean
  experience_id: string | null
  is_planned: boolean
  test_id: string | null
  test_status: string | null
  has_bookings: boolean
  is_told: boolean
  skipped: SetupStep[]
}

/** Returns the guided start of a vineyard, computed from its data. */
export async function findSetup(sql: Queryable, vineyard_id: string, now: Date) {
  const [facts] = await sql<[Facts?]>`
    select
      v.is_visible,
      coalesce(btrim(v.description), '') <> '' as description,
      v.cover_image_url is not null
        or exists (select from pictures p where p.vineyard_id = v.id and p.removed_at is null) as picture,
      coalesce(v.phone::text, v.email::text, '') <> '' as contact,
      first.id as experience_id, coalesce(first.is_bookable, false) as is_planned,
      test.id as test_id, test.status as test_status,
      exists (
        select from bookings b
        where b.vineyard_id = v.id and b.external_reference is distinct from ${testBooking.external_reference}
      ) as has_bookings,
      exists (
        select from bookings b where b.vineyard_id = v.id and b.channel in ('public', 'widget', 'reseller')
      ) or exists (
        select from api_keys k where k.vineyard_id = v.id and k.revoked_at is null
      ) as is_told,
      array(select s.step from skipped_setup_steps s where s.vineyard_id = v.id) as skipped
    from vineyards v
      left join lateral (
        select e.id, e.is_active and ${isPlanned(sql, now)} as is_bookable
        from experiences e where e.vineyard_id = v.id
        order by is_bookable desc, e.is_active desc, e.created_at, e.id limit 1
      ) as first on true
      left join lateral (
        select b.id, b.status from bookings b
        where b.vineyard_id = v.id and b.external_reference = ${testBooking.external_reference} and b.channel = 'staff'
        order by b.created_at desc limit 1
      ) as test on true
    where v.id = ${vineyard_id}`
  if (!facts) return undefined
  const { experience_id, test_id, is_visible, skipped } = facts
  const missing = pageParts.filter((part) => !facts[part])
  const isCancelled = facts.test_status === 'cancelled'
  const isDone: Record<SetupStep, boolean> = {
    page: missing.length === 0,
    experience: experience_id !== null,
    times: facts.is_planned || facts.has_bookings,
    test_booking: test_id === null ? facts.has_bookings : isCancelled,
    tell_people: facts.is_told,
  }
  const stateOf = (step: SetupStep): SetupState =>
    isDone[step] ? 'done' : skipped.includes(step) ? 'skipped' : 'open'
  const [next] =
    facts.is_planned && experience_id !== null
      ? await listNextSlots(sql, [experience_id], null, dayOf(now), 1, now)
      : []
  return {
    is_visible,
    missing,
    experience_id,
    test_booking: test_id === null ? null : { id: test_id, is_cancelled: isCancelled },
    next_slot: next ? { slot_date: next.slot_date, start_time: next.start_time } : null,
    steps: setupSteps.map((step) => ({ step, state: stateOf(step) })),
  }
}

type FirstExperience = {
  title: string
  price_per_person: number
  duration_minutes: number
  days_of_week: number[]
  start_time: Time
  capacity: number
}

/**
 * Creates the first experience of a vineyard with its weekly start, and makes it active. Refused if the vineyard
 * already has an experience.
 */
export async function addFirstExperience(
  sql: Sql,
  { days_of_week, start_time, capacity, ...details }: FirstExperience,
  { by }: { by: SignedInWinemaker },
  now: Date,
): Promise<Result<{ id: string }, 'exists'>> {
  const { vineyard_id } = by
  const { booking_cutoff_minutes, cancellation_cutoff_minutes } = firstExperienceDefaults
  return inTransaction(sql, async (transaction) => {
    // A second press of the button waits here until the first has finished.
    await transaction`select from vineyards where id = ${vineyard_id} for no key update`
    const [existing] = await transaction`select from experiences where vineyard_id = ${vineyard_id} limit 1`
    if (existing) return refused('exists')
    const row = {
      vineyard_id,
      ...details,
      max_group_size: capacity,
      booking_cutoff_minutes,
      cancellation_cutoff_minutes,
    }
    const added = await addRow(transaction, experienceNoun, row, { by }, now)
    if (!added.ok) throw new Error(`The first experience was refused: ${added.problem.by}`)
    const start = { id: null, days_of_week, start_time, capacity, valid_from: dayOf(now), valid_until: null }
    const planned = await savePlan(transaction, added.value.id, [start], { by, seen: null }, now)
    if (!planned.ok) throw new Error(`The first start was refused: ${planned.problem.kind}`)
    return ok({ id: added.value.id })
  })
}

/**
 * Books the smallest party into the next free slot. The winemaker is the guest, and so receives the emails that guests
 * receive. A second call returns the same booking.
 */
export async function makeTestBooking(
  sql: Queryable,
  { by }: { by: SignedInWinemaker },
  now: Date,
): Promise<Result<{ id: string }, 'no_slot'>> {
  const { vineyard_id, actor_id } = by
  const experiences = await sql<{ id: string; min_group_size: number }[]>`
    select id, min_group_size from experiences where vineyard_id = ${vineyard_id} and is_active`
  const ids = experiences.map(({ id }) => id)
  const next = await listNextSlots(sql, ids, null, dayOf(now), 1, now)
  const earliest = next.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))[0]
  const experience = experiences.find(({ id }) => id === earliest?.experience_id)
  if (!earliest || !experience) return refused('no_slot')
  const [slot] = await sql<[{ pattern_id: string | null; availability_id: string; slot_date: Day }?]>`
    select s.pattern_id, s.availability_id, s.slot_date
    from slots_of(${experience.id}, ${earliest.slot_date}, ${earliest.slot_date}, ${now}) s
    where s.start_time = ${earliest.start_time}`
  const [{ email }] = await sql<[{ email: string }]>`select email from winemakers where id = ${actor_id}`
  if (!slot) return refused('no_slot')
  const { pattern_id, availability_id, slot_date } = slot
  const request = {
    experience_id: experience.id,
    slot: pattern_id === null ? { availability_id } : { pattern_id, slot_date },
    number_of_guests: experience.min_group_size,
    ...testBooking,
    guest_email: email,
    guest_phone: null,
    special_requests: 'A test from the guided start. Please cancel it.',
    idempotency_key: idFrom(`test booking of ${vineyard_id}`),
  }
  const booked = await createStaffBooking(sql, request, { by, overbook: false }, now)
  if (booked.ok) return booked
  switch (booked.problem.kind) {
    // An earlier press has already booked another slot with this key.
    case 'other': {
      const [existing] = await sql<[{ id: string }?]>`
        select id from bookings where idempotency_key = ${request.idempotency_key}`
      return existing ? ok(existing) : refused('no_slot')
    }
    case 'absent':
    case 'early':
    case 'full':
    case 'gone':
    case 'group_size':
      return refused('no_slot')
  }
}

const startOf = ({ slot_date, start_time }: { slot_date: Day; start_time: Time }) =>
  `${slot_date} ${start_time}`

/** Skips an optional step, or brings it back. */
export async function skipSetupStep(
  sql: Queryable,
  { step, is_skipped }: { step: (typeof optionalSteps)[number]; is_skipped: boolean },
  { by }: { by: SignedInWinemaker },
  now: Date,
): Promise<void> {
  const { vineyard_id } = by
  if (is_skipped)
    await sql`
      insert into skipped_setup_steps (vineyard_id, step, skipped_at)
      select ${vineyard_id}, ${step}, ${now}::timestamptz
      where ${isStillThere(sql, by)}
      on conflict do nothing`
  else
    await sql`
      delete from skipped_setup_steps
      where vineyard_id = ${vineyard_id} and step = ${step} and ${isStillThere(sql, by)}`
}

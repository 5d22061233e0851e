import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Sql } from '../app/platform/database/database.server.ts'
import { addDays, type Day } from '../app/platform/days.ts'
import { forAYear, makeExperience, makePattern, makeVineyard, storeSlots } from './make.ts'

const acts = [
  'make vineyard',
  'rename vineyard',
  'move vineyard',
  'show or hide vineyard',
  'make experience',
  'change experience',
  'turn experience on or off',
  'give experience away',
  'make pattern',
  'change pattern',
  'turn pattern on or off',
  'delete pattern',
  'close or cut',
  'lift exceptions',
  'make legacy slot',
  'delete legacy slots',
  'change host',
  'change who leads',
  'book',
  'cancel',
] as const

/** An edit of the catalogue. `which` chooses the row, and `value` the new value. */
export const anyEdit = fc.record({
  act: fc.constantFrom(...acts),
  which: fc.nat(10_000),
  value: fc.nat(10_000),
})
export type Edit = typeof anyEdit extends fc.Arbitrary<infer Drawn> ? Drawn : never

const names = [
  'Kent Bank',
  'kent rise',
  'Ash Row',
  "Miller's 100% Rows",
  'Bow_Hill',
  'Östrow',
  'Ŵern Bach',
  'AAA',
]

/**
 * Makes an edit directly in SQL, then stores the slots of the vineyards that it affects. An edit that a constraint
 * rejects has no effect.
 */
export async function edit(sql: Sql, change: Edit, today: Day): Promise<void> {
  const vineyards: string[] = []
  await editTables(sql, change, today, vineyards)
  if (change.act === 'book' || change.act === 'cancel') return
  const experiences = await sql<{ id: string }[]>`
    select id from experiences where vineyard_id = any (${vineyards}::uuid[])`
  await storeSlots(sql, ...experiences.map(({ id }) => id))
}

async function editTables(
  sql: Sql,
  { act, which, value }: Edit,
  today: Day,
  vineyards: string[],
): Promise<void> {
  const pick = async (table: string) => {
    const [row] = await sql<{ id: string; vineyard: string | null }[]>`
      select t.id, coalesce(to_jsonb(t) ->> 'vineyard_id', e.vineyard_id::text, t.id::text) as vineyard
      from ${sql(table)} t left join experiences e on e.id::text = to_jsonb(t) ->> 'experience_id'
      order by t.id offset ${which} % (select greatest(count(*), 1) from ${sql(table)})`
    if (row?.vineyard) vineyards.push(row.vineyard)
    return row?.id ?? randomUUID()
  }
  const of = <Item>(items: readonly Item[]) => items[value % items.length] as Item
  const day = addDays(today, value % 9)
  const update = (table: string, id: string, changes: Record<string, string | number | boolean | null>) =>
    sql`update ${sql(table)} set ${sql(changes)} where id = ${id}`

  switch (act) {
    case 'make vineyard':
      return void (await makeVineyard(sql, { name: of(names), city: of(['Kentisbury', 'Lewes', null]) }))
    case 'rename vineyard':
      return void (await update('vineyards', await pick('vineyards'), { name: of(names) }))
    case 'move vineyard':
      return void (await update('vineyards', await pick('vineyards'), {
        region: of(['Kent', 'Devon', null]),
      }))
    case 'show or hide vineyard':
      return void (await sql`
        update vineyards set is_visible = not is_visible where id = ${await pick('vineyards')}`)
    case 'make experience': {
      const vineyard_id = await pick('vineyards')
      const { id } = await makeExperience(sql, { ...forAYear, vineyard_id, type: 'picnic' })
      return void (await makePattern(sql, { experience_id: id, capacity: 1 + (value % 9) }))
    }
    case 'change experience':
      return void (await update('experiences', await pick('experiences'), {
        price_per_person: of([0, 15, 35.5, 620]),
        duration_minutes: of([45, 60, 240, null, 1440]),
        max_group_size: of([8, 12, null]),
        type: of(['wine_tasting', 'cellar_tour', 'harvest_day', null, 'picnic']),
        booking_cutoff_minutes: of([0, 300, 1500]),
        booking_horizon_days: of([365, 2, 4]),
      }))
    case 'turn experience on or off':
      return void (await sql`
        update experiences set is_active = not is_active where id = ${await pick('experiences')}`)
    case 'give experience away':
      return void (await sql`
        update experiences set vineyard_id = ${await pick('vineyards')}
        where host_id is null and id = (
          select e.id from experiences e
          where not exists (select from bookings b where b.experience_id = e.id)
            and not exists (select from availability_exceptions x where x.experience_id = e.id)
          order by e.id offset ${which % 20} limit 1
        )`)
    case 'make pattern':
      return void (await makePattern(sql, {
        experience_id: await pick('experiences'),
        start_time: `${String(10 + (which % 12)).padStart(2, '0')}:${15 + (value % 40)}`,
        valid_from: day,
      }).catch(ignoreConstraintError))
    case 'change pattern':
      return void (await update('availability_patterns', await pick('availability_patterns'), {
        capacity: 1 + (value % 12),
        start_time: of(['01:30', '09:00', '12:00', '23:30', '18:45']),
        valid_until: of([null, addDays(day, 40)]),
      }).catch(ignoreConstraintError))
    case 'turn pattern on or off':
      return void (await sql`
        update availability_patterns set is_active = not is_active
        where id = ${await pick('availability_patterns')}`.catch(ignoreConstraintError))
    case 'delete pattern':
      return void (await sql`
        with gone as (delete from slots where pattern_id = ${await pick('availability_patterns')})
        delete from availability_patterns where id = ${await pick('availability_patterns')}`.catch(
        ignoreConstraintError,
      ))
    case 'close or cut':
      return void (await sql`
        insert into availability_exceptions (
          vineyard_id, experience_id, pattern_id, starts_on, ends_on, from_time, until_time, capacity
        )
        select e.vineyard_id, case when ${which % 3} > 0 then e.id end, case when ${which % 3} > 1 then p.id end,
          ${day}, ${day}::date + ${value % 3}::int, ${of([null, null, '11:00'])}::time, ${of([null, null, '15:00'])}::time,
          ${of([null, null, null, null, 3])}::int
        from availability_patterns p join experiences e on e.id = p.experience_id
        where p.id = ${await pick('availability_patterns')}`)
    case 'lift exceptions':
      return void (await sql`delete from availability_exceptions where id = ${await pick('availability_exceptions')}`)
    case 'make legacy slot':
      return void (await sql`
        insert into availability (experience_id, start_time, available_slots)
        values (${await pick('experiences')}, ${`${day}T15:00:00Z`}, ${value % 5})`.catch(
        ignoreConstraintError,
      ))
    case 'delete legacy slots':
      return void (await sql`delete from availability where id = ${await pick('availability')}`.catch(
        ignoreConstraintError,
      ))
    case 'change host':
      return void (await sql`update hosts set capacity = ${2 + (value % 9)} where id = ${await pick('hosts')}`)
    case 'change who leads':
      return void (await sql`
        update experiences e set host_id = case when ${which % 3} > 0 then (
          select h.id from hosts h where h.vineyard_id = e.vineyard_id limit 1
        ) end
        where e.id = ${await pick('experiences')}`)
    case 'book':
      return bookOut(sql, await pick('availability_patterns'), day, 1 + (which % 6))
    case 'cancel':
      return void (await sql`
        with gone as (
          update bookings set status = 'cancelled' where id = ${await pick('bookings')} and status <> 'cancelled'
          returning slot_id, number_of_guests
        )
        select give_back_places(slot_id, number_of_guests, false) from gone`)
  }
}

/** Books by raising the slot's counter, as another program that uses the same tables would. */
async function bookOut(sql: Sql, pattern_id: string, day: Day, guests: number): Promise<void> {
  await sql`
    with counted as (
      update slots set booked = booked + ${guests}, version = version + 1
      where pattern_id = ${pattern_id} and slot_date = ${day} and booked + overbooked + held + ${guests} <= capacity
      returning id, pattern_id
    )
    insert into bookings (
      reference, vineyard_id, experience_id, slot_id, pattern_id, booking_date, start_time, end_time, starts_at, ends_at,
      number_of_guests, guest_name, guest_email, guest_phone, price_per_person, total_price
    )
    select
      'CV-' || translate(upper(left(md5(gen_random_uuid()::text), 4)), '01ILOU', 'XYZWVT') || '-'
        || translate(upper(left(md5(gen_random_uuid()::text), 2)), '01ILOU', 'XYZWVT'),
      e.vineyard_id, e.id, counted.id, p.id, ${day}, p.start_time,
      p.start_time + make_interval(mins => coalesce(e.duration_minutes, 60)), london_instant(${day}, p.start_time),
      london_instant(${day}, p.start_time) + make_interval(mins => coalesce(e.duration_minutes, 60)),
      ${guests}, 'Ada Lovelace', 'ada@example.com', '01632 960123', 10, ${10 * guests}
    from counted join availability_patterns p on p.id = counted.pattern_id
      join experiences e on e.id = p.experience_id`
}

/** Ignores the error if a constraint rejected the edit. Throws any other error. */
function ignoreConstraintError(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (!['23P01', '23503', '23505'].includes(String(code))) throw error
}

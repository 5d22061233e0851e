import { storeMissingSlots } from '../../app/availability/stored-slots.server.ts'
import type { Sql } from '../../app/platform/database.server.ts'
import { type Day } from '../../app/platform/days.ts'
import { fillMarket } from '../../server/simulate/fill.ts'

/** Selects a share of the vineyards, the same in every run. */
const share = (sql: Sql, percent: number) => sql`abs(hashtext(v.id::text)) % 100 < ${percent}`

/**
 * Creates vineyards with three experiences each and plans for 400 days. One in twenty has a guide for all of its experiences,
 * one in ten a closed week or a busy afternoon soon, one in fifty legacy slots as well; some have no position.
 */
export async function makeVineyards(sql: Sql, vineyards: number, today: Day): Promise<void> {
  await fillMarket(sql, { vineyards, bookings: vineyards * 2, seed: 1, today }, () => {})
  await sql`
    with guides as (
      insert into hosts (vineyard_id, name, capacity) select v.id, 'The guide', 12 from vineyards v where ${share(sql, 5)}
      returning id, vineyard_id
    )
    update experiences e set host_id = guides.id from guides where e.vineyard_id = guides.vineyard_id`
  await sql`
    insert into availability_exceptions (vineyard_id, starts_on, ends_on, from_time, until_time)
    select v.id, ${today}::date + n, ${today}::date + n + 6,
      case when n % 2 = 0 then time '12:00' end, case when n % 2 = 0 then time '15:00' end
    from vineyards v cross join lateral (select abs(hashtext(v.name)) % 60 as n) as drawn
    where ${share(sql, 10)}`
  await sql`
    insert into availability (experience_id, start_time, available_slots)
    select e.id, (${today}::date + n)::timestamp at time zone 'UTC' + interval '15 hours', 6
    from vineyards v join experiences e on e.vineyard_id = v.id cross join generate_series(1, 30) as n
    where ${share(sql, 2)}`
  await sql`update vineyards v set latitude = null, longitude = null where ${share(sql, 1)}`
  await storeMissingSlots(sql, new Date(`${today}T09:00:00Z`))
  await sql`vacuum analyze`
}

import type { Sql } from '../../app/platform/database.server.ts'
import type { Day } from '../../app/platform/days.ts'
import { fillMarket, isFilled, type Market as Simulated } from '../../server/simulate/fill.ts'
import { makeAdmin, makeWinemaker } from '../../test/make.ts'

export type Size = { vineyards: number; bookings: number; crowd: number; days: number }

/**
 * Creates a marketplace with one vineyard that has many bookings over years, what staff would have written, and a session in
 * each staff area. Reuses what an earlier run created.
 */
export async function makeMarket(sql: Sql, { vineyards, bookings, crowd, days }: Size, today: Day) {
  const fill = async (market: Simulated) => {
    if (!(await isFilled(sql, market.seed))) await fillMarket(sql, market, () => {})
  }
  await fill({ vineyards, bookings, seed: 1, today, behind: days })
  const ofTheCrowd = { vineyards: 1, bookings: crowd, seed: 2, today, behind: days, experiences: 24 }
  await fill(ofTheCrowd)
  return dress(sql, vineyards)
}

/** Returns the vineyard with the most experiences, which gets the many bookings. */
async function crowdedVineyard(sql: Sql): Promise<string> {
  const [{ vineyard_id }] = await sql<[{ vineyard_id: string }]>`
    select vineyard_id from experiences group by vineyard_id order by count(*) desc limit 1`
  return vineyard_id
}

export async function dress(sql: Sql, vineyards: number) {
  const vineyard_id = await crowdedVineyard(sql)
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const admin = await makeAdmin(sql)
  if (!(await isWrittenBeside(sql))) await writeBeside(sql, vineyards, admin.id)
  await sql`vacuum (analyze)`
  return { vineyard_id, winemaker, admin, ...(await namesOf(sql, vineyard_id)) }
}

async function isWrittenBeside(sql: Sql): Promise<boolean> {
  const [{ written }] = await sql<[{ written: boolean }]>`
    select exists (select from contact_messages where email = 'visitor1@example.com') as written`
  return written
}

async function writeBeside(sql: Sql, vineyards: number, admin_id: string): Promise<void> {
  await sql`
    insert into winemakers (vineyard_id, name, email, position, is_active, password_hash, created_at)
    select v.id, split_part(v.name, ' ', 1) || ' ' || split_part(v.name, ' ', 2),
      'w' || row_number() over () || '@example.com', 'Owner', random() < 0.97,
      case when random() < 0.8 then '$argon2id$none' end, now() - random() * interval '900 days'
    from vineyards v`
  await sql`
    insert into winemaker_sessions (token_hash, winemaker_id, last_used_at)
    select sha256(convert_to(w.id::text, 'UTF8')), w.id, now() - random() * interval '29 days'
    from winemakers w where random() < 0.3`
  const messages = Math.ceil(vineyards / 2)
  await sql`
    insert into contact_messages (form_key, name, email, subject, message, state, created_at)
    select gen_random_uuid(), 'Visitor ' || n, 'visitor' || n || '@example.com', 'A question about ' || n,
      repeat('May we bring the dog along? ', 8), case when n % 50 = 0 then 'new' else 'read' end,
      now() - n * interval '7 minutes'
    from generate_series(1, ${messages}::int) as n`
  await sql`
    insert into vineyard_claims (form_key, vineyard_id, name, email, role, message, state, created_at)
    select gen_random_uuid(), id, 'Claimant', 'claim' || row_number() over () || '@example.com', 'Owner', 'It is ours.', 'new',
      now() - random() * interval '300 days'
    from vineyards where random() < 0.05`
  await sql`
    insert into audit_events (actor, actor_id, noun, noun_id, vineyard_id, before, after, happened_at)
    select 'admin', ${admin_id}, 'vineyard', v.id, v.id, '{"is_verified": false}', '{"is_verified": true}',
      now() - random() * interval '900 days'
    from vineyards v cross join generate_series(1, 3)`
}

/** Returns one row of each kind to request. */
async function namesOf(sql: Sql, vineyard_id: string) {
  const [names] = await sql<
    [
      {
        experience_id: string
        booking_id: string
        email: string
        customer_id: string
        reference: string
        mail_id: string
      },
    ]
  >`
    select b.experience_id, b.id as booking_id, b.guest_email as email, b.reference,
      customer_id(b.vineyard_id, b.guest_email) as customer_id,
      (select m.id from emails m where m.booking_id = b.id limit 1) as mail_id
    from bookings b
    where b.vineyard_id = ${vineyard_id} and b.status = 'confirmed' and b.booking_date > current_date
    order by b.booking_date, b.id
    limit 1`
  return names
}

export type Market = Awaited<ReturnType<typeof makeMarket>>

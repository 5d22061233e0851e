import { randomUUID } from 'node:crypto'

import type postgres from 'postgres'

import type { Sql } from '../app/platform/database.server.ts'

type Row = { id: string }
// What a test sets is checked by the database, not by the compiler.
type Fields = Record<string, postgres.SerializableParameter<string | number>>

/** Each maker fills in everything a test does not care about, parents included. */
export async function makeVineyard(sql: Sql, changes: Fields = {}) {
  const [vineyard] = await sql<[Row & { name: string }]>`
    insert into vineyards ${sql({ name: `Vineyard ${randomUUID().slice(0, 8)}`, city: 'Alfriston', region: 'East Sussex', ...changes })}
    returning *`
  return vineyard
}

export async function makeExperience(sql: Sql, changes: Fields = {}) {
  const vineyard_id = changes.vineyard_id ?? (await makeVineyard(sql)).id
  const [experience] = await sql<[Row & { vineyard_id: string; title: string; price_per_person: number }]>`
    insert into experiences ${sql({
      title: 'Cellar tour',
      type: 'cellar_tour',
      price_per_person: 18.5,
      duration_minutes: 90,
      min_group_size: 1,
      max_group_size: 8,
      ...changes,
      vineyard_id,
    })}
    returning *`
  return experience
}

/** A pattern on every day of the week, at half past two, for all of time that tests live in. */
export async function makePattern(sql: Sql, changes: Fields = {}) {
  const experience_id = changes.experience_id ?? (await makeExperience(sql)).id
  const [pattern] = await sql<[Row & { experience_id: string; capacity: number }]>`
    insert into availability_patterns ${sql({
      days_of_week: [1, 2, 3, 4, 5, 6, 7],
      start_time: '14:30',
      capacity: 10,
      valid_from: '2026-01-01',
      ...changes,
      experience_id,
    })}
    returning *`
  return pattern
}

/** An experience with one pattern, and what a visitor's form for one of its slots holds. */
export async function makeBookable(
  sql: Sql,
  {
    experience = {},
    pattern = {},
    date = '2026-06-06',
  }: { experience?: Fields; pattern?: Fields; date?: string } = {},
) {
  const made = await makeExperience(sql, experience)
  const planned = await makePattern(sql, { ...pattern, experience_id: made.id })
  const path = `/book-now/${made.vineyard_id}?experience=${made.id}`
  const answers = () => ({
    date,
    slot: `${planned.id}-${date}`,
    guests: '2',
    guest_name: 'Ada Lovelace',
    guest_email: 'ada@example.com',
    guest_phone: '01632 960123',
    price_per_person: String(made.price_per_person),
    idempotency_key: randomUUID(),
    intent: 'book',
  })
  return { experience: made, pattern: planned, date, path, answers }
}

import { randomUUID } from 'node:crypto'

import type { Sql } from '../app/platform/database/database.server.ts'
import { book, makeDailyExperience } from './book.ts'
import type { startApp } from './app.ts'
import { makeAdmin, makeWinemaker, signedIn } from './make.ts'
import { findInconsistencies } from '../app/operations/consistency-checks/consistency-check.server.ts'
import { expect } from 'vitest'

type Caller = { token: string }
type Guest = { guest_name?: string; guest_email?: string | null; guest_phone?: string | null }

/**
 * Creates a vineyard with an owner and a colleague at the gate, a stranger from another vineyard, and an admin. Returns
 * functions that make, merge and read the vineyard's customers.
 */
export async function makeCustomers({ sql, visit }: Awaited<ReturnType<typeof startApp>>, now: () => Date) {
  const market = await makeDailyExperience(sql, { capacity: 1000 })
  const { vineyard_id } = market.experience
  const owner = await makeWinemaker(sql, { vineyard_id, name: 'Wyn' })
  const gate = await makeWinemaker(sql, { vineyard_id, role: 'gate' })
  const stranger = await makeWinemaker(sql)
  const admin = await makeAdmin(sql)

  async function send(who: Caller, method: string, path: string, body?: object) {
    const headers = { ...signedIn(who), 'Content-Type': 'application/json', 'If-Match': '*' }
    const answer = await visit(`/api/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }

  /** Creates a booking of this day, and returns its id and the contact of its guest. */
  async function bookAsGuest(guest: Guest, day = '2026-05-20') {
    const id = await book(sql, market.experience, market.on(day), 2, new Date('2026-05-01T09:00:00Z'))
    const row = { channel: 'staff', guest_name: 'Ada', guest_phone: '01632 960001', ...guest }
    const [{ contact_id }] = await sql<[{ contact_id: string }]>`
      update bookings set ${sql(row)} where id = ${id} returning contact_id`
    return { id, contact_id }
  }

  const merge = (main: string, other: string, who: Caller = owner) =>
    send(who, 'POST', `customers/${main}/contacts`, { customer_id: other })
  const customerOf = async (id: string, who: Caller = owner) =>
    (await send(who, 'GET', `customers/${id}`)).body
  const contactsOf = async (id: string) =>
    (await send(owner, 'GET', `customers/${id}/contacts`)).body.items as {
      id: string
      email: string
      is_main: boolean
    }[]
  const mergesOf = (ids: string[]) =>
    sql`select contact_id, main_id from customer_merges where contact_id = any (${ids}) or main_id = any (${ids})`
  const expectConsistency = async () => expect(await findInconsistencies(sql, now())).toEqual([])
  return {
    market,
    vineyard_id,
    owner,
    gate,
    stranger,
    admin,
    send,
    bookAsGuest,
    merge,
    customerOf,
    contactsOf,
    mergesOf,
    expectConsistency,
  }
}

/** Merges a guest who left only a telephone number into a customer. Returns the ids of the contact and of the merge. */
export async function mergeAnother(
  sql: Sql,
  { experience, on }: Awaited<ReturnType<typeof makeDailyExperience>>,
  main_id: string,
  now: Date,
): Promise<{ contact_id: string; merge_id: string }> {
  const id = await book(sql, experience, on('2026-06-07'), 1, now)
  const [{ contact_id }] = await sql<[{ contact_id: string }]>`
    update bookings set guest_email = null, guest_phone = '01632 960777', channel = 'staff' where id = ${id} returning contact_id`
  const [merged] = await sql<[{ problem: string | null; merge_id: string }]>`
    select * from merge_customers(${main_id}, ${contact_id}, null, 'admin', ${randomUUID()}, ${now})`
  if (merged.problem !== null) throw new Error(`not merged: ${merged.problem}`)
  return { contact_id, merge_id: merged.merge_id }
}

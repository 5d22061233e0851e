import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { eraseBooking, erasePerson } from '../../staff/personal-data/person.server.ts'
import { allCustomers, findCustomer, pageOfCustomers } from './customer.server.ts'
import { mergeCustomers, separateCustomer } from './customer-merge.server.ts'

const sql = await ownDatabase()
const runs = Number(process.env.MERGE_RUNS ?? 10)
const now = new Date('2026-06-10T09:00:00Z')
const made = new Date('2026-05-01T09:00:00Z')
const admin = { actor: 'admin', actor_id: randomUUID() } as const
const market = await makeDailyExperience(sql, { capacity: 10_000 })
const elsewhere = await makeDailyExperience(sql, { capacity: 10_000 })

const which = fc.nat(20)
const contact = fc.nat(5)
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('book' as const), contact }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('merge' as const), main: which, other: which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('separate' as const), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('correct' as const), which, contact }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), which }) },
)
type Action = typeof act extends fc.Arbitrary<infer Value> ? Value : never

/** Returns contact `n` of the run: an email address if the number is even, else a telephone number. */
const guestOf = (run: number, n: number) =>
  n % 2 === 0
    ? { guest_email: `r${run}n${n}@example.com`, guest_phone: null }
    : { guest_email: null, guest_phone: `07${String(run).padStart(8, '0')}${n}` }

/** The plain model: bookings with the number of their contact, and groups of contacts with the main contact first. */
type Model = { bookings: { id: string; contact: number | null }[]; groups: number[][] }

const alive = (model: Model, contact: number) => model.bookings.some((each) => each.contact === contact)
const groupOf = (model: Model, contact: number) =>
  model.groups.find((group) => group.includes(contact)) ?? [contact]
const ungroup = (model: Model, ...contacts: number[]) => {
  model.groups = model.groups
    .map((group) => group.filter((each) => !contacts.includes(each)))
    .filter((group) => group.length > 1)
}
const regroup = (model: Model, group: number[]) => {
  ungroup(model, ...group)
  if (group.length > 1) model.groups.push(group)
}

test(
  'after random merges, separations, corrections and erasures, the customers are the same as in a plain model',
  async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
        run += 1
        await sql`update bookings set is_test = true`
        await sql`delete from customer_merges`
        await play(acts, run)
      }),
      { numRuns: runs },
    )
  },
  runs * 8_000 + 60_000,
)

async function play(acts: Action[], run: number) {
  const model: Model = { bookings: [], groups: [] }
  let last: { merge_id: string; before: number[][]; after: string } | null = null
  const idOf = async (n: number) => {
    const { guest_email, guest_phone } = guestOf(run, n)
    const [{ id }] = await sql<[{ id: string }]>`
      select customer_id(${market.experience.vineyard_id}, contact_text(${guest_email}, ${guest_phone})) as id`
    return id
  }
  const pick = (n: number) => {
    const held = model.bookings.filter((each) => each.contact !== null)
    return held[n % Math.max(1, held.length)]
  }
  const leave = async (contact: number, successor: number | null) => {
    if (alive(model, contact)) return
    const group = groupOf(model, contact)
    if (successor === null) {
      const left = group.filter((each) => each !== contact)
      // The database chooses the next main contact.
      const main = await mainOf(left, idOf)
      ungroup(model, contact)
      if (left.length > 1) regroup(model, [main ?? -1, ...left.filter((each) => each !== main)])
      return
    }
    if (group.length === 1) return
    const others = groupOf(model, successor).filter((each) => each !== contact)
    const mine = group.filter((each) => each !== contact)
    const main = group[0] === contact ? (others[0] ?? successor) : (group[0] ?? -1)
    ungroup(model, contact)
    regroup(model, [...new Set([main, ...mine, ...others])])
  }

  for (const each of acts) {
    switch (each.kind) {
      case 'book': {
        const id = await book(sql, market.experience, market.on('2026-05-20'), 1, made)
        await sql`update bookings set ${sql({ ...guestOf(run, each.contact), guest_name: 'Ada', channel: 'staff' })} where id = ${id}`
        model.bookings.push({ id, contact: each.contact })
        break
      }
      case 'merge': {
        const [main, other] = [pick(each.main)?.contact, pick(each.other)?.contact]
        if (main == null || other == null) break
        const [a, b] = [groupOf(model, main), groupOf(model, other)]
        const merged = await mergeCustomers(
          sql,
          { main_id: await idOf(main), other_id: await idOf(other) },
          { by: admin },
          now,
        )
        expect(merged.ok).toBe(a !== b && a[0] !== b[0])
        if (!merged.ok) break
        const before = structuredClone(model.groups)
        regroup(model, [...a, ...b])
        last = { ...merged.value, before, after: JSON.stringify(model) }
        break
      }
      case 'undo': {
        if (last === null || last.after !== JSON.stringify(model)) break
        expect((await separateCustomer(sql, { merge_id: last.merge_id }, { by: admin }, now)).ok).toBe(true)
        model.groups = last.before
        last = null
        break
      }
      case 'separate': {
        const contact = pick(each.which)?.contact
        if (contact == null) break
        const isMerged = groupOf(model, contact).indexOf(contact) > 0
        const separated = await separateCustomer(sql, { contact_id: await idOf(contact) }, { by: admin }, now)
        expect(separated.ok).toBe(isMerged)
        if (isMerged) ungroup(model, contact)
        break
      }
      case 'correct': {
        const booking = pick(each.which)
        if (booking?.contact == null || booking.contact === each.contact) break
        await sql`update bookings set ${sql(guestOf(run, each.contact))} where id = ${booking.id}`
        const before = booking.contact
        booking.contact = each.contact
        await leave(before, each.contact)
        break
      }
      case 'erase': {
        const booking = pick(each.which)
        if (booking?.contact == null) break
        const { guest_email } = guestOf(run, booking.contact)
        if (guest_email) await erasePerson(sql, guest_email, { by: admin, cancel: true }, now)
        else {
          const [{ reference }] = await sql<
            [{ reference: string }]
          >`select reference from bookings where id = ${booking.id}`
          expect((await eraseBooking(sql, reference, { by: admin }, now)).ok).toBe(true)
        }
        const gone = groupOf(model, booking.contact)
        for (const one of model.bookings)
          if (one.contact !== null && gone.includes(one.contact)) one.contact = null
        ungroup(model, ...gone)
        break
      }
      case 'expire': {
        const booking = pick(each.which)
        if (booking?.contact == null) break
        await sql`select erase_bookings(array[${booking.id}::uuid], ${now})`
        const before = booking.contact
        booking.contact = null
        await leave(before, null)
      }
    }
    await compare(model, idOf)
  }
  // The other vineyard still has no customers.
  expect(
    await allCustomers(sql, { vineyard_id: elsewhere.experience.vineyard_id }, { by: admin }, now),
  ).toEqual([])
  expect(await findInconsistencies(sql, now)).toEqual([])
}

/** Returns the main contact among these contacts in the database, or undefined if they are not merged. */
async function mainOf(contacts: number[], idOf: (n: number) => Promise<string>) {
  for (const contact of contacts) {
    const [row] = await sql`select from customer_merges where main_id = ${await idOf(contact)} limit 1`
    if (row) return contact
  }
  return undefined
}

/** Compares the list and the page of each customer with the groups of the model. */
async function compare(model: Model, idOf: (n: number) => Promise<string>) {
  const { vineyard_id } = market.experience
  const contacts = [...new Set(model.bookings.flatMap(({ contact }) => contact ?? []))]
  const heads = [...new Set(contacts.map((contact) => groupOf(model, contact)[0] ?? contact))]
  const expected = await Promise.all(
    heads.map(async (head) => ({
      id: await idOf(head),
      bookings: model.bookings.filter(
        ({ contact }) => contact !== null && groupOf(model, contact).includes(head),
      ).length,
    })),
  )
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const listed = (await allCustomers(sql, { vineyard_id }, { by: admin }, now)).filter(
    ({ name }) => name !== 'Erased',
  )
  expect(listed.map(({ id, bookings }) => ({ id, bookings })).toSorted(byId)).toEqual(expected.toSorted(byId))
  const page = await pageOfCustomers(
    sql,
    { page: 1, limit: 100, sort: '-last_visit', search: 'Ada' },
    { by: admin },
    now,
  )
  expect(page.items.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
  for (const contact of contacts.slice(0, 2)) {
    const head = groupOf(model, contact)[0] ?? contact
    const found = await findCustomer(sql, await idOf(contact), { by: admin }, now)
    expect(found?.id).toBe(await idOf(head))
  }
}

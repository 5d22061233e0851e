import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { StoredEntry } from '../../staff-client/today-storage.ts'
import {
  clockOffset,
  countArrivals,
  groupBySession,
  type KeptDay,
  placesLeft,
  readReference,
  searchParties,
  type SessionToday,
  sessionsForWalkIn,
  type TodayParty,
  usualForWalkIn,
} from './today.ts'
import { sampleSession } from '../../../test/session.ts'
import { applyAll, applyEntries, markOf, type MoneyBody, type WalkInBody } from './today-entries.ts'

function makeParty(fields: Partial<TodayParty> = {}): TodayParty {
  return {
    reference: 'CV-7K3M-2Q',
    experience_id: 'e',
    booking_date: '2026-06-06',
    start_time: '11:00:00',
    guest_name: 'Ada Lovelace',
    staff_notes: '',
    customer_note: '',
    tags: [],
    number_of_guests: 4,
    status: 'confirmed',
    special_requests: '',
    attendance: null,
    called_off_at: null,
    arrived_guests: null,
    marked_at: null,
    overruled: null,
    due: 40,
    balance: 40,
    paid: 0,
    money: [],
    walk_in_key: null,
    ends_on: '2026-06-06',
    ...fields,
  }
}

const entryOf = (
  body: StoredEntry['body'],
  refusal: string | null = null,
  kind: StoredEntry['kind'] = 'mark',
): StoredEntry => ({
  key: crypto.randomUUID(),
  kind,
  owner: 'w',
  made_at: '',
  path: '',
  body,
  label: '',
  refusal,
  anyway: null,
})

const slot = 'p-2026-06-06'
const session: SessionToday = {
  id: slot,
  experience_id: 'e',
  title: 'Cellar tour',
  slot_date: '2026-06-06',
  start_time: '11:00:00',
  end_time: '12:00:00',
  capacity: 10,
  own_places: null,
  remaining: 3,
  host_guests: null,
  guests: 7,
  parties: 2,
  waiting: 0,
  no_shows: 0,
  came: 0,
  not_marked: 0,
  called_off: 0,
  group_holds: [],
  host: null,
  has_begun: true,
}
const experiences = [{ id: 'e', title: 'Walk', min_group_size: 1, max_group_size: 10, price_per_person: 0.1 }]
const dayOf = (...parties: TodayParty[]) => ({ parties, sessions: [session], experiences })

const walkIn = (body: Partial<WalkInBody> = {}) =>
  entryOf(
    {
      experience_id: 'e',
      slot,
      number_of_guests: 3,
      guest_name: null,
      overbook: false,
      taken_at: '2026-06-06T10:05:00.000Z',
      ...body,
    },
    null,
    'walk_in',
  )
const taken_at = '2026-06-06T10:06:00.000Z'
const money = (booking: string, body: Partial<MoneyBody> = {}) =>
  entryOf({ booking, entry: 'payment', kind: 'card', amount: 10, taken_at, ...body }, null, 'payment')
const correction = (booking: string, corrects: string) =>
  entryOf({ booking, corrects, taken_at }, null, 'correction')

test('each mark names the mark that it replaces, has a later time even if the clock was put back, and settles an overruled mark', () => {
  const marks = fc.array(
    fc.record({ now: fc.integer({ min: 0, max: 10 ** 12 }), came: fc.constantFrom('arrived', null) }),
  )
  fc.assert(
    fc.property(marks, (presses) => {
      let party = makeParty({ overruled: { attendance: 'no_show', marked_at: taken_at } })
      for (const { now, came } of presses) {
        const mark = markOf(party, { attendance: came as 'arrived' | null, arrived_guests: null }, now)
        expect(mark.seen_at).toBe(party.marked_at)
        if (party.marked_at !== null) expect(mark.marked_at > party.marked_at).toBe(true)
        const [next] = applyEntries(dayOf(party), [entryOf(mark)])
        if (!next) throw new Error('The party is gone')
        expect(next).toMatchObject({ attendance: came, marked_at: mark.marked_at, overruled: null })
        party = next
      }
    }),
  )
})

test('a waiting walk-in of another vineyard is not listed', () => {
  const day = { ...dayOf(), sales: [], vineyard_id: 'hill' } as unknown as KeptDay
  const waiting = [
    { ...walkIn(), vineyard_id: 'hill' },
    { ...walkIn(), vineyard_id: 'valley' },
  ]
  expect(applyAll(day, waiting).parties).toMatchObject([{ reference: waiting[0]?.key }])
})

test('a refused entry no longer changes the list', () => {
  const mark = markOf(makeParty(), { attendance: 'arrived', arrived_guests: 3 }, 1000)
  const day = dayOf(makeParty())
  expect(applyEntries(day, [entryOf(mark)])).toMatchObject([{ arrived_guests: 3 }])
  expect(applyEntries(day, [entryOf(mark, 'Cancelled.')])).toEqual([makeParty()])
})

test('a walk-in and its payments are listed under its key before they are sent', () => {
  const added = walkIn()
  const paid = money(added.key, { amount: 0.2 })
  const parties = applyEntries(dayOf(), [added, paid])
  expect(parties).toMatchObject([
    {
      guest_name: 'Walk-in',
      attendance: 'arrived',
      start_time: '11:00:00',
      due: 0.1,
      money: [{ amount: 0.2 }],
    },
  ])
  expect(applyEntries(dayOf(), [added, paid, correction(added.key, paid.key)])).toMatchObject([
    { due: 0.3, money: [] },
  ])
  // The list already contains these entries if the device stopped before it deleted them.
  const [listed] = parties
  if (!listed) throw new Error('No party')
  const sent = { ...listed, reference: 'CV-7K3M-2Q' }
  expect(applyEntries(dayOf(sent), [added, paid])).toEqual([sent])
})

test('calculates the amount due from payments, refunds, discounts and corrections in any order', () => {
  const steps = fc.array(
    fc.record({
      entry: fc.constantFrom('payment' as const, 'refund' as const, 'discount' as const, 'undo' as const),
      pence: fc.integer({ min: 1, max: 5000 }),
      missed: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(steps, (all) => {
      let pence = 4000
      const made: { key: string; effect: number }[] = []
      const entries = all.map(({ entry, pence: amount }) => {
        const undone = entry === 'undo' ? made.pop() : undefined
        if (undone) {
          pence -= undone.effect
          return correction('CV-7K3M-2Q', undone.key)
        }
        const kind = entry === 'undo' ? 'payment' : entry
        const added = money('CV-7K3M-2Q', { entry: kind, amount: amount / 100 })
        const effect = kind === 'refund' ? amount : -amount
        pence += effect
        made.push({ key: added.key, effect })
        return added
      })
      const [party] = applyEntries(dayOf(makeParty()), entries)
      expect([party?.due, party?.balance]).toEqual([pence / 100, pence / 100])
      const [missed] = applyEntries(dayOf(makeParty({ attendance: 'no_show' })), entries)
      expect(missed?.balance).toBe(pence / 100)
      if (entries.length > 0) expect(missed?.due).toBe(0)
    }),
  )
})

test('a walk-in without a session belongs to the date in London on which it was recorded', () => {
  const taken_at = '2026-06-06T23:30:00.000Z'
  const [party] = applyEntries(dayOf(), [walkIn({ slot: 'gone', taken_at })])
  expect(party).toMatchObject({ booking_date: '2026-06-07', ends_on: '2026-06-07' })
})

test('offers a walk-in the sessions that have not ended, or all sessions once all have ended', () => {
  const over = { ...session, id: 'q', start_time: '09:00:00', end_time: '10:00:00' }
  const unplanned = { ...session, capacity: null }
  const list = { today: '2026-06-06', sessions: [over, session, unplanned] }
  expect(sessionsForWalkIn(list, Date.parse('2026-06-06T10:00:00Z'))).toEqual([session])
  expect(sessionsForWalkIn(list, Date.parse('2026-06-06T20:00:00Z'))).toEqual([over, session])
})

test('an unsent walk-in already takes places', () => {
  expect(placesLeft(session, [walkIn(), walkIn({ slot: 'q' }), money('CV-7K3M-2Q')])).toBe(0)
})

test('preselects the session that began at most 15 minutes ago, else the next session, else the last session', () => {
  const at = (start_time: string) => sampleSession({ slot_date: '2026-06-06', id: start_time, start_time })
  const sessions = [at('11:00:00'), at('12:00:00'), at('14:00:00')]
  // London is an hour ahead of UTC in June.
  const usual = (time: string) =>
    usualForWalkIn(sessions, { today: '2026-06-06' }, Date.parse(`2026-06-06T${time}Z`))?.id
  expect(usual('09:00:00')).toBe('11:00:00')
  expect(usual('10:15:59')).toBe('11:00:00')
  expect(usual('10:16:00')).toBe('12:00:00')
  expect(usual('12:30:00')).toBe('14:00:00')
  expect(usual('20:00:00')).toBe('14:00:00')
})

test('the offset of the server’s clock assumes that the server read it halfway between request and answer', () => {
  expect(clockOffset('1970-01-01T00:00:10.000Z', 1000, 3000)).toBe(8000)
})

test('the count of guests who came includes incomplete parties, but not cancelled parties', () => {
  const parties = [
    makeParty({ attendance: 'arrived', arrived_guests: 3 }),
    makeParty({ attendance: 'arrived' }),
    makeParty({ attendance: 'no_show' }),
    makeParty({ status: 'cancelled' }),
  ]
  expect(countArrivals(parties)).toEqual({ parties: 3, arrived: 2, guests: 12, here: 7 })
})

test.each([
  ['lov', 1],
  ['ADA LOVE', 1],
  ['cv7k3m', 1],
  ['7K3M-2Q', 1],
  ['zoe obrien', 1],
  ['zoe o‘brien', 1],
  ['o`brien', 1],
  ['grace', 0],
  ['', 2],
])('searching for %s finds %i parties', (text, count) => {
  const parties = [makeParty(), makeParty({ guest_name: 'Zoë O’Brien', reference: 'CV-AAAA-BB' })]
  expect(searchParties(parties, text)).toHaveLength(count)
})

test.each([
  ['CV-7K3M-2Q', 'CV-7K3M-2Q'],
  [' cv 7k3m 2q ', 'CV-7K3M-2Q'],
  ['CV-7K3M-2', null],
  ['CV-0000-00', null],
  ['https://example.com', null],
  ['', null],
])('reads the code %j as %j', (text, reference) => {
  expect(readReference(text)).toBe(reference)
})

test('on a day without sessions, an unsent walk-in is shown below its experience', () => {
  const body = {
    experience_id: 'e',
    slot: '2026-06-06T15:20',
    number_of_guests: 2,
    taken_at: '2026-06-06T14:20:00Z',
  }
  const experiences = [
    { id: 'e', title: 'Cellar tour', price_per_person: 10, min_group_size: 1, max_group_size: 8 },
    { id: 'f', title: 'Tasting', price_per_person: 10, min_group_size: 1, max_group_size: 8 },
  ]
  const day = { today: '2026-06-06' as const, sessions: [], experiences, parties: [makeParty()] }
  const groups = groupBySession(day, applyEntries(day, [entryOf(body as WalkInBody, null, 'walk_in')]))
  expect(groups.map(({ title, parties }) => [title, parties.map(({ start_time }) => start_time)])).toEqual([
    ['Cellar tour', ['15:20']],
    ['No longer planned', ['11:00:00']],
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { StoredEntry } from '../staff-client/today-storage.ts'
import {
  applyEntries,
  clockOffset,
  countArrivals,
  markOf,
  readReference,
  searchParties,
  type TodayParty,
} from './today.ts'

function makeParty(fields: Partial<TodayParty> = {}): TodayParty {
  return {
    reference: 'CV-7K3M-2Q',
    experience_id: 'e',
    booking_date: '2026-06-06',
    start_time: '11:00:00',
    guest_name: 'Ada Lovelace',
    number_of_guests: 4,
    status: 'confirmed',
    special_requests: '',
    attendance: null,
    arrived_guests: null,
    marked_at: null,
    overruled: null,
    due: 0,
    ends_on: '2026-06-06',
    ...fields,
  }
}

const entryOf = (body: ReturnType<typeof markOf>, refusal: string | null = null): StoredEntry => ({
  key: crypto.randomUUID(),
  kind: 'mark',
  owner: 'w',
  made_at: body.marked_at,
  path: '/api/today/marks',
  body,
  label: '',
  refusal,
})

test('each mark names the mark that it replaces and is later, whatever the clock does', () => {
  const marks = fc.array(
    fc.record({ now: fc.integer({ min: 0, max: 10 ** 12 }), came: fc.constantFrom('arrived', null) }),
  )
  fc.assert(
    fc.property(marks, (presses) => {
      let party = makeParty()
      for (const { now, came } of presses) {
        const mark = markOf(party, { attendance: came as 'arrived' | null, arrived_guests: null }, now)
        expect(mark.seen_at).toBe(party.marked_at)
        if (party.marked_at !== null) expect(mark.marked_at > party.marked_at).toBe(true)
        const [next] = applyEntries([party], [entryOf(mark)])
        if (!next) throw new Error('The party is gone')
        expect(next).toMatchObject({ attendance: came, marked_at: mark.marked_at })
        party = next
      }
    }),
  )
})

test('a refused entry no longer changes the list', () => {
  const mark = markOf(makeParty(), { attendance: 'arrived', arrived_guests: 3 }, 1000)
  expect(applyEntries([makeParty()], [entryOf(mark)])).toMatchObject([{ arrived_guests: 3 }])
  expect(applyEntries([makeParty()], [entryOf(mark, 'Cancelled.')])).toEqual([makeParty()])
})

test('the clock is corrected by the middle of the call', () => {
  expect(clockOffset('1970-01-01T00:00:10.000Z', 1000, 3000)).toBe(8000)
})

test('counts guests who came, parties in part and nobody who cancelled', () => {
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
  ['grace', 0],
  ['', 2],
])('searching for %s finds %i', (text, count) => {
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

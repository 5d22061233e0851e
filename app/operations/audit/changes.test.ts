import { expect, test } from 'vitest'

import { changesIn, sentenceOf } from './changes.ts'

const booking = { reference: 'CV-7K2M9', guest_name: 'Ada Lovelace' }
const of = (
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
  more: object = {},
) => sentenceOf({ noun: 'booking', name: null, before, after, erased: [], booking, ...more })

test('names the booking, its guest and the changed fields', () => {
  expect(of(null, { status: 'pending' })).toEqual({
    deed: 'created booking',
    name: 'CV-7K2M9 (Ada Lovelace)',
  })
  expect(of({ status: 'pending' }, { status: 'confirmed' })).toEqual({
    deed: 'changed the status of booking',
    name: 'CV-7K2M9 (Ada Lovelace)',
  })
  expect(of({ attendance: null }, { attendance: 'no_show' }).deed).toBe('changed the attendance of booking')
  expect(
    of(
      { booking_date: '2026-06-06', start_time: '14:30', number_of_guests: 2 },
      { booking_date: '2026-06-07', start_time: '14:30', number_of_guests: 3 },
    ).deed,
  ).toBe('changed the date and number of guests of booking')
})

test('describes a changed note and a recorded call to a guest in words', () => {
  expect(of({ staff_notes: '' }, { staff_notes: 'Nut allergy' }).deed).toBe('changed the note of booking')
  expect(of({ informed: false }, { informed: true }).deed).toBe('changed the record of the call of booking')
})

test('describes the arrival of part of a party, a late completion and a hidden review in words', () => {
  expect(of({ arrived_guests: null }, { arrived_guests: 2, key: 'k1' }).deed).toBe(
    'changed the number of arrived guests of booking',
  )
  expect(of({ status: 'confirmed' }, { status: 'completed', into_past: true }).deed).toBe(
    'changed the status of booking',
  )
  expect(of({ hidden_by_rule: null }, { hidden_by_rule: 3 }, { noun: 'review', booking: null }).deed).toBe(
    'changed the hiding rule of review',
  )
})

test('leaves out the name of an erased guest', () => {
  const erased = { booking: { ...booking, guest_name: null } }
  expect(of({ status: 'pending' }, { status: 'confirmed' }, erased).name).toBe('CV-7K2M9')
})

test('describes changes of other kinds of rows', () => {
  const event = (noun: string, before: object | null, after: object | null, name: string | null = null) =>
    sentenceOf({ noun, name, before, after, erased: [], booking: null } as Parameters<typeof sentenceOf>[0])
  expect(event('availability_exception', null, { starts_on: '2026-06-06' }).deed).toBe('created closure')
  expect(event('host', { capacity: 8, name: 'Rosalind' }, { capacity: 9, name: 'Rosalind' })).toEqual({
    deed: 'changed the capacity of room or guide',
    name: 'Rosalind',
  })
  expect(event('session', { host: 'Ann' }, { host: 'Ben', session: 'Walk, 2026-06-06 11:00' })).toEqual({
    deed: 'changed the host of session',
    name: 'Walk, 2026-06-06 11:00',
  })
  const moved = { start: '2026-06-06 17:00', title: 'Walk', parties: 2, guests: 5 }
  expect(event('session', { start: '2026-06-06 11:00' }, moved)).toEqual({
    deed: 'changed the start of session',
    name: 'Walk',
  })
  const many = (n: number) => ({ title: `t${n}`, type: `y${n}`, capacity: n, price_per_person: n })
  expect(event('experience', many(1), many(2)).deed).toBe('changed 4 fields of experience')
  expect(event('experience', { title: 'Tour' }, null)).toEqual({ deed: 'deleted experience', name: 'Tour' })
  expect(event('experience', { is_active: true }, { is_active: false }, 'Tour').name).toBe('Tour')
  expect(event('experience', { title: 'Tour' }, { title: 'Walk' }, 'Last title').name).toBe('Walk')
})

test('writes days and times of changed fields in words', () => {
  const of = (published_at: string) =>
    changesIn({ before: {}, after: { published_at }, erased: [] })[0]?.after
  expect(of('2026-06-06T09:30:00+00:00')).toBe('6 June 2026, 10:30 AM')
  expect(of('2026-06-06')).toBe('6 June 2026')
  expect(of('2026-06-06T or later')).toBe('2026-06-06T or later')
})

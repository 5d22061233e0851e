import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addStop, changeStop, type StopDraft, dropStop, moveStop, orderDay, removeStop } from './editing.ts'
import { mostStops, readDetails } from './edit-form.ts'

const stop = (id: string, changes: Partial<StopDraft> = {}): StopDraft => ({
  id,
  day: 0,
  vineyard_id: null,
  experience_id: null,
  name: id,
  note: null,
  start_time: null,
  minutes: null,
  latitude: null,
  longitude: null,
  booking_id: null,
  ...changes,
})
const three = [stop('a'), stop('b'), stop('c', { day: 1 })]
const shown = (result: { ok: true; value: StopDraft[] } | { ok: false; problem: string }) =>
  result.ok ? result.value.map(({ id, day }) => `${id}${day}`).join(' ') : result.problem
const formOf = (answers: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(answers)) form.set(name, value)
  return form
}

test('moves a stop up and down within its day and across to the adjacent day', () => {
  expect(shown(moveStop(three, 'b', -1))).toBe('b0 a0 c1')
  expect(shown(moveStop(three, 'b', 1))).toBe('a0 b1 c1')
  expect(shown(moveStop(three, 'c', -1))).toBe('a0 b0 c0')
  expect(shown(moveStop(three, 'a', -1))).toBe('a0 b0 c1')
  expect(shown(moveStop(three, 'z', 1))).toBe('gone')
})

test('dropping a stop in front of another stop moves it to the other stop’s day', () => {
  expect(shown(dropStop(three, 'a', 'c'))).toBe('b0 a1 c1')
  expect(shown(dropStop(three, 'a', null))).toBe('b0 c1 a1')
  expect(shown(dropStop(three, 'a', 'z'))).toBe('gone')
})

test('a booked stop cannot change its day or be removed', () => {
  const booked = [stop('a', { booking_id: 'x' }), stop('b', { day: 1 })]
  expect(shown(removeStop(booked, 'a'))).toBe('booked')
  expect(shown(moveStop(booked, 'a', 1))).toBe('booked')
  expect(shown(dropStop(booked, 'a', null))).toBe('booked')
  const changed = changeStop(booked, 'a', formOf({ note: 'Bring boots', day: '1', start_time: '09:00' }), [])
  expect(changed.ok && changed.value[0]).toMatchObject({ note: 'Bring boots', day: 0, start_time: null })
})

test('rejects more than the maximum number of stops', () => {
  const many = Array.from({ length: mostStops }, (_, n) => stop(String(n)))
  expect(shown(addStop(many, { day: 0 }))).toBe('full')
})

test('moves never lose or duplicate a stop, and days stay in order', () => {
  const act = fc.oneof(
    fc.record({
      kind: fc.constant('move' as const),
      id: fc.constantFrom('a', 'b', 'c'),
      by: fc.constantFrom(-1 as const, 1 as const),
    }),
    fc.record({
      kind: fc.constant('drop' as const),
      id: fc.constantFrom('a', 'b', 'c'),
      before: fc.constantFrom('a', 'b', 'c', null),
    }),
    fc.record({ kind: fc.constant('order' as const), day: fc.constantFrom(0, 1, 2) }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      let stops = three
      for (const one of acts) {
        if (one.kind === 'order') {
          const there = stops.filter(({ day }) => day === one.day)
          stops = orderDay(stops, one.day, [...there.keys()].toReversed())
          continue
        }
        const next =
          one.kind === 'move' ? moveStop(stops, one.id, one.by) : dropStop(stops, one.id, one.before)
        if (next.ok) stops = next.value
      }
      expect(stops.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c'])
      expect(stops.map(({ day }) => day)).toEqual(stops.map(({ day }) => day).sort())
    }),
  )
})

test('reads the fields of a stop and rejects invalid times and lengths', () => {
  const form = { note: '', start_time: '11:30', minutes: '90', experience_id: 'e', day: '2' }
  const known = [{ id: 'e', vineyard_id: 'v' }]
  const one = [stop('a', { vineyard_id: 'v' })]
  const changed = changeStop(one, 'a', formOf(form), known)
  expect(changed.ok && changed.value[0]).toMatchObject({
    start_time: '11:30',
    minutes: 90,
    experience_id: 'e',
    day: 2,
    note: null,
  })
  expect(shown(changeStop(one, 'a', formOf({ ...form, start_time: '25:00' }), known))).toBe('time')
  expect(shown(changeStop(one, 'a', formOf({ ...form, minutes: '2' }), known))).toBe('minutes')
  const foreign = changeStop(one, 'a', formOf(form), [{ id: 'e', vineyard_id: 'w' }])
  expect(foreign.ok && foreign.value[0]?.experience_id).toBeNull()
})

test('rejects another day while visits are booked', () => {
  const was = { visit_date: '2026-06-13' }
  const form = formOf({ title: ' Our  day ', visit_date: '2026-06-14', party: '3', begins_at: '09:30' })
  expect(readDetails(form, was, false)).toEqual({
    ok: true,
    value: { title: 'Our day', summary: null, visit_date: '2026-06-14', party: 3, begins_at: '09:30' },
  })
  expect(readDetails(form, was, true)).toEqual({ ok: false, problem: 'booked_date' })
})

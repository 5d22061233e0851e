import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createLiveSearch } from './live-search.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Opens a form of Explore that shows the results of a query. `type` changes a field without applying it. */
function openForm(query = '') {
  const fields: Record<string, string> = Object.fromEntries(new URLSearchParams(query))
  const live = createLiveSearch()
  live.show(query, query)
  return { live, fields, type: (name: string, value: string) => void (fields[name] = value) }
}

test('opens a new query only if the fields differ from the shown results or from the URL', () => {
  const { live, fields, type } = openForm('?region=Kent')
  expect(live.apply(fields, '?region=Kent')).toBe(null)
  // The URL shows another page of the same results.
  expect(live.apply(fields, '?region=Kent&page=2')).toBe('?region=Kent')
  type('region', 'Sussex')
  expect(live.apply(fields, '?region=Kent')).toBe('?region=Sussex')
  // The results of the URL have not arrived.
  expect(live.apply(fields, '?region=Sussex')).toBe('?region=Sussex')
})

test('applies a typed value when typing pauses, unless a choice has replaced or removed the value', () => {
  const { live, fields } = openForm()
  const apply = vi.fn(() => void live.apply(fields, ''))
  live.applySoon(apply)
  vi.advanceTimersByTime(300)
  live.applySoon(apply)
  vi.advanceTimersByTime(349)
  expect(apply).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(apply).toHaveBeenCalledOnce()
  live.applySoon(apply)
  live.apply(fields, '')
  live.applySoon(apply)
  live.cancel()
  vi.runAllTimers()
  expect(apply).toHaveBeenCalledOnce()
})

test('after Back, the fields show the values of the URL, and untouched filters are empty', () => {
  const { live } = openForm('?search=kent&region=Kent')
  const values = live.show('?region=Sussex', '?region=Sussex')
  expect(values).toMatchObject({ search: '', region: 'Sussex', guests: '', date: '' })
})

test('keeps a value that is being typed while results arrive', () => {
  const { live, fields } = openForm('?region=Kent')
  live.applySoon(() => live.apply(fields, ''))
  expect(live.show('', '')).toBe(null)
  vi.runAllTimers()
  expect(live.show('?region=Wales', '?region=Wales')).not.toBe(null)
})

test('keeps a typed term while the results of another changed filter load', () => {
  const { live, fields, type } = openForm('?search=kent')
  type('region', 'Wales')
  type('search', '')
  live.apply(fields, '?search=kent')
  expect(live.show('?region=Wales', '?region=Wales')).not.toHaveProperty('search')
  // Back leads to queries that the form did not request, so the field shows the URL again.
  expect(live.show('?search=kent', '?search=kent')).toHaveProperty('search', 'kent')
  expect(live.show('?region=Wales', '?region=Wales')).toHaveProperty('search', '')
})

test('keeps a typed term when only other filters change outside the form', () => {
  const { live } = openForm('?search=kent')
  expect(live.show('?search=kent&region=Kent', '')).not.toHaveProperty('search')
})

test('the first results change no field, because the server rendered the fields too', () => {
  const live = createLiveSearch()
  expect(live.show('?region=Kent', '?region=Kent')).toBe(null)
})

test('the choices made in a sheet still apply after Back has closed the sheet', () => {
  const { live, fields, type } = openForm()
  expect(live.reapply(fields, '')).toBe(null)
  type('region', 'Kent')
  expect(live.reapply(fields, '')).toBe('?region=Kent')
  expect(live.show('?region=Kent', '?region=Kent')).not.toHaveProperty('search')
})

test('a sheet counts as settled when the results match the fields of the sheet', () => {
  const { live, fields, type } = openForm('?region=Kent')
  expect(live.isSettled(fields)).toBe(true)
  type('region', 'Wales')
  expect(live.isSettled(fields)).toBe(false)
  live.show('?region=Wales', '?region=Wales')
  expect(live.isSettled(fields)).toBe(true)
})

test('notices filters that a visitor chose before hydration, but not a term typed before hydration', () => {
  const { live, fields, type } = openForm('?search=kent&region=Kent')
  expect(live.hasEarlyChoices(fields)).toBe(false)
  type('search', 'sussex')
  expect(live.hasEarlyChoices(fields)).toBe(false)
  type('region', 'Sussex')
  expect(live.hasEarlyChoices(fields)).toBe(true)
})

test('a page without the form changes nothing', () => {
  const { live } = openForm('?region=Kent')
  expect([live.apply(null, '?region=Kent'), live.isSettled(null)]).toEqual([null, true])
  expect(live.hasEarlyChoices(null)).toBe(false)
})

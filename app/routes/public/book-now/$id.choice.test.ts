import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { forAYear, makeBookable, makePattern, makeVineyard, sellPlaces } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app

const open = async (path: string) => textOf(await visit(path))

test('the form opens the month of the first slot, however far ahead it is', async () => {
  for (const valid_from of ['2026-09-10', '2027-02-10', '2027-05-28']) {
    const { path } = await makeBookable(sql, { experience: forAYear, pattern: { valid_from } })
    const page = await open(path)
    const [year, month] = valid_from.split('-')
    expect(page, valid_from).toMatch(new RegExp(`name="date"[^>]*checked=""[^>]*value="${year}-${month}`))
  }
})

test('the form opens the month of the first slot even if no slot can take the party', async () => {
  const { path } = await makeBookable(sql, {
    experience: forAYear,
    pattern: { valid_from: '2026-09-10', capacity: 3 },
  })
  for (const query of ['', '&guests=5']) {
    const page = await open(path + query)
    expect(page, query).toContain('September 2026</h3>')
  }
})

test('the form opens the month of the first slot when the requested day is in an empty month', async () => {
  const { path } = await makeBookable(sql, { experience: forAYear, pattern: { valid_from: '2026-09-10' } })
  expect(await open(`${path}&date=2026-06-20`)).toContain('September 2026</h3>')
})

test('the form changes a party outside the limits to the nearest allowed size, and names the limits', async () => {
  const { path } = await makeBookable(sql, { experience: { min_group_size: 2, max_group_size: 8 } })
  const tooMany = await open(`${path}&guests=20`)
  expect(tooMany).toContain('This experience takes parties of 2–8.')
  expect(tooMany).toMatch(/name="guests"[^>]*value="8"/)
  const tooFew = await open(`${path}&guests=1`)
  expect(tooFew).toContain('This experience takes parties of 2–8.')
  expect(tooFew).toMatch(/name="guests"[^>]*value="2"/)
  for (const fitting of ['', '&guests=5', '&guests=some'])
    expect(await open(path + fitting)).not.toContain('This experience takes')
})

test('without JavaScript, choosing another day keeps the time if the other day offers the same time', async () => {
  const { path, answers, experience, pattern } = await makeBookable(sql)
  const morning = await makePattern(sql, { experience_id: experience.id, start_time: '10:00' })
  const shown = (pattern_id: string, start: string) => `${pattern_id}-2026-06-06@${start}:00`
  for (const [slot, start] of [
    [shown(morning.id, '10:00'), morning.id],
    [shown(pattern.id, '14:30'), pattern.id],
  ] as const) {
    const form = { ...answers(), slot, date: '2026-06-07', intent: 'times' }
    const page = await textOf(await submit(path, form))
    expect(page).toMatch(new RegExp(`id="${start}-2026-06-07"[^>]*checked=""`))
  }
})

test('a time in the link is chosen if it has places for the party', async () => {
  const { path, experience, pattern } = await makeBookable(sql, {
    pattern: { start_time: '10:00', capacity: 3 },
  })
  const later = await makePattern(sql, { experience_id: experience.id, start_time: '14:00', capacity: 1 })
  const chosenAt = async (query: string) =>
    /<input [^>]*name="slot"[^>]*checked=""[^>]*>/.exec(await open(`${path}&date=2026-06-06${query}`))?.[0]
  expect(await chosenAt('&time=10:00&guests=3')).toContain(`value="${pattern.id}-2026-06-06@10:00:00"`)
  expect(await chosenAt('&time=14:00&guests=1')).toContain(`value="${later.id}-2026-06-06@14:00:00"`)
  expect(await chosenAt('&time=14:00&guests=2')).toBeUndefined()
  expect(await chosenAt('&time=11:00&guests=1')).toBeUndefined()
  expect(await chosenAt('&time=nonsense&guests=1')).toBeUndefined()
})

test('days of another year are shown with their year', async () => {
  const { path } = await makeBookable(sql, { experience: forAYear })
  expect(await open(`${path}&date=2026-06-13`)).toContain('What time on Saturday 13 June?')
  expect(await open(`${path}&date=2027-04-03`)).toContain('What time on Saturday 3 April 2027?')
})

test('the calendar marks today, so that phones can start at the week of today', async () => {
  const { path } = await makeBookable(sql)
  const page = await open(`${path}&month=2026-06`)
  expect([...page.matchAll(/<td aria-current="date">.*?<b>(\d+)/g)].map(([, day]) => day)).toEqual(['1'])
  expect(await open(`${path}&month=2026-07`)).not.toContain('aria-current="date"')
})

test('each calendar day is labelled with its weekday and places', async () => {
  const { path } = await makeBookable(sql, { experience: forAYear, pattern: { capacity: 18 } })
  expect(await open(path)).toContain('aria-label="Friday 12 June, 18 places left"')
  expect(await open(`${path}&month=2027-04`)).toContain('aria-label="Saturday 3 April 2027, 18 places left"')
})

/** Returns the other days that the page offers. */
const nextDays = (page: string) =>
  [...page.matchAll(/<button[^>]* value="day:([\d-]+)"/g)].map(([, day]) => day)

test('a full day offers the next days with places for the party', async () => {
  const { path, pattern } = await makeBookable(sql, { pattern: { capacity: 6, days_of_week: [6, 7] } })
  const sell = (slot_date: string, booked: number) =>
    sellPlaces(sql, { pattern_id: pattern.id, slot_date, booked })
  await sell('2026-06-13', 6)
  await sell('2026-06-14', 4)
  const full = await open(`${path}&date=2026-06-13&guests=3`)
  expect(full).toContain('Next days with places for 3 guests:')
  expect(nextDays(full)).toEqual(['2026-06-20', '2026-06-21', '2026-06-27', '2026-06-28', '2026-07-04'])
  expect(nextDays(await open(`${path}&date=2026-06-14&guests=3`))[0]).toBe('2026-06-20')
  expect(nextDays(await open(`${path}&date=2026-06-14&guests=2`))).toEqual([])
  expect(nextDays(await open(`${path}&date=2026-06-16&guests=2`))[0]).toBe('2026-06-20')
  expect(nextDays(await open(`${path}&date=2026-06-13&guests=2`))[0]).toBe('2026-06-14')
})

test('after the last day with places, the form offers earlier days', async () => {
  const season = { valid_from: '2026-06-01', valid_until: '2026-06-03', capacity: 2 }
  const { path, pattern } = await makeBookable(sql, { pattern: season })
  await sellPlaces(sql, { pattern_id: pattern.id, slot_date: '2026-06-03', booked: 2 })
  expect(nextDays(await open(`${path}&date=2026-06-03`))).toEqual(['2026-06-01', '2026-06-02'])
})

test('for a party that is too large, shows the largest size and how to reach the vineyard', async () => {
  const contact = { phone: '01632 960123', email: 'cellar@example.com' }
  const { id: vineyard_id } = await makeVineyard(sql, contact)
  const { path } = await makeBookable(sql, { experience: { vineyard_id, max_group_size: 8 } })
  const page = await open(`${path}&guests=20`)
  expect(page).toContain('This experience takes parties of 1–8. For a larger party, ask')
  expect(page).toMatch(/href="tel:\+441632960123">01632 960123<\/a> or <a href="mailto:cellar@example.com"/)
  expect(await open(`${path}&guests=8`)).not.toContain('For a larger party')
})

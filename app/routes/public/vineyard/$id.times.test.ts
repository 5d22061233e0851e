import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { forAYear, makeExperience, makePattern, makeVineyard } from '../../../../test/make.ts'

const { sql, visit } = await startApp()

async function open(id: string, query = '') {
  const response = await visit(`/vineyard/${id}${query}`)
  return { html: (await response.text()).replaceAll('<!-- -->', '') }
}

test('links the next times of an experience to the form with day, time and party', async () => {
  const experience = await makeExperience(sql, {
    ...forAYear,
    included: 'three wines',
    cancellation_cutoff_minutes: 2880,
    price_per_person: 16,
  })
  const { id, vineyard_id } = experience
  const days = { experience_id: id, valid_from: '2027-01-02', days_of_week: [6] }
  await makePattern(sql, { ...days, start_time: '10:00', capacity: 12 })
  await makePattern(sql, { ...days, start_time: '14:00', capacity: 1 })
  const timesOf = (html: string) =>
    [...html.matchAll(/<li><a [^>]*href="([^"]*time=[^"]*)"[^>]*>(.*?)<\/a>/g)].map(
      ([, link = '', text = '']) => [link.replaceAll('&amp;', '&'), text.replaceAll(/<[^>]+>/g, '')],
    )
  const form = `/book-now/${vineyard_id}?experience=${id}`
  const { html } = await open(vineyard_id, '?date=2027-01-02')
  expect(timesOf(html)).toEqual([
    [`${form}&date=2027-01-02&time=10%3A00&guests=2`, 'Sat 2 Jan 2027 10:00 AM 12 places'],
    [`${form}&date=2027-01-02&time=14%3A00&guests=1`, 'Sat 2 Jan 2027 2:00 PM Last place'],
    [`${form}&date=2027-01-09&time=10%3A00&guests=2`, 'Sat 9 Jan 2027 10:00 AM 12 places'],
    [`${form}&date=2027-01-09&time=14%3A00&guests=1`, 'Sat 9 Jan 2027 2:00 PM Last place'],
    [`${form}&date=2027-01-16&time=10%3A00&guests=2`, 'Sat 16 Jan 2027 10:00 AM 12 places'],
  ])
  expect(timesOf((await open(vineyard_id, '?date=2027-01-03&guests=3')).html)[0]).toEqual([
    `${form}&date=2027-01-09&time=10%3A00&guests=3`,
    'Sat 9 Jan 2027 10:00 AM 12 places',
  ])
  expect(timesOf((await open(vineyard_id, '?guests=9')).html)).toEqual([])

  expect(html).toContain('Included: three wines')
  expect(html).toContain('Free to cancel until 2 days before the start.')
  const [beside, bar = ''] = html.slice(html.indexOf('class="book-beside')).split('class="book-bar')
  const next = /£16\.00<\/b> a person<\/span><small>Next: Sat 2 Jan 2027, 10:00 AM<\/small>/
  for (const part of [beside, bar]) expect(part).toMatch(next)
  const [, link] = /<a [^>]*href="([^"]*)"[^>]*>Book<\/a>/.exec(bar) ?? []
  expect(link?.replaceAll('&amp;', '&')).toBe(`${form}&date=2027-01-02&time=10%3A00&guests=2`)
})

test('if a vineyard has several experiences, a bar on phones shows the lowest price and leads to the experiences', async () => {
  const { id } = await makeVineyard(sql)
  await makeExperience(sql, { vineyard_id: id, price_per_person: 40 })
  await makeExperience(sql, { vineyard_id: id, price_per_person: 16 })
  const { html } = await open(id)
  expect(html).toMatch(/class="book-bar[^>]*><p><span>from <b class="num">£16\.00<\/b> a person/)
  expect(html).toMatch(/href="#experiences"[^>]*>Book<\/a>/)
  expect((await open((await makeVineyard(sql)).id)).html).not.toContain('class="book-bar')
})

test('an experience that does not take the party names its party sizes, and its links leave out the party', async () => {
  const { vineyard_id, id } = await makeExperience(sql, { min_group_size: 4, max_group_size: 8 })
  await makePattern(sql, { experience_id: id, capacity: 20 })
  const form = `/book-now/${vineyard_id}?experience=${id}`
  const links = (html: string) =>
    [...html.matchAll(/<a [^>]*href="(\/book-now\/[^"]*)"[^>]*>Book(?: Now)?<\/a>/g)].map(([, link]) =>
      link?.replaceAll('&amp;', '&'),
    )
  for (const query of ['?guests=2', '?guests=9&date=2026-06-06']) {
    const { html } = await open(vineyard_id, query)
    expect(html).toContain('>Takes 4–8<')
    const date = query.includes('date') ? '&date=2026-06-06' : ''
    expect(links(html)).toEqual([form + date, form + date, form + date])
  }
  const { html } = await open(vineyard_id, '?guests=5')
  expect(html).not.toContain('Takes 4')
  expect(links(html)[1]).toBe(`${form}&guests=5`)
})

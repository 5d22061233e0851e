import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeBookable } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'

const { sql, visit, submit } = await startApp({ now: '2026-06-01T09:00:00Z' })

test('payment, inclusions and cancellation rule are shown above the button', async () => {
  const { path } = await makeBookable(sql, {
    experience: {
      price_per_person: 28,
      included: 'Five wines and bread.',
      cancellation_cutoff_minutes: 1440,
    },
  })
  const page = await textOf(await visit(`${path}&date=2026-06-06`))
  const button = page.indexOf('Book for 2 guests')
  for (const words of [
    'You pay at the vineyard.',
    'Included: Five wines and bread.',
    'The vineyard confirms on your booking’s page.',
    'Free to cancel until 24 hours before the start.',
    '18 or over',
    'By booking you accept the',
    'href="/terms"',
    'href="/privacy"',
    '£56.00',
  ]) {
    expect(page, words).toContain(words)
    expect(page.indexOf(words), words).toBeLessThan(button)
  }
})

test('before a time is chosen, says so if no start of the day can be cancelled any more', async () => {
  const { path } = await makeBookable(sql, { experience: { cancellation_cutoff_minutes: 6 * 1440 } })
  const saturday = await textOf(await visit(`${path}&date=2026-06-06`))
  expect(saturday).toContain('Cannot be cancelled online.')
  expect(saturday).not.toContain('Free to cancel')
  const sunday = await textOf(await visit(`${path}&date=2026-06-07`))
  expect(sunday).toContain('Free to cancel until 6 days before the start.')
})

test('form and confirmation name the last moment to cancel, and name the time zone once', async () => {
  const { path, answers } = await makeBookable(sql, {
    experience: { included: 'Five wines and bread.', cancellation_cutoff_minutes: 1440 },
    pattern: { start_time: '10:00' },
  })
  const rule = 'Free to cancel until Friday 5 June, 10:00 AM.'
  const page = await textOf(await visit(`${path}&date=2026-06-06&time=10%3A00`))
  const bar = page.slice(page.indexOf('class="bar-terms"'), page.indexOf('Book for 2 guests'))
  expect(bar).toContain(`You pay at the vineyard. ${rule}`)
  expect(bar).toContain('Included: Five wines and bread.')
  const ticket = (await submit(path, answers())).headers.get('Location') ?? ''
  const confirmation = await textOf(await visit(ticket))
  expect(confirmation).toContain(rule)
  expect(confirmation).toContain('Five wines and bread.')
  for (const html of [page, confirmation])
    expect(html.match(/>All times are UK time\.</g), html).toHaveLength(1)
})

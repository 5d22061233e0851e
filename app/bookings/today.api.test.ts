import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { makeWinemaker } from '../../test/make.ts'
import { teamsOf } from '../../test/team.ts'

const app = await startApp()
const { sql } = app
const { send } = teamsOf(app)

test('no answer to the gate has an email address or a phone number of a guest', async () => {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const gate = await makeWinemaker(sql, { vineyard_id, role: 'gate' })
  const owner = await makeWinemaker(sql, { vineyard_id })
  const today = app.now.toISOString().slice(0, 10)
  const booking = await book(sql, market.experience, market.on(today), 2, app.now)
  await sql`
    update bookings set guest_name = 'Mary Shelley', guest_email = 'mary@villa.example', guest_phone = '01632 960777',
      special_requests = 'No nuts, please.'
    where id = ${booking}`
  const shown = await (await send(gate, 'GET', 'today')).text()
  expect(shown).toContain('Mary Shelley')
  expect(shown).toContain('No nuts, please.')
  expect(
    await (await send(owner, 'GET', `parties?vineyard_id=${vineyard_id}&day=${today}`)).text(),
  ).toContain('960777')
  const query = new URLSearchParams({ vineyard_id })
  const paths = [
    'me',
    'today',
    `today?${query}`,
    `parties?${query}&day=${today}`,
    `sessions?${query}`,
    'dashboard',
    `bookings?${query}`,
    'bookings/file',
    'bookings/counts',
    `bookings/${booking}`,
    `bookings/${booking}/record`,
    `bookings/${booking}/events`,
    `customers?${query}`,
    `reports?${query}&from=${today}&until=${today}`,
    `calendar_feeds?${query}`,
    'team',
    'search?search=Mary',
  ]
  for (const path of paths) {
    const text = await (await send(gate, 'GET', path)).text()
    expect(text, path).not.toMatch(/villa\.example|960777/)
    // The id opens the page of the booking, which shows both.
    expect(text, path).not.toContain(booking)
  }
})

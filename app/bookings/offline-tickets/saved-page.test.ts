import { expect, test } from 'vitest'

import { showNoConnection, showSaved, showSavedList, toEmptyPage } from './saved-page.ts'

const page = `<html lang="en-GB"><head><title>Your booking: Tour</title><link rel="modulepreload" href="/assets/a.js"></head>
<body><header>Chalk</header><main id="main" tabindex="-1"><h1>Thank you</h1></main><script nonce="n">run($1)</script></body></html>`

test('a saved page says in London time when it was saved, and has no scripts', () => {
  const shown = showSaved(page, { saved_at: '2026-06-20T13:30:00Z' })
  expect(shown).toContain('Saved on Saturday 20 June 2026 at 2:30 PM')
  expect(shown).toContain('<html data-saved')
  expect(shown).toContain('<h1>Thank you</h1>')
  expect(shown).not.toMatch(/script|modulepreload/)
})

test('the empty page in which the worker shows its sentences contains no data of the booking', () => {
  const emptyPage = toEmptyPage(page)
  expect(emptyPage).toContain('<header>Chalk</header>')
  expect(emptyPage).not.toMatch(/Thank you|Your booking/)
})

test('the list of saved tickets escapes text that people wrote', () => {
  const ticket = {
    id: 'one',
    day: '2026-11-20',
    vineyard: 'A & B',
    when: '',
    party: '',
    saved_at: '2026-11-20T14:30:00Z',
  }
  const list = showSavedList(toEmptyPage(page), [{ ...ticket, title: '<img src=x onerror="run()"> $&' }])
  expect(list).not.toContain('<img')
  expect(list).toContain('$&#38;')
  expect(list).toContain('<title>My bookings')
})

test('a page that needs a connection links to the ticket only if the ticket is saved in the browser', () => {
  expect(showNoConnection(toEmptyPage(page), 'one')).toContain('href="/booking/one"')
  expect(showNoConnection(toEmptyPage(page), undefined)).not.toContain('/booking/')
})

import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit } = app

const makeItinerary = (changes: Record<string, string | boolean | null | Buffer>) =>
  sql`insert into itineraries ${sql({ title: 'A day', is_curated: true, published_at: '2026-05-01T09:00:00Z', ...changes })}`

test('/itineraries and /my-itineraries list published itineraries, or say that there are none', async () => {
  expect(await (await visit('/itineraries')).text()).toContain('No itineraries yet')
  await makeItinerary({ title: 'Two days in Kent' })
  await makeItinerary({ title: 'A draft', published_at: null })
  await makeItinerary({ title: 'Somebody else', is_curated: false, key_hash: Buffer.alloc(32) })
  for (const path of ['/itineraries', '/my-itineraries']) {
    const page = await (await visit(path)).text()
    expect(page).toContain('Two days in Kent')
    expect(page).not.toContain('A draft')
    expect(page).not.toContain('Somebody else')
  }
})

test('answers 503 with a message when the list cannot be read', async () => {
  const response = await app.visitWithoutDatabase('/itineraries')
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('We couldn’t load the itineraries.')
  expect(app.expectErrors()).toHaveLength(1)
})

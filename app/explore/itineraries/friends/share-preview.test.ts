import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { planDays } from '../../../../test/planned-days.ts'
import { makeToken } from '../../../people/sign-in/session.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app
const { makeOffer } = planDays(app)

// Negative control: this test fails if the picture shows only one cover, because the second vineyard then changes nothing.
test('the preview of a shared link has a picture that shows the visits side by side', async () => {
  const [id, key] = [randomUUID(), makeToken()]
  await submit('/itinerary/create', { intent: 'empty', title: 'Two hills', id, key })
  await submit(`/itinerary/${id}?key=${key}`, { intent: 'share', share_until: '' })
  const [{ share_id }] = await sql<[{ share_id: string }]>`select share_id from itineraries where id = ${id}`
  const share = `/itinerary/${id}?share=${share_id}`
  const page = await (await visit(share)).text()
  const picture = share.replace('?', '/share.jpg?')
  for (const tag of [
    `property="og:image" content="http://site.test${picture}"`,
    'property="og:image:width" content="1200"',
    'property="og:image:height" content="630"',
    'property="og:image:alt" content="Two hills',
  ])
    expect(page).toContain(tag)
  const addVineyard = async (place: number, cover: string) => {
    const { vineyard } = await makeOffer(`Hill ${place}`, '11:00')
    await sql`update vineyards set cover_image_url = ${`/pictures/${cover}`} where id = ${vineyard.id}`
    await sql`insert into itinerary_stops ${sql({ itinerary_id: id, place, vineyard_id: vineyard.id })}`
    return Buffer.from(await (await visit(picture)).arrayBuffer())
  }
  // The line below the title states the number of stops, so the plan has two stops when each picture is drawn.
  await sql`insert into itinerary_stops (itinerary_id, place, name) values (${id}, 3, 'An inn')`
  const first = await addVineyard(1, 'cuckoo-furlong-960.webp')
  await sql`delete from itinerary_stops where itinerary_id = ${id} and place = 3`
  const second = await addVineyard(2, 'abbots-window-960.webp')
  expect(second.equals(first)).toBe(false)
})

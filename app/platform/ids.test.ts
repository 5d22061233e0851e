import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { makeVineyard } from '../../test/make.ts'
import { lowerIds } from './ids.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit } = app

test('changes only UUIDs to lower case', () => {
  const id = 'DE510001-ABCD-4000-8000-00000000000F'
  const lower = id.toLowerCase()
  expect(lowerIds(`/Vineyard/${id}.data?x=A&slot=${id}-2026-06-06`)).toBe(
    `/Vineyard/${lower}.data?x=A&slot=${lower}-2026-06-06`,
  )
  for (const other of [`/X${id}`, `/${id}0`, `/A-${id}`, '/explore?search=KENT'])
    expect(lowerIds(other)).toBe(other)
})

test('redirects ids in upper case to the URL in lower case', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const booking = await book(sql, experience, on('2026-06-06'), 2, app.now)
  for (const path of [
    `/vineyard/${experience.vineyard_id}`,
    `/book-now/${experience.vineyard_id}?experience=${experience.id}`,
    `/booking/${booking}`,
    `/booking-confirmation/${booking}`,
    `/booking/${booking}/change`,
    `/booking/${booking}/calendar.ics`,
  ]) {
    const upper = path.replace(/[\da-f-]{36}/g, (id) => id.toUpperCase())
    expect(upper).not.toBe(path)
    const moved = await visit(upper)
    expect([moved.status, moved.headers.get('Location')]).toEqual([308, path])
    expect((await visit(path)).status, path).toBe(200)
  }
})

// ASVS 3.7.2
test('a redirect never leads to another site', async () => {
  const moved = await visit('//evil.example/DE510001-ABCD-4000-8000-00000000000F')
  expect(moved.headers.get('Location') ?? '').not.toMatch(/^\/\//)
})

test('the API takes ids in either case, and returns them in lower case', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const vineyard = await makeVineyard(sql)
  const upper = vineyard.id.toUpperCase()
  expect(await (await visit(`/api/vineyards/${upper}`)).json()).toMatchObject({ id: vineyard.id })
  const listed = await visit(`/api/experiences?vineyard_id=${experience.vineyard_id.toUpperCase()}`)
  expect(await listed.text()).toContain(experience.id)

  const slot = on('2026-06-06')
  const answer = await visit('/api/bookings', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': 'DE510001-ABCD-4000-8000-00000000000F',
    },
    body: JSON.stringify({
      vineyard_id: experience.vineyard_id.toUpperCase(),
      experience_id: experience.id.toUpperCase(),
      booking_date: slot.slot_date,
      start_time: '14:30',
      number_of_guests: 2,
      guest_name: 'Ada Lovelace',
      guest_email: 'ada@example.com',
      guest_phone: '01632 960123',
      total_price: 37,
    }),
  })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    experience_id: experience.id,
    vineyard_id: experience.vineyard_id,
  })
})

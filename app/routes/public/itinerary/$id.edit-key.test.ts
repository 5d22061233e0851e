import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { textOf } from '../../../../test/page.ts'
import { makeToken } from '../../../people/sign-in/session.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { visit, submit } = app

/** Creates an empty itinerary, and returns its key and the URL that contains the key. */
async function begin(title = 'Our day') {
  const [id, key] = [randomUUID(), makeToken()]
  await submit('/itinerary/create', { intent: 'empty', title, id, key })
  return { id, key, view: `/itinerary/${id}?key=${key}` }
}

// ASVS 14.2.1
test('opens the page for a key in a header, and never puts this key into a URL', async () => {
  const day = await begin('Saturday in Kent')
  const headers = { 'Itinerary-Key': day.key }
  for (const path of [`/itinerary/${day.id}`, `/itinerary/${day.id}/edit`, `/itinerary/${day.id}.data`])
    expect((await visit(path, { headers })).status, path).toBe(200)
  expect((await visit(`/itinerary/${day.id}`, { headers: { 'Itinerary-Key': makeToken() } })).status).toBe(
    404,
  )
  const answers = { version: '1', intent: 'add_place', name: 'The Bell', near: '' }
  for (const [path, form] of [
    [`/itinerary/${day.id}/edit`, answers],
    [`/itinerary/${day.id}`, { intent: 'share', share_until: '' }],
    [`/itinerary/${day.id}`, { intent: 'withdraw' }],
  ] as const) {
    const answer = await visit(path, { method: 'POST', headers, body: new URLSearchParams(form) })
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, path])
  }
  const stops = await app.sql`select name from itinerary_stops where itinerary_id = ${day.id}`
  expect(stops).toEqual([{ name: 'The Bell' }])
})

test('a share link works until the end of its last day, then says when it expired', async () => {
  const day = await begin('Saturday in Surrey')
  await submit(day.view, { intent: 'share', share_until: '2026-06-03' })
  const own = await textOf(await visit(day.view))
  expect(own).toContain('The link works until the end of Wednesday 3 June 2026.')
  const share = /value="http:\/\/site\.test(\/itinerary\/[^"]+)"/.exec(own)?.[1] ?? ''
  const calendar = share.replace('?', '/calendar.ics?')
  const at = async (now: string, path: string) => {
    app.now = new Date(now)
    return visit(path)
  }
  // The last day ends at midnight in London, which is 23:00 UTC in summer.
  expect((await at('2026-06-03T22:59:00Z', share)).status).toBe(200)
  const ended = await at('2026-06-03T23:00:00Z', share)
  expect(ended.status).toBe(404)
  expect(await textOf(ended)).toContain('This link expired after Wednesday 3 June 2026.')
  expect((await visit(calendar)).status).toBe(404)
  expect(await textOf(await visit(day.view))).toContain('The link ended after Wednesday 3 June 2026.')

  await submit(day.view, { intent: 'share', share_until: '2026-06-10' })
  expect((await visit(share)).status).toBe(200)
  await submit(day.view, { intent: 'share', share_until: '' })
  expect((await at('2026-12-01T09:00:00Z', share)).status).toBe(200)
  app.now = new Date('2026-06-01T09:00:00Z')
})

test('rejects an invalid or past end date at its field and keeps the input', async () => {
  const day = await begin()
  for (const [share_until, sentence] of [
    ['2026-05-31', 'That day has passed. Choose today or a later day.'],
    ['2026-02-30', 'That isn’t a valid date.'],
  ] as const) {
    const refused = await submit(day.view, { intent: 'share', share_until })
    expect(refused.status).toBe(422)
    const page = await textOf(refused)
    expect(page).toContain(sentence)
    expect(page).toContain(`value="${share_until}"`)
    expect(page).toContain('How long should the link work?')
  }
})

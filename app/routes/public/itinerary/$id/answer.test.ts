import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../../../test/app.ts'
import { textOf } from '../../../../../test/page.ts'
import { makeToken } from '../../../../people/sign-in/session.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app

/** Makes a shared itinerary. `view` is the maker's page, `share` the page behind the link. */
async function shareADay(title = 'Our day') {
  const [id, key] = [randomUUID(), makeToken()]
  await submit('/itinerary/create', { intent: 'empty', title, id, key })
  const view = `/itinerary/${id}?key=${key}`
  await submit(view, { intent: 'share', share_until: '' })
  const [row] = await sql<[{ share_id: string }]>`select share_id from itineraries where id = ${id}`
  return { id, view, share_id: row.share_id, share: `/itinerary/${id}?share=${row.share_id}` }
}
const answer = (share: string, changes: Record<string, string>) =>
  submit(share, { intent: 'coming', answer_key: makeToken(), needs: '', ...changes })
const namesOf = async (id: string) =>
  (await sql<{ name: string }[]>`select name from itinerary_answers where itinerary_id = ${id}`).map(
    ({ name }) => name,
  )

// Negative control: without the condition on the key in takeAnswerBack, Benedict's answer is deleted too.
test('after the link has ended or was switched off, a friend can take the answer back but sees nothing of the plan', async () => {
  for (const end of ['ended', 'withdrawn', 'since the page was opened']) {
    const day = await shareADay('Secret plan')
    const answer_key = makeToken()
    await answer(day.share, { answer_key, friend_name: 'Ada', needs: 'No nuts' })
    await answer(day.share, { friend_name: 'Benedict Quill' })
    if (end === 'ended') await sql`update itineraries set share_until = '2026-05-31' where id = ${day.id}`
    else await submit(day.view, { intent: 'withdraw' })
    const gone = await textOf(await visit(`${day.share}&answer=${answer_key}`))
    expect(gone).toContain(`answer=${answer_key}`)
    const own = `/itinerary/${day.id}/answer?share=${day.share_id}&answer=${answer_key}`
    const page = await textOf(await visit(own))
    for (const words of ['Ada', 'No nuts', 'Take my answer back']) expect(page).toContain(words)
    for (const words of ['Secret plan', 'Benedict']) expect(page).not.toContain(words)
    const to = end === 'since the page was opened' ? day.share.replace('?', '/answer?') : own
    const taken = await submit(to, { answer_key })
    expect(taken.headers.get('Location')).toBe(`/itinerary/${day.id}/answer?share=${day.share_id}&taken=yes`)
    expect(await textOf(await visit(taken.headers.get('Location') ?? ''))).toContain(
      'Your answer has been deleted.',
    )
    expect(await namesOf(day.id)).toEqual(['Benedict Quill'])
  }
})

test('the page of a friend’s own answer shows nothing to a stranger, and refuses a malformed key', async () => {
  const day = await shareADay()
  await answer(day.share, { friend_name: 'Ada' })
  const stranger = await visit(`/itinerary/${day.id}/answer?answer=${makeToken()}`)
  expect([stranger.status, (await textOf(stranger)).includes('We couldn’t find your answer')]).toEqual([
    200,
    true,
  ])
  expect((await submit(`/itinerary/${day.id}/answer`, { answer_key: 'x' })).status).toBe(400)
  expect((await submit(`/itinerary/${day.id}/answer`, { answer_key: makeToken() })).status).toBe(302)
  expect(await namesOf(day.id)).toEqual(['Ada'])
})

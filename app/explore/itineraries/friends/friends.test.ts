import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { textOf } from '../../../../test/page.ts'
import { planDays, saturday } from '../../../../test/planned-days.ts'
import { race } from '../../../../test/race.ts'
import { makeToken } from '../../../people/sign-in/session.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app
const { makeOffer, shareADay, answer, answersOf, versionOf } = planDays(app)

const fill = (id: string, count: number) =>
  sql`
    insert into itinerary_answers (itinerary_id, key_hash, name, is_coming, created_at, answered_at)
    select ${id}, sha256((${id} || n)::bytea), 'Friend ' || n, true, now(), now() from generate_series(1, ${count}) n`

test('a friend without an account can answer, change the answer and take the answer back', async () => {
  const day = await shareADay()
  const asked = await textOf(await visit(day.share))
  expect(asked).toContain('Are you coming?')
  const answer_key = /name="answer_key" value="([\w-]{43})"/.exec(asked)?.[1] ?? ''
  const sent = await answer(day.share, { answer_key, needs: 'No nuts' })
  const own = `${day.share}&answer=${answer_key}`
  expect([sent.status, sent.headers.get('Location')]).toEqual([302, `${own}#friends`])
  const page = await textOf(await visit(own))
  for (const words of ['Thank you, Ada', 'I am coming', 'No nuts', '1 is coming', 'yours alone'])
    expect(page).toContain(words)
  await answer(own, { intent: 'not_coming', answer_key, friend_name: 'Ada B', needs: '' })
  expect(await answersOf(day.id)).toEqual([{ name: 'Ada B', is_coming: false, needs: '', vote: null }])
  await submit(own.replace('?', '/answer?'), { answer_key })
  expect(await answersOf(day.id)).toEqual([])
})

test('when a browser stores the key of an answer, the address never contains this key', async () => {
  const day = await shareADay()
  const headers = { 'Itinerary-Key': makeToken() }
  const form = new URLSearchParams({ intent: 'coming', friend_name: 'Ada', needs: 'Vegan', answer_key: 'x' })
  const sent = await visit(day.share, { method: 'POST', headers, body: form })
  expect([sent.status, sent.headers.get('Location')]).toEqual([302, `${day.share}#friends`])
  expect(await textOf(await visit(day.share, { headers }))).toContain('Thank you, Ada')
})

// Negative control: without the condition on the maker, the reader's page shows the needs.
test('only the maker sees diet and access needs, and everybody with the link sees names and answers', async () => {
  const day = await shareADay()
  await answer(day.share, { friend_name: 'Ada', needs: 'Wheelchair user' })
  await answer(day.share, { intent: 'not_coming', friend_name: 'Ben' })
  const other = await (await visit(day.share)).text()
  for (const words of ['Ada', 'Ben', '1 is coming, 1 cannot come']) expect(other).toContain(words)
  expect(other).not.toContain('Wheelchair')
  const makers = await textOf(await visit(day.view))
  for (const words of ['1 is coming, 1 cannot come.', 'Wheelchair user', 'Remove'])
    expect(makers).toContain(words)
})

test('refuses a missing name and a long or unprintable text, and keeps the input of the other field', async () => {
  const day = await shareADay()
  for (const [changes, sentence] of [
    [{ friend_name: ' ' }, 'Please enter your first name'],
    [{ friend_name: 'a'.repeat(41) }, 'Please enter your first name'],
    [{ needs: 'x'.repeat(301) }, 'Please use up to 300 characters'],
    [{ needs: 'a\u0000b' }, 'Please use up to 300 characters'],
  ] as const) {
    const refused = await answer(day.share, { friend_name: 'Ada', needs: 'Vegan', ...changes })
    expect(refused.status).toBe(422)
    const page = await textOf(refused)
    expect(page).toContain(sentence)
    expect(page).toContain('needs' in changes ? 'value="Ada"' : '>Vegan</textarea>')
  }
  expect(await answersOf(day.id)).toEqual([])
})

test('friends can answer only through the share link, and only until the link ends or the maker withdraws the link', async () => {
  const day = await shareADay()
  await submit(day.view, { intent: 'share', share_until: '2026-06-02' })
  app.now = new Date('2026-06-03T09:00:00Z')
  expect((await answer(day.share)).status).toBe(404)
  app.now = new Date('2026-06-01T09:00:00Z')
  expect((await answer(day.view)).status).toBe(400)
  expect((await answer(`/itinerary/${day.id}?share=${randomUUID()}`)).status).toBe(404)
  await submit(day.view, { intent: 'withdraw' })
  expect((await answer(day.share)).status).toBe(404)
  expect(await answersOf(day.id)).toEqual([])
})

// Negative control: without the lock in answer_itinerary, the friend's answer is stored although the link has ended.
test('refuses an answer that arrives while the link is being switched off', async () => {
  const day = await shareADay()
  const [answered] = await race(
    sql,
    (holder) => holder`update itineraries set share_id = null where id = ${day.id}`,
    [() => answer(day.share)],
  )
  expect(answered?.status).toBe(404)
  expect(await answersOf(day.id)).toEqual([])
})

// Negative control: without the lock in answer_itinerary, both answers are stored.
test('if only one more answer is allowed, only one of two concurrent answers is stored', async () => {
  const day = await shareADay()
  await fill(day.id, 29)
  const answered = await race(
    sql,
    (holder) => holder`select from itineraries where id = ${day.id} for update`,
    ['Ada', 'Ben'].map((friend_name) => () => answer(day.share, { friend_name })),
  )
  expect(answered.map(({ status }) => status).sort()).toEqual([302, 409])
  expect(await answersOf(day.id)).toHaveLength(30)
})

test('when an itinerary has as many answers as allowed, a friend can still change an answer', async () => {
  const day = await shareADay()
  const answer_key = makeToken()
  await answer(day.share, { answer_key })
  await fill(day.id, 29)
  const full = await answer(day.share, { friend_name: 'Late', needs: 'Vegan' })
  expect(full.status).toBe(409)
  const page = await textOf(full)
  for (const words of ['already has 30 answers', 'value="Late"', '>Vegan</textarea>'])
    expect(page).toContain(words)
  expect((await answer(day.share, { answer_key, intent: 'not_coming' })).status).toBe(302)
})

test('a key changes only the answer to its own itinerary', async () => {
  const [day, other] = [await shareADay(), await shareADay()]
  const answer_key = makeToken()
  await answer(day.share, { answer_key })
  const elsewhere = await answer(other.share, { answer_key, friend_name: 'Eve' })
  expect(elsewhere.status).toBe(404)
  await submit(other.share.replace('?', '/answer?'), { answer_key })
  expect(await answersOf(day.id)).toMatchObject([{ name: 'Ada' }])
})

test('refuses too many answers from one IP address, and keeps the input', async () => {
  const day = await shareADay()
  const send = () =>
    visit(day.share, {
      method: 'POST',
      headers: { 'X-Forwarded-For': '192.0.2.9' },
      body: new URLSearchParams({
        intent: 'coming',
        answer_key: makeToken(),
        friend_name: '',
        needs: 'No gluten',
      }),
    })
  const untilLimited = async (left: number): Promise<Response> => {
    const answered = await send()
    return answered.status === 429 || left === 0 ? answered : untilLimited(left - 1)
  }
  const limited = await untilLimited(100)
  expect(limited.status).toBe(429)
  expect(await textOf(limited)).toContain('>No gluten</textarea>')
})

test('only the maker can remove a friend’s answer', async () => {
  const day = await shareADay()
  await answer(day.share)
  const [row] = await sql<{ id: string }[]>`select id from itinerary_answers where itinerary_id = ${day.id}`
  const form = { intent: 'remove_answer', answer: row?.id ?? '' }
  expect((await submit(day.share, form)).status).toBe(404)
  expect((await submit((await shareADay()).view, form)).status).toBe(302)
  expect(await answersOf(day.id)).toHaveLength(1)
  await submit(day.view, form)
  expect(await answersOf(day.id)).toEqual([])
})

test('the maker adjusts the party to the friends who come, unless the itinerary has changed meanwhile', async () => {
  const day = await shareADay()
  for (const friend_name of ['Ada', 'Ben', 'Cy']) await answer(day.share, { friend_name })
  const page = await textOf(await visit(day.view))
  for (const words of ['3 are coming.', 'Plan for 4 guests']) expect(page).toContain(words)
  const version = await versionOf(day.id)
  const form = { intent: 'party', party: '4', version }
  expect((await submit(day.share, form)).status).toBe(404)
  expect((await submit(day.view, form)).status).toBe(302)
  const again = await submit(day.view, { ...form, party: '9' })
  expect(again.status).toBe(409)
  expect(await textOf(again)).toContain('changed in another window')
  expect((await submit(day.view, { ...form, version: '99999999999' })).status).toBe(409)
  const planned = await textOf(await visit(day.view))
  expect(planned).toContain('4 guests')
  expect(planned).not.toContain('Plan for 4 guests')
})

test('the form that books the itinerary contains the needs of the friends who come, and no address contains them', async () => {
  const day = await shareADay()
  const offer = await makeOffer('Ash Hill', '11:00')
  await sql`update itineraries set visit_date = ${saturday} where id = ${day.id}`
  await sql`
    insert into itinerary_stops ${sql({ itinerary_id: day.id, place: 1, vineyard_id: offer.vineyard.id, experience_id: offer.experience.id, start_time: '11:00' })}`
  await answer(day.share, { friend_name: 'Ada', needs: 'No nuts' })
  app.now = new Date('2026-06-01T09:00:01Z')
  await answer(day.share, { friend_name: 'Ben', needs: 'Step-free, please' })
  await answer(day.share, { intent: 'not_coming', friend_name: 'Cy', needs: 'Vegan' })
  const page = await textOf(await visit(day.view))
  expect(page).toContain('>No nuts\nStep-free, please</textarea>')
  expect(page).not.toMatch(/(href|action)="[^"]*nuts/)
  expect(await sql`select from bookings`).toHaveLength(0)
})

// Negative control: if the form did not send the day it shows, the answer would count for a day the friend has not seen.
test('if the itinerary moves to another day, earlier answers no longer count, and friends are asked again', async () => {
  const day = await shareADay()
  await sql`update itineraries set visit_date = ${saturday} where id = ${day.id}`
  const answer_key = makeToken()
  await answer(day.share, { answer_key, visit_date: saturday })
  await answer(day.share, { intent: 'not_coming', friend_name: 'Ben', visit_date: saturday })
  await sql`update itineraries set visit_date = '2026-06-07' where id = ${day.id}`
  // This friend's page still shows the first day.
  await answer(day.share, { friend_name: 'Cy', visit_date: saturday })
  const makers = await textOf(await visit(day.view))
  expect(makers).toContain('3 answered for another day.')
  expect(makers).toContain(' answered for Saturday 6 June 2026')
  expect(makers).not.toContain('Plan for')
  const own = `${day.share}&answer=${answer_key}`
  const page = await textOf(await visit(own))
  for (const words of ['The day has changed', 'It is now Sunday 7 June 2026.', 'please answer again'])
    expect(page).toContain(words)
  await answer(own, { answer_key, visit_date: '2026-06-07' })
  expect(await textOf(await visit(own))).toContain('Thank you, Ada')
  expect(await textOf(await visit(day.view))).toContain('1 is coming, 2 answered for another day.')
})

test('if the database fails, says that the answer could not be saved, and still shows the itinerary', async () => {
  const day = await shareADay()
  await sql`alter table itinerary_answers rename to answers_away`
  const failed = await answer(day.share, { needs: 'Vegan' })
  const page = await textOf(await visit(day.share))
  await sql`alter table answers_away rename to itinerary_answers`
  expect(failed.status).toBe(503)
  expect(await textOf(failed)).toContain('couldn’t be saved')
  expect(page).toContain('Our day')
  expect(app.expectErrors().length).toBeGreaterThan(0)
})

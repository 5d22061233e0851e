import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { textOf } from '../../../../test/page.ts'
import { planDays } from '../../../../test/planned-days.ts'
import { makeToken } from '../../../people/sign-in/session.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app
const { shareADay, answer, answersOf, versionOf } = planDays(app)

test('friends vote on two itineraries, and the maker can continue with the other one', async () => {
  const [day, other] = [await shareADay('Kent'), await shareADay('Sussex')]
  await sql`insert into itinerary_stops (itinerary_id, place, name) values (${day.id}, 1, 'The Bell'), (${other.id}, 1, 'The Ram')`
  const choose = { intent: 'other_plan', version: await versionOf(day.id) }
  const strange = await submit(day.view, {
    ...choose,
    other_plan: `/itinerary/${other.id}?key=${makeToken()}`,
  })
  expect(strange.status).toBe(422)
  expect(await textOf(strange)).toContain('We couldn’t find that plan.')
  expect((await submit(day.view, { ...choose, other_plan: day.view })).status).toBe(422)
  expect((await submit(day.view, { ...choose, other_plan: `http://site.test${other.view}` })).status).toBe(
    302,
  )

  const page = await (await visit(day.share)).text()
  for (const words of ['Which plan do you prefer?', 'Sussex', 'The Ram', 'Choose this plan'])
    expect(page).toContain(words)
  for (const secret of [other.key, day.key, 'Go on with']) expect(page).not.toContain(secret)
  const [ada, ben] = [makeToken(), makeToken()]
  const vote = { intent: 'vote_other', other: other.id }
  const voted = await submit(day.share, { ...vote, answer_key: ada })
  expect(await textOf(await visit(voted.headers.get('Location') ?? ''))).toContain('Your choice')
  await submit(day.share, { ...vote, intent: 'vote_this', answer_key: ben })
  await submit(day.share, { ...vote, answer_key: ben })
  expect(await textOf(await visit(day.view))).toContain('2 votes')
  expect((await submit(day.share, { ...vote, other: day.id, answer_key: ada })).status).toBe(409)

  const go = { intent: 'go_on_other', version: await versionOf(day.id) }
  expect((await submit(day.share, go)).status).toBe(404)
  expect((await submit(day.view, go)).status).toBe(302)
  expect((await submit(day.view, go)).status).toBe(409)
  const shared = await textOf(await visit(day.share))
  for (const words of ['Sussex', 'The Ram']) expect(shared).toContain(words)
  expect(shared).not.toContain('Which plan')
  expect(await textOf(await visit(other.view))).toContain('The Bell')
  expect(await answersOf(day.id)).toEqual([])
  expect((await submit(day.share, { ...vote, answer_key: ada })).status).toBe(409)
})

test('ending the vote keeps answers and deletes votes, and deleting the other itinerary ends the vote', async () => {
  const [day, other] = [await shareADay('Kent'), await shareADay('Sussex')]
  const start = async () =>
    submit(day.view, { intent: 'other_plan', version: await versionOf(day.id), other_plan: other.view })
  await start()
  const answer_key = makeToken()
  await answer(day.share, { answer_key, needs: 'Vegan' })
  await submit(day.share, { intent: 'vote_this', other: other.id, answer_key })
  expect(await answersOf(day.id)).toEqual([{ name: 'Ada', is_coming: true, needs: 'Vegan', vote: 'this' }])
  await submit(day.view, { intent: 'go_on_this', version: await versionOf(day.id) })
  expect(await answersOf(day.id)).toEqual([{ name: 'Ada', is_coming: true, needs: 'Vegan', vote: null }])
  await start()
  await sql`delete from itineraries where id = ${other.id}`
  expect(await textOf(await visit(day.share))).not.toContain('Which plan')
})

import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { signInBrowser } from '../../../test/staff-browser.ts'
import { visitFactNames } from '../experiences/experience-facts.ts'
import { makeExperience, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp()
const { id } = await makeVineyard(app.sql)
const winemaker = await makeWinemaker(app.sql, { vineyard_id: id })
signInBrowser(app, winemaker)
// Imported after the sign-in is set up, because the module creates its API client when it is loaded.
const { factDraftOf, saveFacts } = await import('./fact-actions.tsx')

const read = async () =>
  (await app.visit(`/api/vineyards/${id}/facts`, { headers: signedIn(winemaker) })).json()

async function open(experience_id: string | null = null) {
  const stated = await read()
  return {
    vineyard_id: id,
    experience_id,
    ...factDraftOf(stated, experience_id),
    version: stated.version,
  }
}

/** Saves the form with the answers in `opened`, except for the answers that `typed` replaces. */
function save(opened: Awaited<ReturnType<typeof open>>, typed: Record<string, string>) {
  const form = new FormData()
  for (const [name, { choice, detail }] of Object.entries(opened.answers)) {
    form.set(name, choice)
    form.set(`${name}_detail`, detail ?? '')
  }
  for (const name of opened.visit ? visitFactNames : []) form.set(name, opened.visit?.[name] ?? '')
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  return saveFacts('winemaker', opened, form)
}

test('shows what somebody else saved meanwhile, and saving again keeps the changes of both people', async () => {
  const opened = await open()
  await save(opened, { payment: 'card', shelter: 'covered' })
  const late = await save(opened, { payment: 'cash', payment_detail: 'No signal here' })
  expect(late).toMatchObject({ saved_at: null, saved: null })
  expect(late.conflict?.differences).toEqual([
    { label: 'Card or cash', before: '', theirs: 'Card only', mine: 'Cash only. No signal here' },
    { label: 'Bad weather', before: '', theirs: 'Under cover when it rains', mine: '' },
  ])
  const over = await save(opened, { payment: 'cash', over: late.conflict?.version ?? '' })
  expect(over).toMatchObject({ is_merged: true, saved: { version: (await open()).version } })
  expect(over.saved?.answers.payment).toEqual({ choice: 'cash', detail: null })
  expect(over.saved?.answers.shelter).toEqual({ choice: 'covered', detail: null })
  expect((await read()).facts).toMatchObject([
    { fact: 'payment', choice: 'cash' },
    { fact: 'shelter', choice: 'covered' },
  ])
})

test('stores today’s date with changed answers only, unless staff confirm that all answers are right', async () => {
  await app.sql`update vineyard_facts set stated_on = '2025-01-01' where vineyard_id = ${id}`
  await save(await open(), { payment: 'both' })
  const days = async () => {
    const { facts, today } = await read()
    return facts.map(({ stated_on }: { stated_on: string }) => stated_on === today)
  }
  expect(await days()).toEqual([true, false])
  await save(await open(), { restate: 'yes' })
  expect(await days()).toEqual([true, true])
})

test('refuses a detail without an answer, and clearing the answer of an experience withdraws only this answer', async () => {
  const { id: experience } = await makeExperience(app.sql, { vineyard_id: id })
  const message = 'Please choose an answer to go with your words.'
  expect(await save(await open(experience), { seating_detail: 'Benches' })).toMatchObject({
    saved_at: null,
    message,
    fields: { seating: message },
  })
  await save(await open(experience), { seating: 'none' })
  const own = async () =>
    (await read()).facts.filter((fact: { experience_id: string }) => fact.experience_id === experience)
  expect(await own()).toMatchObject([{ fact: 'seating', choice: 'none' }])
  await save(await open(experience), { seating: '' })
  expect(await own()).toEqual([])
})

test('saves visit facts and stated facts of an experience in one form, and merges the edits of two people', async () => {
  const { id: walk } = await makeExperience(app.sql, { vineyard_id: id })
  const { id: other } = await makeExperience(app.sql, { vineyard_id: id })
  const opened = await open(walk)
  expect(opened.visit).toMatchObject({ parking: null, dogs: null })
  await save(opened, { parking: 'Behind the press house', dogs: 'on_lead', shelter: 'none' })
  const late = await save(opened, { parking: 'In the lane', children: 'welcome' })
  expect(late.conflict?.differences).toEqual([
    { label: 'Dogs', before: '', theirs: 'Dogs on a lead', mine: '' },
    { label: 'Parking', before: '', theirs: 'Behind the press house', mine: 'In the lane' },
    { label: 'Bad weather', before: '', theirs: 'Outdoors in all weathers', mine: '' },
  ])
  const over = await save(opened, {
    parking: 'In the lane',
    children: 'welcome',
    over: late.conflict?.version ?? '',
  })
  expect(over.saved?.visit).toMatchObject({ parking: 'In the lane', dogs: 'on_lead', children: 'welcome' })
  expect(over.saved?.version).toBe((await open(walk)).version)
  const stored =
    await app.sql`select id, parking, dogs, children from experiences where id in (${walk}, ${other})`
  expect(new Map(stored.map(({ id, ...row }) => [id, row]))).toEqual(
    new Map([
      [walk, { parking: 'In the lane', dogs: 'on_lead', children: 'welcome' }],
      [other, { parking: null, dogs: null, children: null }],
    ]),
  )
})

test('confirming all answers of an experience also dates its visit facts today', async () => {
  const { id: walk } = await makeExperience(app.sql, { vineyard_id: id, food: 'Boards from £12' })
  const days = async () => {
    const [row] = await app.sql`select facts_stated_on from experiences where id = ${walk}`
    return row?.facts_stated_on
  }
  expect(await days()).toEqual({})
  await save(await open(walk), { restate: 'yes' })
  expect(await days()).toEqual({ food: (await read()).today })
})

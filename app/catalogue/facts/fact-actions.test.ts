import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { signInBrowser } from '../../../test/staff-browser.ts'
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
    answers: factDraftOf(stated, experience_id),
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

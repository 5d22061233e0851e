import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { signInBrowser } from '../../../test/staff-browser.ts'
import { makeAdmin, signedIn } from '../../../test/make.ts'
import { runCuratedAction } from './curated-actions.ts'

const app = await startApp()
const { sql, visit } = app
const admin = await makeAdmin(sql)
signInBrowser(app, admin)

const headers = { ...signedIn(admin), 'Content-Type': 'application/json' }

async function read(id: string) {
  return (await visit(`/api/itineraries/${id}`, { headers })).json()
}

test('shows the second of two concurrent editors the difference and keeps their input', async () => {
  const body = JSON.stringify({ title: 'A day in the Weald', summary: null })
  const { id } = await (await visit('/api/itineraries', { method: 'POST', headers, body })).json()
  const { title, summary, party, begins_at, travel } = await read(id)
  const typed = (changes: Record<string, string>) => {
    const form = new FormData()
    const seen = JSON.stringify({ title, summary, party, begins_at, travel })
    const fields = {
      title,
      summary: '',
      party: String(party),
      begins_at: begins_at.slice(0, 5),
      travel,
      seen,
    }
    for (const [name, value] of Object.entries({ ...fields, intent: 'details', ...changes }))
      form.set(name, value)
    return form
  }
  expect(await runCuratedAction(id, typed({ title: 'A day in the High Weald' }))).toMatchObject({
    problem: null,
  })
  const second = await runCuratedAction(id, typed({ party: '4' }))
  expect(second.conflict?.differences).toEqual([
    { label: 'Name', before: 'A day in the Weald', theirs: 'A day in the High Weald', mine: title },
  ])
  expect((await read(id)).party).toBe(party)
  const over = second.conflict?.version ?? ''
  expect(await runCuratedAction(id, typed({ party: '4', over }))).toMatchObject({
    problem: null,
    message: 'Saved.',
  })
  expect(await read(id)).toMatchObject({ title: 'A day in the High Weald', party: 4 })
})

test('an admin marks an itinerary “Without a car”, and a second admin sees this label among the differences', async () => {
  const body = JSON.stringify({ title: 'A day on the line', summary: null })
  const { id } = await (await visit('/api/itineraries', { method: 'POST', headers, body })).json()
  const { title, summary, party, begins_at, travel } = await read(id)
  const choose = (way: string) => {
    const form = new FormData()
    const seen = JSON.stringify({ title, summary, party, begins_at, travel })
    const fields = { intent: 'details', title, party: String(party), begins_at: '10:00', travel: way, seen }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }
  expect(travel).toBe('drive')
  expect(await runCuratedAction(id, choose('no_car'))).toMatchObject({ problem: null, message: 'Saved.' })
  expect(await read(id)).toMatchObject({ travel: 'no_car', title })
  const second = await runCuratedAction(id, choose('drive'))
  expect(second.conflict?.differences).toEqual([
    { label: 'How people travel', before: 'By car', theirs: 'Without a car', mine: 'By car' },
  ])
})

test('names the field and the fix for invalid details', async () => {
  const body = JSON.stringify({ title: 'A day by the sea', summary: null })
  const { id } = await (await visit('/api/itineraries', { method: 'POST', headers, body })).json()
  const { title, summary, party, begins_at, travel } = await read(id)
  const form = new FormData()
  const seen = JSON.stringify({ title, summary, party, begins_at, travel })
  for (const [name, value] of Object.entries({ intent: 'details', seen, title, party: '0', begins_at }))
    form.set(name, value)
  const wrong = await runCuratedAction(id, form)
  expect(wrong.problem).toBe('Please enter the number of guests, from 1 to 100.')
  expect(wrong.refusal).toMatchObject({ fields: { party: wrong.problem }, intent: 'details' })
})

test('if the itinerary has changed meanwhile, adds no stop and keeps the input', async () => {
  const body = JSON.stringify({ title: 'A day on the Weald', summary: null })
  const { id } = await (await visit('/api/itineraries', { method: 'POST', headers, body })).json()
  const { edition } = await read(id)
  const add = (name: string) => {
    const form = new FormData()
    const answers = { intent: 'add_place', version: String(edition), name, near: '' }
    for (const [field, value] of Object.entries(answers)) form.set(field, value)
    return runCuratedAction(id, form)
  }
  expect((await add('The Bell')).problem).toBeNull()
  const second = await add('The Griffin')
  expect(second.problem).toContain('Somebody else has changed this in the meantime.')
  expect(second.refusal).toMatchObject({ sentence: second.problem, typed: { name: 'The Griffin' } })
  expect((await read(id)).stops).toMatchObject([{ name: 'The Bell' }])
})

import { expect, test } from 'vitest'

import { withScheme } from './missing-scheme.ts'
import type { VineyardVersion } from './vineyard-save.tsx'
import { startApp } from '../../../test/app.ts'
import { signInBrowser } from '../../../test/staff-browser.ts'
import { makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp()
const { id } = await makeVineyard(app.sql, { latitude: 51, longitude: 1 })
const winemaker = await makeWinemaker(app.sql, { vineyard_id: id })
signInBrowser(app, winemaker)
// Imported after the sign-in is set up, because the module creates its API client when it is loaded.
const { saveVineyard, vineyardFields: fields } = await import('./vineyard-save.tsx')

const now = async () => (await app.visit(`/api/vineyards/${id}`, { headers: signedIn(winemaker) })).json()

/** Opens a form that shows `seen`, changes the fields in `typed`, and saves the form. */
async function save(typed: Record<string, string>, seen: VineyardVersion, over: string | null = null) {
  const form = new FormData()
  for (const field of fields) form.set(field, typed[field] ?? String(seen[field] ?? ''))
  if (over !== null) form.set('over', over)
  return saveVineyard('winemaker', seen, form)
}

test('refuses to clear only one coordinate, shows a message at the empty field, and saves nothing', async () => {
  const message = 'Latitude is missing. Enter both numbers, or leave both empty.'
  const half = await save({ latitude: ' ', name: 'Other' }, await now())
  expect(half).toMatchObject({ saved_at: null, message, fields: { latitude: message } })
  expect(await save({ longitude: '' }, await now())).toMatchObject({
    fields: { longitude: message.replace('Latitude', 'Longitude') },
  })
  expect(await now()).toMatchObject({ latitude: 51, longitude: 1, name: expect.not.stringMatching('Other') })
})

test('clearing both coordinates removes the vineyard from the map', async () => {
  expect(await save({ latitude: '', longitude: '' }, await now())).toMatchObject({
    message: null,
    fields: {},
  })
  expect(await now()).toMatchObject({ latitude: null, longitude: null })
})

test('saving after a conflict returns the changes of both people', async () => {
  const opened: VineyardVersion = await now()
  await save({ city: 'Firle' }, opened)
  const late = await save({ description: 'Rows above the mill.' }, opened)
  const over = await save({ description: 'Rows above the mill.' }, opened, late.conflict?.version)
  const both = { city: 'Firle', description: 'Rows above the mill.' }
  expect(over).toMatchObject({ is_merged: true, saved: { ...both, version: (await now()).version } })
})

test('adds the scheme to a website that was typed without one', () => {
  expect(withScheme('www.testridge.example')).toBe('https://www.testridge.example')
  expect(withScheme('http://testridge.example')).toBe('http://testridge.example')
  expect(withScheme('')).toBe('')
})

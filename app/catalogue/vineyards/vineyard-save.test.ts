import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { signInBrowser } from '../../../test/staff-browser.ts'
import { makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp()
const { id } = await makeVineyard(app.sql, { latitude: 51, longitude: 1 })
const winemaker = await makeWinemaker(app.sql, { vineyard_id: id })
signInBrowser(app, winemaker)
// Imported after the sign-in is set up, because the module creates its API client when it is loaded.
const { saveVineyard } = await import('./vineyard-save.tsx')
const { vineyardFields: fields } = await import('./vineyard-save.tsx')

const now = async () => (await app.visit(`/api/vineyards/${id}`, { headers: signedIn(winemaker) })).json()

/** Opens the form, changes the fields in `typed` and saves. */
async function save(typed: Record<string, string>) {
  const seen = await now()
  const form = new FormData()
  for (const field of fields) form.set(field, typed[field] ?? String(seen[field] ?? ''))
  return saveVineyard('winemaker', seen, form, null)
}

test('refuses to clear only one coordinate, with a message at its field, and saves nothing', async () => {
  const message = 'Latitude is missing. Enter both numbers, or leave both empty.'
  const half = await save({ latitude: ' ', name: 'Other' })
  expect(half).toMatchObject({ saved_at: null, message, fields: { latitude: message } })
  expect(await save({ longitude: '' })).toMatchObject({
    fields: { longitude: message.replace('Latitude', 'Longitude') },
  })
  expect(await now()).toMatchObject({ latitude: 51, longitude: 1, name: expect.not.stringMatching('Other') })
})

test('clearing both coordinates removes the vineyard from the map', async () => {
  expect(await save({ latitude: '', longitude: '' })).toMatchObject({ message: null, fields: {} })
  expect(await now()).toMatchObject({ latitude: null, longitude: null })
})

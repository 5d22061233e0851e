import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { formRequest, signInBrowser } from '../../../test/staff-browser.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import type { WinemakerEntry } from './winemaker.server.ts'

const app = await startApp()
const { sql, visit } = app
const admin = await makeAdmin(sql)
signInBrowser(app, admin)
// Imported after the sign-in is set up, because the module creates its API client when it loads.
const { changeWinemaker: actOnWinemaker } = await import('./winemaker-actions.tsx')

const press = (fields: Record<string, string>) => actOnWinemaker(formRequest('/admin/winemakers', fields))

async function entryOf(id: string): Promise<WinemakerEntry> {
  const answer = await visit('/api/winemakers?limit=100', { headers: signedIn(admin) })
  const { items }: { items: WinemakerEntry[] } = await answer.json()
  const entry = items.find((one) => one.id === id)
  if (!entry) throw new Error('There is no such winemaker')
  return entry
}

const typed = (seen: WinemakerEntry, changes: object, version = seen.version) => ({
  intent: 'change',
  id: seen.id,
  seen: JSON.stringify(seen),
  version,
  name: seen.name,
  position: seen.position ?? '',
  vineyard_id: seen.vineyard_id,
  ...changes,
})

test('rejects the second of two concurrent edits, and saves only its own changes when it is sent again', async () => {
  const { id } = await makeWinemaker(sql, { name: 'Wyn Parry', position: 'Owner' })
  const seen = await entryOf(id)
  expect(await press(typed(seen, { position: 'Manager' }))).toMatchObject({ failed: false })
  const second = await press(typed(seen, { name: 'Wyn Parry-Jones' }))
  expect(second).toMatchObject({ failed: true, problem: { status: 412 }, sent: { name: 'Wyn Parry-Jones' } })
  expect(await entryOf(id)).toMatchObject({ name: 'Wyn Parry', position: 'Manager' })
  expect(second.now).toMatchObject({ name: 'Wyn Parry', position: 'Manager' })
  const version = second.now?.version
  expect(await press(typed(seen, { name: 'Wyn Parry-Jones' }, version))).toMatchObject({ failed: false })
  expect(await entryOf(id)).toMatchObject({ name: 'Wyn Parry-Jones', position: 'Manager' })
})

test('shows a validation error at its field', async () => {
  const { id } = await makeWinemaker(sql)
  const seen = await entryOf(id)
  expect((await press(typed(seen, { name: '  ' }))).fields.name).toBe('name must not be empty.')
})

test('undoing a move restores the vineyard, unless the winemaker has changed since the move', async () => {
  const [there, elsewhere] = [await makeWinemaker(sql), await makeVineyard(sql)]
  const moved = await press(typed(await entryOf(there.id), { vineyard_id: elsewhere.id, position: 'Owner' }))
  expect(await entryOf(there.id)).toMatchObject({ vineyard_id: elsewhere.id, position: 'Owner' })
  const back = await press(moved.undo ?? {})
  expect(back).toMatchObject({ failed: false, undo: null })
  expect(await entryOf(there.id)).toMatchObject({ vineyard_id: there.vineyard_id, position: 'Cellar hand' })
  expect(await press(moved.undo ?? {})).toMatchObject({ failed: true, problem: { status: 412 } })
})

test('an Undo enables a winemaker who was disabled', async () => {
  const { id, name } = await makeWinemaker(sql)
  const off = await press({ intent: 'disable', id, name })
  expect((await entryOf(id)).is_active).toBe(false)
  await press(off.undo ?? {})
  expect((await entryOf(id)).is_active).toBe(true)
})

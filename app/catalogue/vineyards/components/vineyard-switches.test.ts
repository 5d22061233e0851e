import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeAdmin, makeVineyard } from '../../../../test/make.ts'
import { formRequest, signInBrowser } from '../../../../test/staff-browser.ts'

const app = await startApp()
const { sql } = app
let line: (typeof app)['visit'] = app.visit
signInBrowser({ visit: (path, init) => line(path, init) }, await makeAdmin(sql))
// Imported after the sign-in is set up, because the API client reads the sign-in when it is imported.
const { decideOnVineyard } = await import('./vineyard-switches.tsx')

const decide = (fields: Record<string, string>) => decideOnVineyard(formRequest('/admin/vineyards', fields))
const flags = async (ids: string[]) => {
  const rows = await sql<{ id: string; is_verified: boolean; is_visible: boolean }[]>`
    select id, is_verified, is_visible from vineyards where id in ${sql(ids)}`
  return ids.map((id) => rows.find((row) => row.id === id))
}
const verified = async (ids: string[]) => (await flags(ids)).map((row) => row?.is_verified)

async function makeThree(changes: Record<string, boolean>[]) {
  const made = await Promise.all(changes.map((change) => makeVineyard(sql, change)))
  return made.map(({ id }) => id)
}

test('verifies the chosen vineyards, and undo restores only those that were unverified before', async () => {
  const ids = await makeThree([{}, { is_verified: true }, {}])
  const done = await decide({ decision: 'is_verified true', ids: ids.join() })
  expect([done.failed, done.message]).toEqual([false, '2 vineyards are now verified. 1 already was.'])
  expect(await verified(ids)).toEqual([true, true, true])

  const undone = await decide(done.undo ?? {})
  expect(undone.message).toBe('2 vineyards are now unverified.')
  expect(await verified(ids)).toEqual([false, true, false])
})

test('hides and shows the chosen vineyards', async () => {
  const ids = await makeThree([{}, {}, {}])
  expect((await decide({ decision: 'is_visible false', ids: ids.join() })).message).toBe(
    '3 vineyards are now hidden.',
  )
  expect((await flags(ids)).map((row) => row?.is_visible)).toEqual([false, false, false])
  expect((await decide({ decision: 'is_visible true', ids: ids[0] ?? '' })).message).toBe(
    '1 vineyard is now visible.',
  )
  expect((await flags(ids)).map((row) => row?.is_visible)).toEqual([true, false, false])
})

test('says if some of the chosen vineyards could not be changed, and fails if all of them failed', async () => {
  const [id = ''] = await makeThree([{}])
  const some = await decide({ decision: 'is_verified true', ids: `${id},${randomUUID()}` })
  expect([some.failed, some.message]).toEqual([
    false,
    '1 vineyard is now verified. The others could not be changed; please try again.',
  ])
  line = () => Promise.reject(new TypeError('Failed to fetch'))
  const none = await decide({ decision: 'is_verified false', ids: id })
  line = app.visit
  expect([none.failed, none.undo]).toEqual([true, null])
  expect(await verified([id])).toEqual([true])
})

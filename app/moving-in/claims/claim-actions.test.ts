import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { formRequest, signInBrowser } from '../../../test/staff-browser.ts'
import { makeAdmin, makeVineyard } from '../../../test/make.ts'

const app = await startApp()
const { sql } = app
signInBrowser(app, await makeAdmin(sql))
// Imported after the sign-in is set up, because the module creates its API client when it loads.
const { decideOnClaim } = await import('./claim-actions.tsx')

test("a decision on a claim that a colleague has already decided shows the colleague's decision", async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const [claim] = await sql<[{ id: string }]>`
    insert into vineyard_claims (vineyard_id, name, email, role, message, form_key, state)
    values (${vineyard_id}, 'Ada', 'ada@example.com', 'Owner', 'It is ours.', gen_random_uuid(), 'new')
    returning id`
  const press = (fields: Record<string, string>) =>
    decideOnClaim(formRequest('/admin/claims', { id: claim.id, version: '*', name: 'Ada', ...fields }))
  const first = await press({ intent: 'refuse', reason: 'It is the neighbour’s.' })
  expect(first).toMatchObject({ failed: false, now: null })
  const second = await press({ intent: 'refuse', reason: 'Nobody knows Ada.' })
  expect(second).toMatchObject({
    failed: true,
    message: 'This claim has already been decided.',
    about: claim.id,
    now: { id: claim.id, state: 'refused', refusal: 'It is the neighbour’s.' },
  })
})

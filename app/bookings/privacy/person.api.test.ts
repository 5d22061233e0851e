import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { markPerson } from '../../../test/marked-person.ts'
import { findWord } from '../../../test/words.ts'
import { keptIn } from './kept.ts'

const app = await startApp({ now: '2026-06-20T09:00:00Z' })
const made = new Date('2026-05-20T09:00:00Z')
const admin = signedIn(await makeAdmin(app.sql))

async function ask(what: 'export' | 'erase', wanted: object, headers: Record<string, string> = admin) {
  const answer = await app.visit(`/api/persons/${what}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(wanted),
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

test('an admin hands out a copy, which nobody keeps on the way', async () => {
  const { email } = await markPerson(app.sql, 'zqcopied', ['2026-06-01'], made)
  const { status, body, headers } = await ask('export', { email: email.toUpperCase() })
  expect(status).toBe(200)
  expect(body).toMatchObject({ email, bookings: [{ guest_name: 'zqcopied Name' }] })
  expect(headers.get('Cache-Control')).toBe('no-store')
})

test('of everything in the copy it is said how much there is, and of nothing once it is forgotten', async () => {
  const { email } = await markPerson(app.sql, 'zqcounted', ['2026-06-01', '2026-06-02'], made)
  const { body } = await ask('export', { email })
  const { email: _, ...kinds } = body
  expect(keptIn(body)[0]).toEqual({ term: 'Bookings', count: 2 })
  for (const { term, count } of keptIn(body)) expect(count, term).toBeGreaterThan(0)
  for (const [kind, things] of Object.entries(kinds)) {
    const without = { ...body, [kind]: Array.isArray(things) ? [] : null }
    expect(keptIn(without), kind).not.toEqual(keptIn(body))
  }
  await ask('erase', { email })
  const after = keptIn((await ask('export', { email })).body)
  expect(after.filter(({ count }) => count > 0)).toEqual([])
})

test('an admin forgets a person, once nobody expects them', async () => {
  const { email } = await markPerson(app.sql, 'zqgone', ['2026-06-01', '2026-07-01'], made)
  const refused = await ask('erase', { email })
  expect(refused).toMatchObject({ status: 409, body: { bookings: [{ booking_date: '2026-07-01' }] } })
  expect(await ask('erase', { email, cancel_bookings: true })).toMatchObject({
    status: 200,
    body: { bookings: 2 },
  })
  expect(await findWord(app.sql, 'zqgone')).toEqual([])
  const [noted] = await app.sql`select actor from audit_events where noun = 'person'`
  expect(noted).toEqual({ actor: 'admin' })
})

test('nobody else does either, and what is no address is refused', async () => {
  const { email } = await markPerson(app.sql, 'zqkept', ['2026-06-01'], made)
  const winemaker = signedIn(await makeWinemaker(app.sql))
  for (const what of ['export', 'erase'] as const) {
    expect((await ask(what, { email }, {})).status).toBe(401)
    expect((await ask(what, { email }, winemaker)).status).toBe(403)
    expect((await ask(what, { email: 'everybody' })).status).toBe(422)
    expect((await ask(what, {})).status).toBe(422)
  }
  expect((await findWord(app.sql, 'zqkept')).length).toBeGreaterThan(10)
})

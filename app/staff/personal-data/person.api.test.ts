import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { markPerson, mergeMarkedPerson } from '../../../test/marked-person.ts'
import { findColumnsContaining } from '../../../test/text-columns.ts'
import { countStoredData } from './person.ts'

const app = await startApp({ now: '2026-06-20T09:00:00Z' })
const made = new Date('2026-05-20T09:00:00Z')
const admin = signedIn(await makeAdmin(app.sql))

async function post(endpoint: 'export' | 'erase', body: object, headers: Record<string, string> = admin) {
  const answer = await app.visit(`/api/persons/${endpoint}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

test('an admin exports the data of a person, and the response is not cached', async () => {
  const { email } = await markPerson(app.sql, 'zqcopied', ['2026-06-01'], made)
  const { status, body, headers } = await post('export', { email: email.toUpperCase() })
  expect(status).toBe(200)
  expect(body).toMatchObject({ email, bookings: [{ guest_name: 'zqcopied Name', due: expect.any(Number) }] })
  expect(headers.get('Cache-Control')).toBe('no-store')
})

test('counts every part of an export, and all counts are zero after erasure', async () => {
  const { email, ...marked } = await markPerson(app.sql, 'zqcounted', ['2026-06-01', '2026-06-02'], made)
  await mergeMarkedPerson(app.sql, { ...marked, marker: 'zqcounted' }, made)
  const { body } = await post('export', { email })
  const { email: _, ...kinds } = body
  expect(countStoredData(body)[0]).toEqual({ term: 'Bookings', count: 3 })
  for (const { term, count } of countStoredData(body)) expect(count, term).toBeGreaterThan(0)
  for (const [kind, part] of Object.entries(kinds)) {
    const without = { ...body, [kind]: Array.isArray(part) ? [] : null }
    expect(countStoredData(without), kind).not.toEqual(countStoredData(body))
  }
  await post('erase', { email, email_again: email })
  const after = countStoredData((await post('export', { email })).body)
  expect(after.filter(({ count }) => count > 0)).toEqual([])
})

test('an admin erases a person, and must first cancel the upcoming bookings of the person', async () => {
  const { email } = await markPerson(app.sql, 'zqgone', ['2026-06-01', '2026-07-01'], made)
  const refused = await post('erase', { email, email_again: email })
  expect(refused).toMatchObject({ status: 409, body: { bookings: [{ booking_date: '2026-07-01' }] } })
  expect(
    await post('erase', { email, email_again: ` ${email.toUpperCase()} `, cancel_bookings: true }),
  ).toMatchObject({
    status: 200,
    body: { bookings: 2 },
  })
  expect(await findColumnsContaining(app.sql, 'zqgone')).toEqual([])
  const [event] = await app.sql`select actor from audit_events where noun = 'person' and after ? 'erased'`
  expect(event).toEqual({ actor: 'admin' })
})

// Negative control: without the refinement in person.api.ts, the person is erased.
test('rejects an erasure unless the address is given twice', async () => {
  const { email } = await markPerson(app.sql, 'zqslip', ['2026-06-01'], made)
  const before = await findColumnsContaining(app.sql, 'zqslip')
  for (const again of [{}, { email_again: '' }, { email_again: `x${email}` }]) {
    const { status, body } = await post('erase', { email, ...again })
    expect(status).toBe(422)
    expect(body.fields).toMatchObject([{ field: 'email_again' }])
  }
  expect((await post('erase', { email, email_again: 'zqother@example.com' })).body.title).toBe(
    'email_again must be the same address as email.',
  )
  expect(await findColumnsContaining(app.sql, 'zqslip')).toEqual(before)
})

test('the audit log records each export that was made, and no refused export', async () => {
  const addie = await makeAdmin(app.sql)
  const { email } = await markPerson(app.sql, 'zqaudited', ['2026-06-01'], made)
  await post('export', { email }, signedIn(addie))
  await post('export', { email: 'nobody' }, signedIn(addie))
  const answer = await app.visit(`/api/audit_events?noun=person&actor_id=${addie.id}`, { headers: admin })
  expect(await answer.json()).toMatchObject({
    items: [
      {
        actor: 'admin',
        actor_name: addie.name,
        happened_at: app.now.toISOString(),
        after: { email, handed_out: { bookings: 1 } },
      },
    ],
  })
})

test('rejects callers who are not admins, and malformed addresses', async () => {
  const { email } = await markPerson(app.sql, 'zqkept', ['2026-06-01'], made)
  const winemaker = signedIn(await makeWinemaker(app.sql))
  for (const endpoint of ['export', 'erase'] as const) {
    const body = { email, ...(endpoint === 'erase' && { email_again: email }) }
    expect((await post(endpoint, body, {})).status).toBe(401)
    expect((await post(endpoint, body, winemaker)).status).toBe(403)
    expect((await post(endpoint, { email: 'everybody', email_again: 'everybody' })).status).toBe(422)
    expect((await post(endpoint, {})).status).toBe(422)
  }
  expect((await findColumnsContaining(app.sql, 'zqkept')).length).toBeGreaterThan(10)
})

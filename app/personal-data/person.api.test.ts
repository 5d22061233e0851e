import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../test/make.ts'
import { markPerson } from '../../test/marked-person.ts'
import { findColumnsContaining } from '../../test/text-columns.ts'
import { countStoredData } from './person.ts'

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
  expect(countStoredData(body)[0]).toEqual({ term: 'Bookings', count: 2 })
  for (const { term, count } of countStoredData(body)) expect(count, term).toBeGreaterThan(0)
  for (const [kind, things] of Object.entries(kinds)) {
    const without = { ...body, [kind]: Array.isArray(things) ? [] : null }
    expect(countStoredData(without), kind).not.toEqual(countStoredData(body))
  }
  await ask('erase', { email, email_again: email })
  const after = countStoredData((await ask('export', { email })).body)
  expect(after.filter(({ count }) => count > 0)).toEqual([])
})

test('an admin forgets a person, once nobody expects them', async () => {
  const { email } = await markPerson(app.sql, 'zqgone', ['2026-06-01', '2026-07-01'], made)
  const refused = await ask('erase', { email, email_again: email })
  expect(refused).toMatchObject({ status: 409, body: { bookings: [{ booking_date: '2026-07-01' }] } })
  expect(
    await ask('erase', { email, email_again: ` ${email.toUpperCase()} `, cancel_bookings: true }),
  ).toMatchObject({
    status: 200,
    body: { bookings: 2 },
  })
  expect(await findColumnsContaining(app.sql, 'zqgone')).toEqual([])
  const [noted] = await app.sql`select actor from audit_events where noun = 'person' and after ? 'erased'`
  expect(noted).toEqual({ actor: 'admin' })
})

// Without the refinement in person.api.ts both are forgotten.
test('nobody is forgotten by a slip: the address is asked for twice', async () => {
  const { email } = await markPerson(app.sql, 'zqslip', ['2026-06-01'], made)
  const standing = await findColumnsContaining(app.sql, 'zqslip')
  for (const again of [{}, { email_again: '' }, { email_again: `x${email}` }]) {
    const { status, body } = await ask('erase', { email, ...again })
    expect(status).toBe(422)
    expect(body.fields).toMatchObject([{ field: 'email_again' }])
  }
  expect((await ask('erase', { email, email_again: 'zqother@example.com' })).body.title).toBe(
    'email_again must be the same address as email.',
  )
  expect(await findColumnsContaining(app.sql, 'zqslip')).toEqual(standing)
})

test('each copy that was handed out stands in the audit, and nobody else’s does', async () => {
  const addie = await makeAdmin(app.sql)
  const { email } = await markPerson(app.sql, 'zqaudited', ['2026-06-01'], made)
  await ask('export', { email }, signedIn(addie))
  await ask('export', { email: 'nobody' }, signedIn(addie))
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

test('nobody else does either, and what is no address is refused', async () => {
  const { email } = await markPerson(app.sql, 'zqkept', ['2026-06-01'], made)
  const winemaker = signedIn(await makeWinemaker(app.sql))
  for (const what of ['export', 'erase'] as const) {
    const wanted = { email, ...(what === 'erase' && { email_again: email }) }
    expect((await ask(what, wanted, {})).status).toBe(401)
    expect((await ask(what, wanted, winemaker)).status).toBe(403)
    expect((await ask(what, { email: 'everybody', email_again: 'everybody' })).status).toBe(422)
    expect((await ask(what, {})).status).toBe(422)
  }
  expect((await findColumnsContaining(app.sql, 'zqkept')).length).toBeGreaterThan(10)
})

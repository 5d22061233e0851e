import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { hashPassword } from '../app/people/accounts/password.server.ts'
import { startApp } from './app.ts'
import { makeBookable, makeWinemaker, signedIn } from './make.ts'
import { textOf } from './page.ts'
import { race } from './race.ts'

/*
 * Two processes of the site share a database and nothing else. `npm run test:long -- two-processes` runs the whole
 * suite in this way. These tests cover the behaviour that would break first.
 */

const app = await startApp({ processes: 2 })
const { sql } = app
const [here = app.visit, there = app.visit] = app.visits

type Visit = typeof app.visit

const book = (visit: Visit, path: string, answers: Record<string, string>) =>
  visit(path, { method: 'POST', body: new URLSearchParams(answers) })

async function call(visit: Visit, path: string, { token, ...content }: Record<string, string>) {
  const response = await visit(`/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && signedIn({ token })) },
    body: JSON.stringify(content),
  })
  return { status: response.status, answer: await response.json() }
}

const bookedOf = async ({ id }: { id: string }) => {
  const [slot] = await sql<
    { booked: number }[]
  >`select booked from slots where version > 0 and pattern_id = ${id}`
  return slot?.booked
}

// ASVS 2.3.4
test('only one of two processes can sell the last places', async () => {
  const { path, answers, pattern } = await makeBookable(sql, { pattern: { capacity: 4 } })
  await book(here, path, answers())
  const both = await race(sql, (holder) => holder`select from slots where version > 0 for update`, [
    () => book(here, path, answers()),
    () => book(there, path, { ...answers(), guests: '2' }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([302, 409])
  expect(await bookedOf(pattern)).toBe(4)
})

test('a form that is sent to both processes books once, and the site rejects a changed form with the same key', async () => {
  const { path, answers, pattern } = await makeBookable(sql)
  const same = answers()
  const both = await race(sql, (holder) => holder`select from slots for update`, [
    () => book(here, path, same),
    () => book(there, path, same),
  ])
  expect(both.map(({ status }) => status)).toEqual([302, 302])
  expect(both[0]?.headers.get('Location')).toBe(both[1]?.headers.get('Location'))
  expect(await bookedOf(pattern)).toBe(2)
  const other = { ...same, date: '2026-06-07', slot: `${pattern.id}-2026-06-07` }
  for (const visit of [here, there]) expect((await book(visit, path, other)).status).toBe(422)
})

test('a sale or cancellation in one process updates the places in the form and the search of the other', async () => {
  const { path, answers, experience } = await makeBookable(sql, { pattern: { capacity: 2 } })
  const offers = async (visit: Visit) => {
    const form = await textOf(await visit(`${path}&date=2026-06-06`))
    const list = await textOf(await visit('/explore?date=2026-06-06&guests=2'))
    return [form.includes('Last 2 places'), list.includes(experience.vineyard_id)]
  }
  expect([await offers(here), await offers(there)]).toEqual([
    [true, true],
    [true, true],
  ])
  const confirmation = (await book(here, path, answers())).headers.get('Location') ?? ''
  expect((await there(confirmation)).status).toBe(200)
  expect(await offers(there)).toEqual([false, false])
  const cancel = new URLSearchParams({ intent: 'cancel' })
  await there(confirmation, { method: 'POST', body: cancel })
  expect(await offers(here)).toEqual([true, true])
})

test('sign-in and sign-out apply to both processes', async () => {
  const password = 'chalk-downland-21'
  const hashed = await hashPassword(password)
  const { email } = await makeWinemaker(sql, { password_hash: hashed.ok ? hashed.value : '' })
  const signIn = { email_param: email, password_param: password }
  const { answer } = await call(here, 'rpc/authenticate_winemaker', signIn)
  const token = String(answer[0].session_token)
  const known = async (visit: Visit) => (await visit('/api/me', { headers: signedIn({ token }) })).status
  expect([await known(there), await known(here)]).toEqual([200, 200])
  await call(there, 'rpc/logout_winemaker', { session_token_param: token })
  expect([await known(here), await known(there)]).toEqual([401, 401])
})

test('both processes share the rate limits of sign-ins and messages', async () => {
  const { email } = await makeWinemaker(sql)
  const guess = async (visit: Visit) =>
    (await call(visit, 'rpc/authenticate_winemaker', { email_param: email, password_param: 'x' })).status
  for (const visit of [here, there, here, there, here]) expect(await guess(visit)).toBe(200)
  expect([await guess(there), await guess(here)]).toEqual([429, 429])

  const write = async (visit: Visit) => {
    const headers = { 'X-Forwarded-For': '203.0.113.77' }
    const body = new URLSearchParams({ form_key: randomUUID() })
    return (await visit('/contact', { method: 'POST', body, headers })).status
  }
  for (const _ of [1, 2, 3, 4, 5]) expect([await write(here), await write(there)]).toEqual([422, 422])
  expect([await write(there), await write(here)]).toEqual([429, 429])
})

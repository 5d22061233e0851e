import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeVisitor, signedIn } from '../../../test/make.ts'
import { hashToken, makeToken } from '../../people/sign-in/session.server.ts'
import { createItinerary } from './itinerary.server.ts'

const app = await startApp()
const { sql, visit } = app

/** Creates an itinerary as a device does, and returns its id and edit key. */
async function plan(title = 'Two downs') {
  const [id, key] = [randomUUID(), makeToken()]
  await createItinerary(sql, { id, title, visit_date: null, party: 2, key_hash: hashToken(key) }, app.now)
  return { id, key }
}

async function ask(visitor: { token: string }, method: string, path: string, content?: object) {
  const answer = await visit(`/api${path}`, {
    method,
    headers: { ...signedIn(visitor), ...(content && { 'Content-Type': 'application/json' }) },
    ...(content && { body: JSON.stringify(content) }),
  })
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
}
const join = (visitor: { token: string }, itineraries: object[]) =>
  ask(visitor, 'POST', '/me/itineraries', { itineraries })
const listed = async (visitor: { token: string }) =>
  (await ask(visitor, 'GET', '/itineraries?is_curated=false')).body.items

test('lists an itinerary on another device and opens it there with a second key', async () => {
  const visitor = await makeVisitor(sql)
  const made = await plan('A day near Lewes')
  expect(await join(visitor, [made])).toEqual({ status: 200, body: { joined: [made.id] } })
  expect(await listed(visitor)).toMatchObject([{ id: made.id, title: 'A day near Lewes' }])

  const given = await ask(visitor, 'POST', `/me/itineraries/${made.id}/key`)
  expect(given).toMatchObject({ status: 200, body: { id: made.id, title: 'A day near Lewes' } })
  expect(given.body.key).not.toBe(made.key)
  for (const key of [made.key, given.body.key]) {
    expect((await visit(`/itinerary/${made.id}?key=${key}`)).status).toBe(200)
    expect((await visit(`/itinerary/${made.id}/edit?key=${key}`)).status).toBe(200)
  }
  expect((await visit(`/itinerary/${made.id}/edit?key=${makeToken()}`)).status).toBe(404)
})

// Negative control: this test fails without the check of the key when an itinerary is added to an account, and without
// the check of the visitor when a key is created.
test('adds an itinerary to only one account and only with its key, and creates keys only for the account’s visitor', async () => {
  const [visitor, stranger] = [await makeVisitor(sql), await makeVisitor(sql)]
  const [made, other] = [await plan(), await plan()]
  for (const key of [makeToken(), other.key])
    expect((await join(stranger, [{ id: made.id, key }])).body).toEqual({ joined: [] })
  await join(visitor, [made])
  expect((await join(visitor, [made])).body).toEqual({ joined: [] })
  // A second visitor with the key can change the itinerary, but not add it to their account.
  expect((await join(stranger, [made])).body).toEqual({ joined: [] })
  expect(await listed(stranger)).toEqual([])
  for (const [method, path] of [
    ['POST', `/me/itineraries/${made.id}/key`],
    ['DELETE', `/me/itineraries/${made.id}`],
  ] as const) {
    expect((await ask(stranger, method, path)).status).toBe(404)
    expect((await visit(`/api${path}`, { method })).status).toBe(401)
  }
  expect(await listed(visitor)).toHaveLength(1)
})

test('an itinerary removed from the account still opens with its keys and can be added again', async () => {
  const visitor = await makeVisitor(sql)
  const made = await plan()
  await join(visitor, [made])
  expect((await ask(visitor, 'DELETE', `/me/itineraries/${made.id}`)).status).toBe(204)
  expect((await ask(visitor, 'DELETE', `/me/itineraries/${made.id}`)).status).toBe(404)
  expect(await listed(visitor)).toEqual([])
  expect((await visit(`/itinerary/${made.id}?key=${made.key}`)).status).toBe(200)
  expect((await join(visitor, [made])).body).toEqual({ joined: [made.id] })
})

test('rejects a malformed key and stores keys only as hashes', async () => {
  const visitor = await makeVisitor(sql)
  const made = await plan()
  expect((await join(visitor, [{ id: made.id, key: 'mine' }])).status).toBe(422)
  await join(visitor, [made])
  const { body } = await ask(visitor, 'POST', `/me/itineraries/${made.id}/key`)
  const [{ kept }] = await sql<
    [{ kept: string }]
  >`select string_agg(k::text, '') as kept from itinerary_keys k`
  expect(kept).not.toContain(body.key)
  expect(kept).not.toContain(Buffer.from(body.key, 'base64url').toString('hex'))
})

import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeAdmin, signedIn } from '../../test/make.ts'

const { sql, visit } = await startApp()
const admin = await makeAdmin(sql, { name: 'Addie' })
const other = await makeAdmin(sql, { name: 'Bertie' })

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  visit(`/api/${path}`, {
    method,
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...signedIn(admin), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

async function write(subject: string) {
  const letter = { name: 'Ada', email: 'ada@example.com', subject, message: 'Hello.' }
  await send('POST', 'contact_messages', letter)
  const { items } = await (
    await send('GET', `contact_messages?${new URLSearchParams({ search: subject })}`)
  ).json()
  return items[0]
}

test('a message is taken on by an admin, answered, and found by either', async () => {
  const message = await write('A question of corks')
  expect(message).toMatchObject({ state: 'new', assigned_to: null })
  const given = await send('PATCH', `contact_messages/${message.id}`, {
    assigned_to: other.id,
    state: 'read',
  })
  expect(given.status).toBe(200)
  await write('Another one')
  const listed = await (await send('GET', `contact_messages?assigned_to=${other.id}`)).json()
  expect(listed.items).toMatchObject([{ id: message.id, assigned_name: 'Bertie', state: 'read' }])
  await send('PATCH', `contact_messages/${message.id}`, { state: 'answered' })
  const answered = await (await send('GET', 'contact_messages?state=answered')).json()
  expect(answered.items).toMatchObject([{ id: message.id, assigned_to: other.id }])
})

test('of two admins who take the same message on the second is told', async () => {
  const { id, version } = await write('Who answers this?')
  const take = (who: string) =>
    send('PATCH', `contact_messages/${id}`, { assigned_to: who }, { 'If-Match': `"${version}"` })
  const both = await Promise.all([take(admin.id), take(other.id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
})

test('nobody can be given a message who is no admin', async () => {
  const { id } = await write('For nobody')
  const refused = await send('PATCH', `contact_messages/${id}`, { assigned_to: crypto.randomUUID() })
  expect([refused.status, (await refused.json()).error]).toEqual([422, 'There is no such admin.'])
})

test('admins are listed by name', async () => {
  const listed: { name: string }[] = await (await send('GET', 'admins')).json()
  expect(listed.map(({ name }) => name)).toEqual(['Addie', 'Bertie'])
})

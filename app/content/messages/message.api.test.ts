import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'

const { sql, visit } = await startApp()
const admin = await makeAdmin(sql, { name: 'Addie' })
const other = await makeAdmin(sql, { name: 'Bertie' })

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  visit(`/api/${path}`, {
    method,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(method === 'PATCH' && { 'If-Match': '*' }),
      ...signedIn(admin),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })

async function write(subject: string) {
  const message = { name: 'Ada', email: 'ada@example.com', subject, message: 'Hello.' }
  await send('POST', 'contact_messages', message)
  const { items } = await (
    await send('GET', `contact_messages?${new URLSearchParams({ search: subject })}`)
  ).json()
  return items[0]
}

test('lists messages by assignee and by state', async () => {
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

test('rejects the second of two concurrent assignments', async () => {
  const { id, version } = await write('Who answers this?')
  const take = (who: string) =>
    send('PATCH', `contact_messages/${id}`, { assigned_to: who }, { 'If-Match': `"${version}"` })
  const both = await Promise.all([take(admin.id), take(other.id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
})

test('emails an answer and records who answered', async () => {
  const { id } = await write('A wheelchair among vines')
  const answer = 'Three of them.\n\nChalk & Vine'
  expect((await send('POST', `contact_messages/${id}/answer`, { answer })).status).toBe(200)
  const mails = await sql`select to_address, state, payload from emails where email_type = 'contact_answer'`
  expect([...mails]).toEqual([
    {
      to_address: 'ada@example.com',
      state: 'waiting',
      payload: { name: 'Ada', subject: 'A wheelchair among vines', message: 'Hello.', answer },
    },
  ])
  const read = await (await send('GET', `contact_messages/${id}`)).json()
  expect(read).toMatchObject({ state: 'answered', answer, answered_name: 'Addie' })
  const [noted] = await sql`
    select e.actor, e.actor_id, e.after ->> 'state' as state from audit_events e
    where e.noun = 'contact_message' and e.noun_id = ${id}`
  expect(noted).toEqual({ actor: 'admin', actor_id: admin.id, state: 'answered' })

  const again = await send('POST', `contact_messages/${id}/answer`, { answer })
  expect([again.status, (await again.json()).error]).toEqual([409, 'This message has already been answered.'])
  await send('PATCH', `contact_messages/${id}`, { state: 'read' })
  const reopened = await (await send('GET', `contact_messages/${id}`)).json()
  expect(reopened).toMatchObject({ state: 'read', answer, answered_name: null, answered_at: null })
})

test('accepts one of two concurrent answers and sends one email', async () => {
  const { id } = await write('Who is first?')
  const answer = (text: string) => () => send('POST', `contact_messages/${id}/answer`, { answer: text })
  const both = await race(sql, (holder) => holder`select from contact_messages where id = ${id} for update`, [
    answer('Me.'),
    answer('No, me.'),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [{ sent }] = await sql<[{ sent: number }]>`
    select count(*)::int as sent from emails where payload ->> 'subject' = 'Who is first?' and email_type = 'contact_answer'`
  expect(sent).toBe(1)
})

test('rejects an empty answer and an answer to a missing message', async () => {
  const { id } = await write('Silence')
  expect((await send('POST', `contact_messages/${id}/answer`, { answer: '  ' })).status).toBe(422)
  expect(
    (await send('POST', `contact_messages/${crypto.randomUUID()}/answer`, { answer: 'Yes.' })).status,
  ).toBe(404)
})

test('rejects assigning a message to someone who is not an admin', async () => {
  const { id } = await write('For nobody')
  const refused = await send('PATCH', `contact_messages/${id}`, { assigned_to: crypto.randomUUID() })
  expect([refused.status, (await refused.json()).error]).toEqual([422, 'There is no such admin.'])
})

test('lists admins by name', async () => {
  const listed: { name: string }[] = await (await send('GET', 'admins')).json()
  expect(listed.map(({ name }) => name)).toEqual(['Addie', 'Bertie'])
})

import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeWinemaker } from '../../test/make.ts'
import { ApiError, answerOf, createClient } from '../platform/api-client.ts'
import type { hostApi } from './host.api.ts'

const { sql, visit } = await startApp()

function clientOf(token: string | null, call: typeof fetch = (input, init) => visit(String(input), init)) {
  const ended: string[] = []
  const session = { token: () => token, ended: () => void ended.push('ended') }
  return { hosts: createClient<typeof hostApi>('/api/hosts', session, call), ended }
}

test('the client calls what the endpoints define, with the types of what they take and answer', async () => {
  const winemaker = await makeWinemaker(sql)
  const { hosts } = clientOf(winemaker.token)
  const body = { vineyard_id: winemaker.vineyard_id, name: 'The long room', capacity: 12 }
  const { id } = await answerOf(hosts.index.$post({ json: body }), 'Failed to add the host')
  const page = await answerOf(hosts.index.$get({ query: { sort: '-capacity' } }), 'Failed to load hosts')
  expect(page.items.map(({ name, capacity }) => [name, capacity])).toEqual([['The long room', 12]])
  expect(await answerOf(hosts[':id'].$delete({ param: { id } }), 'Failed to delete the host')).toBeUndefined()
})

test("a refusal is thrown in the API's words, with what it said besides", async () => {
  const winemaker = await makeWinemaker(sql)
  const { hosts } = clientOf(winemaker.token)
  const body = { vineyard_id: winemaker.vineyard_id, name: '', capacity: 12 }
  const refused = await answerOf(hosts.index.$post({ json: body }), 'Failed').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({
    message: 'name must not be empty.',
    status: 422,
    problem: { fields: [{ field: 'name', message: 'name must not be empty.' }] },
  })
})

test('without an answer, or without words in it, the fallback is thrown', async () => {
  const lost = clientOf(null, () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(answerOf(lost.hosts.index.$get({ query: {} }), 'Failed to load hosts')).rejects.toThrow(
    'Failed to load hosts',
  )
  const mute = clientOf(null, () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })))
  await expect(answerOf(mute.hosts.index.$get({ query: {} }), 'Failed to load hosts')).rejects.toThrow(
    'Failed to load hosts',
  )
})

test('a session that opens nothing any more is told to end', async () => {
  const { hosts, ended } = clientOf('nonsense')
  await expect(answerOf(hosts.index.$get({ query: {} }), 'Failed')).rejects.toThrow('This session has ended.')
  expect(ended).toEqual(['ended'])
})

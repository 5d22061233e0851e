import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeWinemaker } from '../../../test/make.ts'
import { resultOf } from '../../staff-client/call.ts'
import { type ClientSession, createClient } from '../../platform/api/client.ts'
import type { hostApi } from './host.api.ts'

const { sql, visit } = await startApp()

function clientOf(
  token: string | null,
  call: typeof fetch = (input, init) => visit(String(input), init),
  more: Partial<ClientSession> = {},
) {
  const ended: string[] = []
  const session = { token: () => token, ended: () => void ended.push('ended'), ...more }
  return { hosts: createClient<typeof hostApi>('/api/hosts', session, call), ended }
}

test('calls the endpoints with typed requests and responses', async () => {
  const winemaker = await makeWinemaker(sql)
  const { hosts } = clientOf(winemaker.token)
  const json = { vineyard_id: winemaker.vineyard_id, name: 'The long room', capacity: 12 }
  const made = await resultOf(hosts.index.$post({ json }))
  if (!made.ok) throw new Error('The host was not made')
  const page = await resultOf(hosts.index.$get({ query: { sort: '-capacity' } }))
  if (!page.ok) throw new Error('The hosts were not listed')
  expect(page.value.items.map(({ name, capacity }) => [name, capacity])).toEqual([['The long room', 12]])
  expect((await resultOf(hosts[':id'].$delete({ param: { id: made.value.id } }))).ok).toBe(true)
})

test("returns a refusal with the API's sentence and fields", async () => {
  const winemaker = await makeWinemaker(sql)
  const { hosts } = clientOf(winemaker.token)
  const json = { vineyard_id: winemaker.vineyard_id, name: '', capacity: 12 }
  expect(await resultOf(hosts.index.$post({ json }))).toMatchObject({
    ok: false,
    problem: {
      kind: 'refused',
      status: 422,
      title: 'name must not be empty.',
      fields: { name: 'name must not be empty.' },
      body: { fields: [{ field: 'name', message: 'name must not be empty.' }] },
    },
  })
})

test('reports a missing connection after a network error or an answer from a proxy', async () => {
  const away = { ok: false, problem: { kind: 'away' } }
  const lost = clientOf(null, () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await resultOf(lost.hosts.index.$get({ query: {} }))).toEqual(away)
  const mute = clientOf(null, () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })))
  expect(await resultOf(mute.hosts.index.$get({ query: {} }))).toEqual(away)
})

test('signs out when the API rejects the sign-in', async () => {
  const { hosts, ended } = clientOf('nonsense')
  expect(await resultOf(hosts.index.$get({ query: {} }))).toMatchObject({
    problem: { status: 401, title: 'Your sign-in has ended. Please sign in again.' },
  })
  expect(ended).toEqual(['ended'])
})

test('renews a refused token once and repeats the request', async () => {
  const winemaker = await makeWinemaker(sql)
  const renewed: string[] = []
  const renew = async (refused: string) => {
    renewed.push(refused)
    return winemaker.token
  }
  const { hosts, ended } = clientOf('too old', undefined, { renew })
  expect(await resultOf(hosts.index.$get({ query: {} }))).toMatchObject({ ok: true })
  expect([renewed, ended]).toEqual([['too old'], []])
})

import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp()
const { sql, visit } = app

async function makeOwner(role = 'owner') {
  const { id } = await makeVineyard(sql, { name: 'Mill Rows' })
  const owner = await makeWinemaker(sql, { vineyard_id: id, role })
  const read = async () => (await visit(`/api/widgets/${id}`, { headers: signedIn(owner) })).json()
  const change = async (settings: Record<string, unknown>, version?: string) => {
    const response = await visit(`/api/widgets/${id}`, {
      method: 'PATCH',
      headers: {
        ...signedIn(owner),
        'Content-Type': 'application/json',
        'If-Match': version === undefined ? '*' : `"${version}"`,
      },
      body: JSON.stringify(settings),
    })
    return { status: response.status, answer: await response.json() }
  }
  return { id, owner, read, change }
}

test('an owner sets the colour and the sites, and the change is in the audit log', async () => {
  const { id, read, change } = await makeOwner()
  expect(await read()).toMatchObject({ id, sites: [], accent_colour: null })
  const sites = ['Example.co.uk/visit', 'https://example.co.uk', 'https://*.example.org']
  expect((await change({ sites, accent_colour: '#6B2148' })).status).toBe(200)
  expect(await read()).toMatchObject({
    sites: ['https://example.co.uk', 'https://*.example.org'],
    accent_colour: '#6b2148',
  })
  const [entry] = await sql`
    select actor, before, after from audit_trail where noun_id = ${id} order by id desc limit 1`
  expect(entry).toMatchObject({ actor: 'winemaker', after: { accent_colour: '#6b2148' } })
  expect((await change({ sites: [], accent_colour: null })).status).toBe(200)
  expect(await read()).toMatchObject({ sites: [], accent_colour: null })
})

test('names the invalid sites, and refuses more than 20 sites and invalid colours', async () => {
  const { change } = await makeOwner()
  const refused = await change({ sites: ['https://example.co.uk', 'http://example.co.uk', 'nonsense'] })
  expect(refused.status).toBe(422)
  expect(refused.answer.fields).toEqual([
    {
      field: 'sites',
      message:
        'sites must be addresses such as https://www.example.co.uk, not http://example.co.uk, nonsense.',
    },
  ])
  const many = Array.from({ length: 21 }, (_, n) => `https://site${n}.example`)
  expect((await change({ sites: many })).status).toBe(422)
  expect((await change({ sites: many.slice(1) })).status).toBe(200)
  for (const accent_colour of ['red', '#fff', '#12345g', '#123456; color: red'])
    expect((await change({ accent_colour })).status, accent_colour).toBe(422)
})

test('refuses public suffixes, because anybody can register a name below them', async () => {
  const { change } = await makeOwner()
  for (const site of ['https://*.co.uk', 'co.uk', '*.com', '*.github.io', 'https://*.wine'])
    expect((await change({ sites: [site] })).status, site).toBe(422)
  for (const site of [
    '*.example.co.uk',
    'estate.github.io',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
  ])
    expect((await change({ sites: [site] })).status, site).toBe(200)
})

test('rejects the second of two concurrent edits', async () => {
  const { read, change } = await makeOwner()
  const { version } = await read()
  expect((await change({ accent_colour: '#111111' }, version)).status).toBe(200)
  expect((await change({ accent_colour: '#222222' }, version)).status).toBe(412)
})

test('only owners of a vineyard see and change its widget settings', async () => {
  const { id } = await makeOwner()
  const foreign = await makeOwner()
  const manager = await makeOwner('manager')
  expect((await visit(`/api/widgets/${id}`)).status).toBe(401)
  expect((await visit(`/api/widgets/${id}`, { headers: signedIn(foreign.owner) })).status).toBe(404)
  expect((await visit(`/api/widgets/${manager.id}`, { headers: signedIn(manager.owner) })).status).toBe(403)
  expect((await manager.change({ sites: [] })).status).toBe(403)
})

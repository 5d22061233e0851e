import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'
import { pictures } from '../../../test/pictures.ts'
import { sweepPictures } from '../../platform/media/sweep.server.ts'
import { storeOf } from '../../platform/media/store.server.ts'
import { readConfig } from '../../platform/config.server.ts'

const app = await startApp()
const { sql, visit } = app
const winemaker = await makeWinemaker(sql)
const { vineyard_id } = winemaker

async function ask(method: string, path: string, body?: object, who: { token: string } = winemaker) {
  const headers = { ...signedIn(who), 'Content-Type': 'application/json', 'If-Match': '*' }
  const response = await visit(`/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: response.status === 204 ? null : await response.json() }
}
async function upload(host_id: string, who: { token: string } = winemaker, vineyard = vineyard_id) {
  const form = new FormData()
  form.append('file', new File([Uint8Array.from(await pictures.png())], 'face.png', { type: 'image/png' }))
  const query = new URLSearchParams({ vineyard_id: vineyard, shown_as: 'host', host_id })
  return visit(`/api/pictures?${query}`, { method: 'POST', body: form, headers: signedIn(who) })
}
const page = async () => (await visit(`/vineyard/${vineyard_id}`)).text()
const add = async (fields: object) =>
  (await ask('POST', '/hosts', { vineyard_id, capacity: 10, ...fields })).json.id as string

test('visitors see a host’s latest photograph and introduction only while staff show the host', async () => {
  const id = await add({ name: 'Rosalind', kind: 'person', introduction: 'Pours without hurry.' })
  const first = (await (await upload(id)).json()).address
  expect(await page()).not.toMatch(/Rosalind|Who you will meet/)
  expect(await page()).not.toContain(first)

  await ask('PATCH', `/hosts/${id}`, { is_shown: true })
  expect(await page()).toMatch(/Who you will meet.*Rosalind.*Pours without hurry\./s)
  expect(await page()).toContain(first)
  const latest = (await (await upload(id)).json()).address
  expect(await page()).toContain(latest)
  expect(await page()).not.toContain(first)
  expect((await ask('GET', `/hosts/${id}`)).json).toMatchObject({ picture: latest, is_shown: true })
  const { picture_id } = (await ask('GET', `/hosts/${id}`)).json
  await ask('DELETE', `/pictures/${picture_id}`)
  expect(await page()).toContain(first)

  await ask('PATCH', `/hosts/${id}`, { is_shown: false })
  expect(await page()).not.toContain('Rosalind')
})

test('serves a host’s photograph to visitors only while they see the host, but to staff always', async () => {
  const id = await add({ name: 'Edith', kind: 'person' })
  const first = (await (await upload(id)).json()).address
  const picture = async () => (await ask('GET', `/hosts/${id}`)).json.picture as string
  const status = async (path: string) => (await visit(path)).status
  const small = (path: string) => path.replace(/\.webp/, '-160.avif')
  const hidden = await picture()
  expect(hidden).toMatch(/^\/media\/host-[0-9a-f]{32}-\d+x\d+\.webp\?key=[0-9a-f-]{36}$/)
  expect(await status(first)).toBe(404)
  expect(await status(`${first}?key=${crypto.randomUUID()}`)).toBe(404)
  const own = await visit(small(hidden))
  expect([own.status, own.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])

  await ask('PATCH', `/hosts/${id}`, { is_shown: true })
  expect(await picture()).toBe(first)
  const open = await visit(first)
  expect([open.status, open.headers.get('Cache-Control')]).toEqual([200, 'public, max-age=86400'])
  await ask('PATCH', `/hosts/${id}`, { kind: 'room' })
  expect(await status(first)).toBe(404)
  await ask('PATCH', `/hosts/${id}`, { kind: 'person' })
  await sql`update vineyards set is_visible = false where id = ${vineyard_id}`
  expect(await status(first)).toBe(404)
  await sql`update vineyards set is_visible = true where id = ${vineyard_id}`
  expect(await status(small(first))).toBe(200)

  const latest = (await (await upload(id)).json()).address
  expect([await status(latest), await status(first)]).toEqual([200, 404])
  await ask('PATCH', `/hosts/${id}`, { is_shown: false })
  const unchanged = { headers: { 'If-None-Match': '"any"' } }
  expect([await status(latest), (await visit(latest, unchanged)).status]).toEqual([404, 404])
  expect(await status(await picture())).toBe(200)
  const listed = (await ask('GET', `/pictures?vineyard_id=${vineyard_id}`)).json.items
  const own_pictures = listed.filter(({ host_id }: { host_id: string }) => host_id === id)
  for (const { address } of own_pictures) expect(await status(address)).toBe(200)
  expect(own_pictures).toHaveLength(2)
})

test('nobody sees a removed photograph or the photograph of a removed host', async () => {
  const id = await add({ name: 'Walter', kind: 'person', is_shown: true })
  const { address } = await (await upload(id)).json()
  const other = (await (await upload(id)).json()).address
  const { picture_id } = (await ask('GET', `/hosts/${id}`)).json
  await ask('DELETE', `/pictures/${picture_id}`)
  expect((await visit(other)).status).toBe(404)
  expect((await visit(address)).status).toBe(200)
  await ask('DELETE', `/hosts/${id}`)
  expect((await visit(address)).status).toBe(404)
  const audit =
    await sql`select before, after from audit_trail where noun = 'picture' and vineyard_id = ${vineyard_id}`
  expect(audit).not.toHaveLength(0)
  expect(JSON.stringify(audit)).not.toContain('viewing_key')
})

test('neither a room nor its photograph is ever shown', async () => {
  const id = await add({ name: 'Barrel room', kind: 'room', is_shown: true, introduction: 'Cold.' })
  const { address } = await (await upload(id)).json()
  expect(await page()).not.toMatch(/Barrel room|Cold\./)
  expect(await page()).not.toContain(address)
})

test('the introduction has at most 160 characters on one line', async () => {
  const long = await ask('POST', '/hosts', {
    vineyard_id,
    capacity: 1,
    name: 'Long',
    introduction: 'a'.repeat(161),
  })
  expect([long.status, long.json.fields[0].field]).toEqual([422, 'introduction'])
})

test('nobody can add a photograph to the host of another vineyard', async () => {
  const other = await makeWinemaker(sql)
  const id = await add({ name: 'Tom', kind: 'person' })
  expect((await upload(id, other)).status).toBe(404)
  expect((await upload(id, other, other.vineyard_id)).status).toBe(404)
  expect((await upload(crypto.randomUUID())).status).toBe(404)
})

test('the cleanup deletes the photograph of a deleted host after a day', async () => {
  const id = await add({ name: 'Gone', kind: 'person' })
  const { address } = await (await upload(id)).json()
  expect((await ask('DELETE', `/hosts/${id}`)).status).toBe(204)
  await sql`update pictures set created_at = now() - interval '2 days' where address = ${address}`
  await sql`alter table pictures disable trigger pictures_touched`
  await sql`update pictures set updated_at = now() - interval '2 days' where address = ${address}`
  await sql`alter table pictures enable trigger pictures_touched`
  const store = await storeOf(readConfig({ DATA_FOLDER: app.folder }))
  await sweepPictures(sql, store, new Date(Date.now() - 86_400_000))
  expect(await sql`select from pictures where address = ${address}`).toHaveLength(0)
})

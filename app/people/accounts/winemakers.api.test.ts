import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeMarket } from '../../../test/book.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp()
const { sql, visit } = app
const admin = await makeAdmin(sql)

const change = (id: string, changes: object) =>
  visit(`/api/winemakers/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', 'If-Match': '*', ...signedIn(admin) },
    body: JSON.stringify(changes),
  })

test('whoever is moved reads the other vineyard from then on, and nothing of the first', async () => {
  const market = await makeMarket(sql)
  const { vineyard_id } = market.experience
  const booking = await book(sql, market.experience, market.on('2026-06-06'), 2, app.now)
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const read = async () => {
    const headers = signedIn(winemaker)
    const of = await visit(`/api/bookings/${booking}`, { headers })
    const { vineyard_id: own } = await (await visit('/api/me', { headers })).json()
    return [of.status, own]
  }
  expect(await read()).toEqual([200, vineyard_id])
  const other = await makeVineyard(sql)
  expect((await change(winemaker.id, { vineyard_id: other.id })).status).toBe(200)
  expect(await read()).toEqual([404, other.id])
  const [event] = await sql`select before, after from audit_trail where noun_id = ${winemaker.id}`
  expect(event).toEqual({ before: { vineyard_id }, after: { vineyard_id: other.id } })
})

test('a move to a vineyard that is not there is refused in words', async () => {
  const { id } = await makeWinemaker(sql)
  const refused = await change(id, { vineyard_id: crypto.randomUUID() })
  expect([refused.status, (await refused.json()).fields]).toEqual([
    422,
    [{ field: 'vineyard_id', message: 'There is no such vineyard.' }],
  ])
})

test('winemakers are listed by how far they have come', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const hash = `$argon2id$v=19$m=1,t=1,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`
  await makeWinemaker(sql, { vineyard_id, name: 'Invited' })
  await makeWinemaker(sql, { vineyard_id, name: 'Active', password_hash: hash })
  await makeWinemaker(sql, { vineyard_id, name: 'Disabled', password_hash: hash, is_active: false })
  const names = async (state: string) => {
    const asked = new URLSearchParams({ vineyard_id, state })
    const listed = await visit(`/api/winemakers?${asked}`, { headers: signedIn(admin) })
    return (await listed.json()).items.map(({ name }: { name: string }) => name)
  }
  expect(await names('invited')).toEqual(['Invited'])
  expect(await names('active')).toEqual(['Active'])
  expect(await names('disabled')).toEqual(['Disabled'])
})

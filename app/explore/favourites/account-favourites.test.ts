import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeVineyard, makeVisitor, signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'
import { visitorField } from '../../staff-client/local-storage.ts'
import { syncFavourites, sendFavourite } from './account-favourites.ts'
import { mostFavourites } from './favourites.ts'

const { sql, visit } = await startApp()
const [ash, beech, cherry] = [await makeVineyard(sql), await makeVineyard(sql), await makeVineyard(sql)]

// Restores the real globals for later test files in this process.
afterEach(() => vi.unstubAllGlobals())

/** Simulates a browser: its local storage, its favourites, and whether it is online. */
function browser() {
  const stored = new Map<string, string>()
  const here = { favourites: [] as string[], leftOut: [] as string[], online: true, stored }
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const device = {
    read: () => here.favourites,
    write: (ids: string[]) => void (here.favourites = ids),
    leaveOut: (ids: string[]) => void here.leftOut.push(...ids),
    clearLeftOut: () => void (here.leftOut = []),
  }
  const use = () => {
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      here.online ? visit(path, init) : Promise.reject(new TypeError('no network')),
    )
  }
  const join = async () => {
    use()
    await syncFavourites(device)
    return here.favourites
  }
  const toggle = async (id: string) => {
    use()
    const saved = !here.favourites.includes(id)
    here.favourites = saved ? [id, ...here.favourites] : here.favourites.filter((other) => other !== id)
    sendFavourite(id, saved, device)
    await syncFavourites(device)
  }
  return Object.assign(here, { join, toggle, signIn: (token: string) => stored.set(visitorField, token) })
}
let visitor = await makeVisitor(sql)
beforeEach(async () => {
  visitor = await makeVisitor(sql)
})
const inAccount = async () => {
  const answer = await visit('/api/favourites?sort=-saved_at', { headers: signedIn(visitor) })
  const { items } = (await answer.json()) as { items: { id: string }[] }
  return items.map(({ id }) => id).toSorted()
}

test('adds favourites from before sign-in to the account and to other devices', async () => {
  const [phone, laptop] = [browser(), browser()]
  phone.favourites = [ash.id, beech.id]
  expect(await phone.join()).toEqual([ash.id, beech.id])
  expect(await inAccount()).toEqual([])
  phone.signIn(visitor.token)
  await phone.join()
  expect(await inAccount()).toEqual([ash.id, beech.id].toSorted())
  laptop.favourites = [cherry.id]
  laptop.signIn(visitor.token)
  expect((await laptop.join()).toSorted()).toEqual([ash.id, beech.id, cherry.id].toSorted())
})

test('removing a favourite on one device also removes the favourite on the visitor’s other devices', async () => {
  const [phone, laptop] = [browser(), browser()]
  for (const device of [phone, laptop]) device.signIn(visitor.token)
  phone.favourites = [ash.id, beech.id]
  await phone.join()
  await laptop.join()
  await laptop.toggle(ash.id)
  expect(await inAccount()).toEqual([beech.id])
  expect(await phone.join()).toEqual([beech.id])
  expect(await inAccount()).toEqual([beech.id])
})

test('sends changes made offline at the next synchronisation', async () => {
  const phone = browser()
  phone.signIn(visitor.token)
  await phone.join()
  phone.online = false
  await phone.toggle(ash.id)
  expect([phone.favourites, await inAccount()]).toEqual([[ash.id], []])
  phone.online = true
  expect(await phone.join()).toEqual([ash.id])
  expect(await inAccount()).toEqual([ash.id])
})

test('removes the account’s list from the device after sign-out', async () => {
  const phone = browser()
  phone.signIn(visitor.token)
  await phone.toggle(ash.id)
  await phone.join()
  phone.stored.delete(visitorField)
  expect(await phone.join()).toEqual([])
  const next = await makeVisitor(sql)
  phone.signIn(next.token)
  expect(await phone.join()).toEqual([])
  expect(await inAccount()).toEqual([ash.id])
})

test('does not save a hidden vineyard in the account, but saves the other favourites', async () => {
  const hidden = await makeVineyard(sql, { is_visible: false })
  const put = { method: 'PUT', headers: signedIn(visitor) }
  expect((await visit(`/api/favourites/${hidden.id}`, put)).status).toBe(404)
  expect(await sql`select from favourites where user_id = ${visitor.id}`).toHaveLength(0)
  const phone = browser()
  phone.favourites = [hidden.id, ash.id]
  phone.signIn(visitor.token)
  expect(await phone.join()).toEqual([ash.id])
  expect(phone.stored.get('favourites_unsent')).toBe('{}')
})

test('leaves out favourites that do not fit into the account and keeps the account’s list', async () => {
  await sql`
    with made as (
      insert into vineyards (name) select 'Row ' || n from generate_series(1, ${mostFavourites - 1}) n returning id
    )
    insert into favourites (user_id, vineyard_id, created_at) select ${visitor.id}, id, now() from made`
  const phone = browser()
  phone.favourites = [ash.id, beech.id]
  phone.signIn(visitor.token)
  await phone.join()
  expect(phone.favourites).toHaveLength(mostFavourites)
  expect([phone.favourites.includes(beech.id), phone.leftOut]).toEqual([true, [ash.id]])
  phone.stored.delete(visitorField)
  await phone.join()
  expect([phone.favourites, phone.leftOut]).toEqual([[], []])
})

test('if only one more favourite fits and two devices save at the same time, rejects the second device', async () => {
  await sql`
    with made as (
      insert into vineyards (name) select 'Hill ' || n from generate_series(1, ${mostFavourites - 1}) n returning id
    )
    insert into favourites (user_id, vineyard_id, created_at) select ${visitor.id}, id, now() from made`
  const save = (id: string) => () =>
    visit(`/api/favourites/${id}`, { method: 'PUT', headers: signedIn(visitor) })
  const answers = await race(
    sql,
    (holder) => holder`select from users where id = ${visitor.id} for update`,
    [ash, beech].map(({ id }) => save(id)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await sql`select from favourites where user_id = ${visitor.id}`).toHaveLength(mostFavourites)
})

import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeVineyard, signedIn } from '../../../test/make.ts'
import { pictures } from '../../../test/pictures.ts'
import { race } from '../../../test/race.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addPicture } from './vineyard-picture.server.ts'

const app = await startApp()
const { sql } = app

async function send(params: Record<string, string>, who: { token: string }) {
  const form = new FormData()
  form.append('file', new File([Uint8Array.from(await pictures.png())], 'picture.png'))
  const query = new URLSearchParams({ shown_as: 'cover', ...params })
  return app.visit(`/api/pictures?${query}`, { method: 'POST', body: form, headers: signedIn(who) })
}
/** Returns a function that records an uploaded picture of a vineyard. */
const uploadTo = (vineyard_id: string, admin: { id: string }) => () => {
  const received = {
    id: randomUUID(),
    address: `/media/${randomUUID().replaceAll('-', '')}-640x480.webp`,
    width: 9,
    height: 9,
    bytes: 9,
  }
  const request = { vineyard_id, experience_id: null, host_id: null, shown_as: 'more', alt: '' } as const
  return addPicture(sql, request, received, { by: { actor: 'admin', actor_id: admin.id } }, app.now)
}
const lockAll = (holder: Queryable) => holder`lock table pictures in exclusive mode`
const stored = () => readdir(join(app.folder, 'pictures')).catch((): string[] => [])

// ASVS 5.2.4
test('limits the number and size of the pictures that a vineyard stores, including removed pictures', async () => {
  const admin = await makeAdmin(sql)
  const quota = [
    409,
    'No more pictures can be stored at the moment. Removed and replaced ones are deleted after a day; please try again then.',
  ]
  const many = await makeVineyard(sql)
  const fill = (vineyard_id: string | null, most: number, bytes: number) => sql`
    insert into pictures (vineyard_id, shown_as, address, bytes, removed_at)
    select ${vineyard_id}, ${vineyard_id ? 'more' : 'post'}, '/media/' || md5(random()::text) || '-640x480.webp', ${bytes}, now()
    from generate_series(1, ${most})`
  await fill(many.id, 120, 0)
  const roomy = await makeVineyard(sql)
  await fill(roomy.id, 1, 200 * 1024 * 1024 - 100)
  const answer = async (response: Response) => [response.status, (await response.json()).error]
  const before = await stored()
  for (const { id } of [many, roomy])
    for (const shown_as of ['cover', 'more'])
      expect(await answer(await send({ vineyard_id: id, shown_as }, admin))).toEqual(quota)
  expect(await stored()).toEqual(before)
  await sql`update pictures set bytes = 1000 where vineyard_id = ${roomy.id}`
  expect((await send({ vineyard_id: roomy.id }, admin)).status).toBe(201)
  const [added] =
    await sql`select bytes from pictures where vineyard_id = ${roomy.id} order by bytes desc limit 1`
  expect(added?.bytes).toBeGreaterThan(1000)
})

// ASVS 5.2.4 15.4.2
test('if one more picture may be shown, only one of two concurrent uploads succeeds', async () => {
  const { id } = await makeVineyard(sql)
  const admin = await makeAdmin(sql)
  await sql`
    insert into pictures (vineyard_id, shown_as, address, removed_at)
    select ${id}, 'more', '/media/' || md5(random()::text) || '-640x480.webp', case when n = 40 then now() end
    from generate_series(1, 40) as n`
  const added = await race(sql, lockAll, [uploadTo(id, admin), uploadTo(id, admin)])
  expect(added.map((one) => one.ok || one.problem).toSorted()).toEqual([
    { kind: 'refused', by: 'pictures_are_full' },
    true,
  ])
  const [removed] = await sql`select id from pictures where vineyard_id = ${id} and removed_at is not null`
  const restore = () =>
    app.visit(`/api/pictures/${removed?.id}/restore`, { method: 'POST', headers: signedIn(admin) })
  const refused = await restore()
  expect([refused.status, (await refused.json()).error]).toEqual([
    409,
    '40 pictures are shown already. Remove one first.',
  ])
  await sql`update pictures set removed_at = now() where vineyard_id = ${id} and rank = 1`
  expect((await restore()).status).toBe(200)
})

// ASVS 5.2.4 15.4.2
test('if one more picture fits into the quota, only one of two concurrent uploads is stored', async () => {
  const { id } = await makeVineyard(sql)
  await sql`
    insert into pictures (vineyard_id, shown_as, address)
    select ${id}, 'cover', '/media/' || md5(random()::text) || '-640x480.webp' from generate_series(1, 119)`
  const admin = await makeAdmin(sql)
  const added = await race(sql, lockAll, [uploadTo(id, admin), uploadTo(id, admin)])
  expect(added.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from pictures where vineyard_id = ${id}`
  expect(count).toBe(120)
})

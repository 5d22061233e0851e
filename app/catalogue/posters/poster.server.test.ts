import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { collectErrors } from '../../../test/error-log.ts'
import { makeVineyard } from '../../../test/make.ts'
import { storeOf } from '../../platform/media/store.server.ts'
import { sweepPictures } from '../../platform/media/sweep.server.ts'
import { readConfig } from '../../platform/config.server.ts'
import { addDays, dayOf } from '../../platform/days.ts'
import { drawNextPoster } from './poster.server.ts'

const app = await startApp()
const { sql, visit, folder } = app
const store = await storeOf(readConfig({ DATA_FOLDER: folder }))
const errors: string[] = []
const draw = () => drawNextPoster(sql, store, collectErrors(errors))
const position = { latitude: 50.87, longitude: 0.01 }
const posterOf = async (id: string) => {
  const [poster] = await sql<
    [{ address: string | null; turn: number; revision: number; drawing_version: number }]
  >`select address, turn, revision, drawing_version from vineyard_posters where vineyard_id = ${id}`
  return poster
}
/** Draws the poster of a new vineyard and returns its address. */
async function makePoster(changes: Record<string, unknown> = {}) {
  const { id } = await makeVineyard(sql, { ...position, ...changes })
  expect(await draw()).toBe(true)
  return { id, address: (await posterOf(id)).address ?? '' }
}

beforeEach(() => sql`update vineyards set is_visible = false`)

test('draws due posters one after another as AVIF and WebP, with at most 12 kB for cards', async () => {
  const [later, first] = [await makeVineyard(sql, position), await makeVineyard(sql, { region: null })]
  expect([await draw(), await draw(), await draw()]).toEqual([true, true, false])
  for (const { id } of [later, first]) {
    const { address } = await posterOf(id)
    expect(address).toMatch(/^\/media\/poster-[0-9a-f]{32}-960x720\.webp$/)
    const name = address!.slice('/media/poster-'.length, -'-960x720.webp'.length)
    const files = (await readdir(join(folder, 'pictures'))).filter((file) => file.includes(name)).sort()
    expect(files.map((file) => file.replace(`poster-${name}-960x720`, ''))).toEqual([
      '-480.avif',
      '-480.webp',
      '.avif',
      '.webp',
    ])
    for (const file of files.slice(0, 2))
      expect((await stat(join(folder, 'pictures', file))).size).toBeLessThanOrEqual(12_000)
  }
  expect(errors).toEqual([])
})

test('numbers vineyards in name order, and keeps these numbers when a vineyard is added', async () => {
  const names = ['Walnut Bank', "a'Beckett Row", 'Miller Rows']
  await sql`insert into vineyards ${sql(names.map((name) => ({ name })))}`
  const inTurn = () => sql<{ name: string; turn: number }[]>`
    select v.name, p.turn from vineyard_posters p join vineyards v on v.id = p.vineyard_id and v.is_visible order by p.turn`
  const before = await inTurn()
  expect(before.map(({ name }) => name)).toEqual(["a'Beckett Row", 'Miller Rows', 'Walnut Bank'])
  await makeVineyard(sql, { name: 'Bank Row' })
  expect((await inTurn()).slice(0, 3)).toEqual(before)
})

test('draws no posters for hidden vineyards or vineyards with a photograph', async () => {
  await makeVineyard(sql, { ...position, is_visible: false })
  await makeVineyard(sql, { ...position, cover_image_url: '/pictures/hollowdown-960.webp' })
  expect(await draw()).toBe(false)
})

test('draws a poster again only if the position or region changes', async () => {
  const { id, address } = await makePoster()
  await sql`update vineyards set phone = '01273 000000' where id = ${id}`
  expect(await draw()).toBe(false)
  for (const change of [{ region: 'Kent' }, { latitude: 51.2 }]) {
    await sql`update vineyards set ${sql(change)} where id = ${id}`
    expect([await draw(), await draw()]).toEqual([true, false])
  }
  const now = await posterOf(id)
  expect(now).toMatchObject({ revision: 3 })
  expect(now.address).not.toBe(address)
})

test('a poster stays due if its vineyard changes during the drawing', async () => {
  const { id } = await makeVineyard(sql, position)
  const slowStore = {
    put: async () =>
      void (await sql`update vineyards set region = 'Kent' where id = ${id} and region <> 'Kent'`),
  } as unknown as typeof store
  expect(await drawNextPoster(sql, slowStore, collectErrors(errors))).toBe(true)
  expect(await posterOf(id)).toMatchObject({ address: null, drawing_version: 0 })
  expect([await draw(), await draw()]).toEqual([true, false])
})

test('a poster stays due if its files cannot be stored', async () => {
  const { id } = await makeVineyard(sql, position)
  const broken = { put: () => Promise.reject(new Error('no room')) } as unknown as typeof store
  await expect(drawNextPoster(sql, broken, collectErrors(errors))).rejects.toThrow('no room')
  expect(await posterOf(id)).toMatchObject({ drawing_version: 0 })
})

test('serves only the posters of visible vineyards, even to browsers that have cached a poster', async () => {
  const { id, address } = await makePoster()
  const file = address.replace('.webp', '-480.avif')
  const answer = await visit(file)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/avif'])
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=86400')
  const again = { headers: { 'If-None-Match': answer.headers.get('ETag') ?? '' } }
  expect((await visit(file, again)).status).toBe(304)

  await sql`update vineyards set is_visible = false where id = ${id}`
  expect((await visit(file)).status).toBe(404)
  expect((await visit(file, again)).status).toBe(404)
})

test('pages show the poster with the label Illustration, and the vineyard still has no cover', async () => {
  const { id, address } = await makePoster()
  await sql`update vineyards set featured_at = now() where id = ${id}`
  const { experience, on } = await makeDailyExperience(sql, { experience: { vineyard_id: id } })
  const now = new Date()
  const booking = await book(sql, experience, on(addDays(dayOf(now), 3)), 2, now)
  for (const path of ['/', `/vineyard/${id}`, `/booking-confirmation/${booking}`]) {
    const page = await (await visit(path)).text()
    expect(page, path).toContain(`${address.replace('.webp', '-480.avif')} 480w`)
    expect(page, path).toContain('>Illustration<')
  }
  // A vineyard without visits shows its poster in the list too.
  const { address: directory } = await makePoster({ name: 'Posterity' })
  expect(await (await visit('/explore?search=posterity')).text()).toContain(
    directory.replace('.webp', '-480.avif'),
  )
  expect((await visit(`/vineyard/${id}/share.jpg`)).status).toBe(200)
  const picture = await visit(`/vineyard/${id}/picture.jpg`)
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 960 })
  const { id: bare } = await makeVineyard(sql)
  expect((await visit(`/vineyard/${bare}/picture.jpg`)).status).toBe(404)
  const [vineyard] = await sql`select cover_image_url from vineyards where id = ${id}`
  expect(vineyard).toEqual({ cover_image_url: null })
})

test('the cleanup deletes the files of replaced posters and keeps those of current posters', async () => {
  const { id, address } = await makePoster()
  await sql`update vineyards set region = 'Kent' where id = ${id}`
  await draw()
  await sweepPictures(sql, store, new Date(Date.now() + 1000))
  expect((await visit(address)).status).toBe(404)
  expect((await visit((await posterOf(id)).address ?? '')).status).toBe(200)
})

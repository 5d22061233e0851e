import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeExperience, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { pictures } from '../../../test/pictures.ts'
import { storeOf } from '../../platform/media/store.server.ts'
import { sweepPictures } from '../../platform/media/sweep.server.ts'
import { readConfig } from '../../platform/config.server.ts'

const app = await startApp()
const { sql, visit, folder } = app
const winemaker = await makeWinemaker(sql)
const { vineyard_id } = winemaker

function send(
  bytes: Uint8Array | null,
  params: Record<string, string> = {},
  who: { token: string } = winemaker,
  ask = visit,
) {
  const form = new FormData()
  if (bytes) form.append('file', new File([Uint8Array.from(bytes)], 'picture.jpg', { type: 'image/jpeg' }))
  const query = new URLSearchParams({ vineyard_id, shown_as: 'cover', ...params })
  return ask(`/api/pictures?${query}`, { method: 'POST', body: form, headers: signedIn(who) })
}
const edit = (method: string, path: string, body?: unknown, who: { token: string } = winemaker) =>
  visit(`/api/pictures/${path}`, {
    method,
    headers: {
      ...signedIn(who),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(method === 'PATCH' && { 'If-Match': '*' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const shown = async () =>
  (await (await visit(`/api/pictures?vineyard_id=${vineyard_id}`, { headers: signedIn(winemaker) })).json())
    .items
const stored = () => readdir(join(folder, 'pictures')).catch((): string[] => [])

test('stores a cover, and the vineyard page offers the cover in every width with its dimensions', async () => {
  const made = await send(await pictures.phone(), { alt: ' Rows of vines  in June ' })
  expect(made.status).toBe(201)
  const { id, address } = await made.json()
  const [vineyard] = await sql`select cover_image_url from vineyards where id = ${vineyard_id}`
  expect(vineyard?.cover_image_url).toBe(address)
  const page = await (await visit(`/vineyard/${vineyard_id}`)).text()
  expect(page).toContain(`${address.replace('.webp', '-320.avif')} 320w`)
  expect(page).toContain('width="480" height="640"')
  expect(page).toContain('alt="Rows of vines in June"')
  const audit = await sql`select noun from audit_trail where vineyard_id = ${vineyard_id} order by noun`
  expect(audit.map(({ noun }) => noun)).toEqual(['picture', 'vineyard'])
  expect(await shown()).toMatchObject([{ id, address, alt: 'Rows of vines in June' }])
})

// ASVS 5.3.1 5.3.2
test('picture files are public and cached for ever, and no other files are served', async () => {
  const { address } = await (await send(await pictures.png({ width: 800, height: 600 }))).json()
  const file = await visit(address)
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  expect(file.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(file.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(file.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect((await sharp(await file.arrayBuffer()).metadata()).width).toBe(800)
  const again = await visit(address, { headers: { 'If-None-Match': file.headers.get('ETag') ?? '' } })
  expect(again.status).toBe(304)
  for (const path of [
    `/media/${'0'.repeat(32)}-800x600.webp`,
    '/media/..%2Fpostgres.log',
    '/media/first-sign-in.json',
  ])
    expect((await visit(path)).status, path).toBe(404)
})

// ASVS 5.2.1 5.2.2
test('rejects unusable files with a message and stores nothing', async () => {
  const before = [await stored(), await sql`select from pictures`]
  const refused = async (bytes: Uint8Array | null) => {
    const response = await send(bytes)
    const { error, fields } = await response.json()
    expect(fields).toEqual([{ field: 'file', message: error }])
    return `${response.status} ${error}`
  }
  expect(await refused(null)).toMatch(/^422 No picture was chosen/)
  expect(await refused(Buffer.alloc(0))).toMatch(/^422 That file is empty/)
  expect(await refused(pictures.svg())).toMatch(/^422 That is an SVG file/)
  expect(await refused(pictures.heic())).toMatch(/^422 That is a HEIC picture/)
  expect(await refused(await pictures.truncated())).toMatch(/^422 That picture is damaged/)
  expect(await refused(await pictures.bomb())).toMatch(/^422 That picture has 49 million pixels/)
  expect(await refused(pictures.heavy())).toMatch(/^413 That picture is too large; the limit is 10 MB/)
  expect([await stored(), await sql`select from pictures`]).toEqual(before)
})

// ASVS 5.2.1 15.2.2
test('accepts twelve concurrent uploads and answers 503 to further uploads, but does not count aborted uploads', async () => {
  // Sends all uploads to one process, because each process counts its own uploads.
  const [one = visit] = app.visits
  const sendToOne = async () => (await send(await pictures.png(), {}, winemaker, one)).status
  const slow = Array.from({ length: 12 }, () => {
    const { promise: is_read, resolve: read } = Promise.withResolvers<void>()
    let stop: (why: Error) => void = () => {}
    const body = new ReadableStream(
      { start: (controller) => void (stop = (why) => controller.error(why)), pull: () => read() },
      { highWaterMark: 0 },
    )
    const headers = { ...signedIn(winemaker), 'Content-Type': 'multipart/form-data; boundary=b' }
    const path = `/api/pictures?vineyard_id=${vineyard_id}&shown_as=cover`
    const answer = one(path, { method: 'POST', body, duplex: 'half', headers } as RequestInit)
    return { stop: () => stop(new Error('cancelled')), answer, is_read }
  })
  await Promise.all(slow.map(({ is_read }) => is_read))
  expect(await sendToOne()).toBe(503)
  for (const { stop } of slow) stop()
  expect((await Promise.all(slow.map(({ answer }) => answer))).map(({ status }) => status)).toEqual(
    Array.from({ length: 12 }, () => 400),
  )
  expect(await sendToOne()).toBe(201)
})

test('rejects request bodies that are incomplete or are not forms', async () => {
  const post = (type: string, body: string) =>
    visit(`/api/pictures?vineyard_id=${vineyard_id}&shown_as=cover`, {
      method: 'POST',
      headers: { ...signedIn(winemaker), 'Content-Type': type },
      body,
    })
  expect((await post('application/json', '{}')).status).toBe(400)
  expect(
    (await post('multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"'))
      .status,
  ).toBe(400)
})

test('accepts a picture whose last bytes arrive in a second chunk', async () => {
  const form = new FormData()
  form.append(
    'file',
    new File([Uint8Array.from(await pictures.phone())], 'picture.jpg', {
      type: 'image/jpeg',
    }),
  )
  const encoded = new Response(form)
  const bytes = await encoded.bytes()
  const headers = { ...signedIn(winemaker), 'Content-Type': encoded.headers.get('Content-Type') ?? '' }
  for (const rest of [1, 5]) {
    const body = Readable.toWeb(Readable.from([bytes.subarray(0, -rest), bytes.subarray(-rest)]))
    const path = `/api/pictures?vineyard_id=${vineyard_id}&shown_as=cover`
    const answer = await visit(path, { method: 'POST', body, duplex: 'half', headers } as RequestInit)
    expect(answer.status, `the last ${rest} bytes`).toBe(201)
  }
})

// ASVS 5.2.1
test('rejects a declared size over the limit before reading the body', async () => {
  const body = new ReadableStream({ pull: () => new Promise(() => {}) })
  const response = await visit(`/api/pictures?vineyard_id=${vineyard_id}&shown_as=cover`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: {
      ...signedIn(winemaker),
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': String(15 * 1024 * 1024),
    },
  } as RequestInit)
  expect([response.status, (await response.json()).error]).toEqual([
    413,
    'That picture is 15 MB; the limit is 10 MB. Any phone can send a smaller version.',
  ])
})

test('staff cannot upload, change or remove pictures of other vineyards or of posts', async () => {
  const { id } = await (await send(await pictures.png())).json()
  const stranger = await makeWinemaker(sql)
  const small = await pictures.png()
  expect((await send(small, {}, stranger)).status).toBe(404)
  const experience = await makeExperience(sql)
  expect((await send(small, { shown_as: 'more', experience_id: experience.id })).status).toBe(404)
  expect((await edit('PATCH', id, { alt: 'Mine' }, stranger)).status).toBe(404)
  expect((await edit('DELETE', id, undefined, stranger)).status).toBe(404)
  expect((await edit('POST', `${id}/restore`, undefined, stranger)).status).toBe(404)
  const ofPost = (who: { token: string }) => {
    const form = new FormData()
    form.append('file', new File([Uint8Array.from(small)], 'x'))
    return visit('/api/pictures?shown_as=post', { method: 'POST', body: form, headers: signedIn(who) })
  }
  expect((await ofPost(winemaker)).status).toBe(404)
  expect((await ofPost(await makeAdmin(sql))).status).toBe(201)
})

test('the page shows further pictures, and staff can describe, move, remove and restore them', async () => {
  const { id: experience_id } = await makeExperience(sql, { vineyard_id })
  const more = async (alt: string) =>
    (
      await (
        await send(await pictures.webp(), {
          shown_as: 'more',
          alt,
          ...(alt === 'Cellar' && { experience_id }),
        })
      ).json()
    ).id
  const [terrace, cellar] = [await more('Terrace'), await more('Cellar')]
  const onPage = async () => {
    const page = await (await visit(`/vineyard/${vineyard_id}`)).text()
    return ['Terrace', 'Cellar', 'The old cellar'].filter((alt) => page.includes(`alt="${alt}"`))
  }
  expect(await onPage()).toEqual(['Terrace', 'Cellar'])
  expect((await edit('PATCH', cellar, { alt: 'The old cellar', rank: 0 })).status).toBe(200)
  expect((await shown()).map(({ alt }: { alt: string }) => alt)[0]).toBe('The old cellar')
  expect((await edit('DELETE', terrace)).status).toBe(200)
  expect(await onPage()).toEqual(['The old cellar'])
  expect((await edit('POST', `${terrace}/restore`)).status).toBe(200)
  expect(await onPage()).toEqual(['Terrace', 'The old cellar'])
})

test('removing the cover clears the cover URL of the vineyard, and restoring the cover sets this URL again', async () => {
  const { id, address } = await (await send(await pictures.png())).json()
  const cover = async () =>
    (await sql`select cover_image_url from vineyards where id = ${vineyard_id}`)[0]?.cover_image_url
  await edit('DELETE', id)
  expect(await cover()).toBeNull()
  await edit('POST', `${id}/restore`)
  expect(await cover()).toBe(address)
})

// ASVS 2.3.2
test('a vineyard shows at most forty further pictures', async () => {
  const fullVineyard = await makeVineyard(sql)
  await sql`
    insert into pictures (vineyard_id, shown_as, address)
    select ${fullVineyard.id}, 'more', '/media/' || md5(n::text) || '-640x480.webp' from generate_series(1, 40) as n`
  const response = await send(
    await pictures.png(),
    { vineyard_id: fullVineyard.id, shown_as: 'more' },
    await makeAdmin(sql),
  )
  expect([response.status, (await response.json()).error]).toEqual([
    409,
    '40 pictures are shown already. Remove one first.',
  ])
})

test('deletes unused pictures and their files after a day, and deletes files that belong to no picture', async () => {
  const store = await storeOf({ ...readConfig({}), data_folder: folder })
  const lost = `${'a'.repeat(32)}-640x480-320.avif`
  await store.put(lost, 'lost')
  await store.put('notes.txt', 'not ours')
  const { address: old } = await (await send(await pictures.png())).json()
  const { address } = await (await send(await pictures.png())).json()
  expect(await sweepPictures(sql, store, new Date(Date.now() - 86_400_000))).toBe(0)
  expect((await visit(old)).status).toBe(200)
  expect(await sweepPictures(sql, store, new Date(Date.now() + 1000))).toBeGreaterThan(8)
  expect([(await visit(old)).status, (await visit(address)).status]).toEqual([404, 200])
  const left = await stored()
  expect([left.includes(lost), left.includes('notes.txt')]).toEqual([false, true])
})

test('an experience shows its own pictures, and staff reorder a gallery in one request', async () => {
  const { id: experience_id } = await makeExperience(sql, { vineyard_id, title: 'Gallery tour' })
  const sent = []
  for (const alt of ['First', 'Second', 'Third'])
    sent.push(await (await send(await pictures.png(), { shown_as: 'more', experience_id, alt })).json())
  const [a, b, c] = sent.map(({ id }) => id)
  const order = (ids: unknown[], who = winemaker, of = vineyard_id) =>
    edit('PUT', 'order', { vineyard_id: of, ids }, who)
  const listOrder = async () => {
    const path = `/api/pictures?experience_id=${experience_id}`
    const answer = await visit(path, { headers: signedIn(winemaker) })
    return (await answer.json()).items.map(({ alt }: { alt: string }) => alt)
  }
  expect((await order([c, a, b])).status).toBe(204)
  expect(await listOrder()).toEqual(['Third', 'First', 'Second'])

  // A request orders all its pictures or none, and only pictures of the user's own vineyard.
  expect((await order([b, 'c0ffee00-0000-4000-8000-000000000000'])).status).toBe(404)
  expect((await order([a, b, c], await makeWinemaker(sql))).status).toBe(404)
  const stranger = await makeWinemaker(sql)
  expect((await order([a, b, c], stranger, stranger.vineyard_id)).status).toBe(404)
  expect(await listOrder()).toEqual(['Third', 'First', 'Second'])

  const page = await (await visit(`/vineyard/${vineyard_id}`)).text()
  const shownHere = page.slice(page.indexOf('Gallery tour'))
  expect(shownHere.indexOf('alt="Third"')).toBeGreaterThan(0)
  expect(shownHere.indexOf('alt="Third"')).toBeLessThan(shownHere.indexOf('alt="First"'))
  expect(page.slice(0, page.indexOf('Gallery tour'))).not.toContain('alt="Third"')
  expect(shownHere).toMatch(/<img[^>]*width="\d+"[^>]*alt="Third"[^>]*loading="lazy"/)
})

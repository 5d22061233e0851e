import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeVineyard } from '../../../test/make.ts'

const { sql, visit } = await startApp()

const { id: vineyard_id } = await makeVineyard(sql, { cover_image_url: '/pictures/abbots-window-960.webp' })
await sql`
  insert into blog_posts (slug, title, published_at)
  values ('chalk', 'Why chalk', '2026-05-01T09:00:00Z'), ('later', 'Later', '2026-07-01T09:00:00Z')`

test('draws sharing images for a vineyard with a cover and for a post without a cover', async () => {
  for (const path of [`/vineyard/${vineyard_id}/share.jpg`, '/blog/chalk/share.jpg']) {
    const answer = await visit(path)
    expect(answer.headers.get('Content-Type')).toBe('image/jpeg')
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect([width, height]).toEqual([1200, 630])
  }
  const text = await (await visit('/blog/chalk')).text()
  expect(text).toContain('<meta property="og:image" content="http://site.test/blog/chalk/share.jpg"/>')
})

// ASVS 15.2.2
test('draws sharing images one at a time and answers 503 when too many wait', async () => {
  await sql`
    insert into blog_posts (slug, title, published_at)
    select 'row-' || n, 'Row ' || n, '2026-05-01T09:00:00Z' from generate_series(1, 24) n`
  const ask = (n: number) => visit(`/blog/row-${n}/share.jpg`)
  const same = await Promise.all(Array.from({ length: 24 }, () => ask(1)))
  expect(same.map(({ status }) => status)).toEqual(same.map(() => 200))
  const all = await Promise.all(Array.from({ length: 24 }, (_, n) => ask(n + 1)))
  const refused = all.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThanOrEqual(7)
  expect(all.filter(({ status }) => status === 200).length).toBe(24 - refused.length)
  for (const { headers } of refused) expect(headers.get('Retry-After')).toBe('5')
  expect((await ask(24)).status).toBe(200)
})

test('answers 404 for sharing images of hidden vineyards and future posts', async () => {
  const { id } = await makeVineyard(sql, { is_visible: false })
  expect((await visit(`/vineyard/${id}/share.jpg`)).status).toBe(404)
  expect((await visit('/vineyard/nonsense/share.jpg')).status).toBe(404)
  expect((await visit('/blog/later/share.jpg')).status).toBe(404)
})

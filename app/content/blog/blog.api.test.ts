import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeVisitor, makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit } = app
const admin = await makeAdmin(sql)
afterEach(() => void (app.now = new Date('2026-06-01T09:00:00Z')))

const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const body = { type: 'doc', content: [words('Chalk holds water.')] }

function call(path: string, method = 'GET', sent?: object, seen?: string) {
  return visit(`/api/blog_posts${path}`, {
    method,
    headers: {
      ...signedIn(admin),
      ...(sent && { 'Content-Type': 'application/json' }),
      ...(method === 'PATCH' && { 'If-Match': seen ? `"${seen}"` : '*' }),
    },
    ...(sent && { body: JSON.stringify(sent) }),
  })
}

async function write(changes: Record<string, unknown> = {}) {
  const slug = `post-${randomUUID()}`
  const response = await call('', 'POST', { slug, title: 'Chalk', body, ...changes })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: string }
  return { id, slug, path: `/${id}` }
}
const read = async (path: string) =>
  (await (await call(path)).json()) as { version: string; title: string; published_at: string | null }
const refusal = async (response: Response) => {
  const { title, fields } = (await response.json()) as { title: string; fields?: { field: string }[] }
  return { status: response.status, title, fields: fields?.map(({ field }) => field) }
}

test('only admins can read a draft, and no list, feed or public page shows the draft', async () => {
  const { path, slug } = await write()
  expect((await call(path)).status).toBe(200)
  for (const who of [undefined, await makeVisitor(sql), await makeWinemaker(sql)])
    expect((await visit(`/api/blog_posts${path}`, who && { headers: signedIn(who) })).status).toBe(404)
  expect((await visit(`/blog/${slug}`)).status).toBe(404)
  for (const list of ['/blog', '/blog/feed/rss', '/blog/feed/atom', '/api/blog_posts', '/sitemap.xml'])
    expect(await (await visit(list)).text(), list).not.toContain(slug)
})

test('a scheduled post appears everywhere at its London time', async () => {
  const { slug, path } = await write({ published_at: '2026-07-01T09:30' })
  expect((await read(path)).published_at).toBe('2026-07-01T08:30:00.000Z')
  const everywhere = async () => {
    const shown = await Promise.all(
      ['/blog', '/blog/feed/rss', '/api/blog_posts'].map(async (list) =>
        (await (await visit(list)).text()).includes(slug),
      ),
    )
    return [(await visit(`/blog/${slug}`)).status, ...shown]
  }
  app.now = new Date('2026-07-01T08:29:59.999Z')
  expect(await everywhere()).toEqual([404, false, false, false])
  app.now = new Date('2026-07-01T08:30:00Z')
  expect(await everywhere()).toEqual([200, true, true, true])
  await call(path, 'PATCH', { published_at: null })
  expect(await everywhere()).toEqual([404, false, false, false])
})

test('reads winter times as London time, and reads a time that the clock change skips as one hour later', async () => {
  const publishedAt = async (published_at: string) =>
    (await read((await write({ published_at })).path)).published_at
  expect(await publishedAt('2026-12-01T09:30')).toBe('2026-12-01T09:30:00.000Z')
  expect(await publishedAt('2027-03-28T01:30')).toBe('2027-03-28T01:30:00.000Z')
  expect(await publishedAt('2026-06-05T10:00:00Z')).toBe('2026-06-05T10:00:00.000Z')
  expect(await publishedAt('2026-12-01T09:30:15')).toBe('2026-12-01T09:30:15.000Z')
})

test('only admins create, change and delete posts', async () => {
  const { path } = await write()
  for (const who of [await makeVisitor(sql), await makeWinemaker(sql)])
    for (const [method, where] of [
      ['POST', ''],
      ['PATCH', path],
      ['DELETE', path],
    ] as const) {
      const response = await visit(`/api/blog_posts${where}`, {
        method,
        headers: { ...signedIn(who), 'Content-Type': 'application/json' },
        body: JSON.stringify({ slug: 'theirs', title: 'Theirs' }),
      })
      expect(response.status, method).toBe(403)
    }
  expect((await read(path)).title).toBe('Chalk')
})

test('rejects the second of two concurrent edits and keeps the first edit', async () => {
  const { path } = await write()
  const { version } = await read(path)
  expect((await call(path, 'PATCH', { title: 'First' }, version)).status).toBe(200)
  expect((await call(path, 'PATCH', { title: 'Second' }, version)).status).toBe(412)
  expect((await read(path)).title).toBe('First')
})

test('rejects a slug in use with a message at its field', async () => {
  const { slug } = await write()
  const { path } = await write()
  const taken = { status: 409, title: 'slug is already used by another post.', fields: ['slug'] }
  expect(await refusal(await call('', 'POST', { slug, title: 'Again' }))).toEqual(taken)
  expect(await refusal(await call(path, 'PATCH', { slug }))).toEqual(taken)
})

test('rejects invalid values and names their fields', async () => {
  const { path } = await write()
  const wrong = async (changes: object) => (await refusal(await call(path, 'PATCH', changes))).fields
  expect(await wrong({ slug: 'Big Words' })).toEqual(['slug'])
  expect(await wrong({ title: ' ' })).toEqual(['title'])
  expect(await wrong({ published_at: '2026-02-30T09:00' })).toEqual(['published_at'])
  expect(await wrong({ tags: Array.from({ length: 9 }, (_, n) => `tag ${n}`) })).toEqual(['tags'])
  expect(await wrong({ cover_image_url: 'javascript:alert(1)' })).toEqual(['cover_image_url'])
  const holding = (block: object) => ({ body: { type: 'doc', content: [block] } })
  expect(await wrong(holding({ type: 'script' }))).toEqual(['body'])
  const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } }
  const sly = { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [link] }] }
  expect(await wrong(holding(sly))).toEqual(['body'])
  let deep: object = words('deep')
  for (let n = 0; n < 5000; n++) deep = { type: 'blockquote', content: [deep] }
  expect(await wrong(holding(deep))).toEqual(['body'])
  const long = Array.from({ length: 60 }, () => words('x'.repeat(20_000)))
  expect((await call(path, 'PATCH', { body: { type: 'doc', content: long } })).status).toBe(413)
})

test('deletes a post, and records its creation, change and deletion in the audit log', async () => {
  const { id, path, slug } = await write({ published_at: '2026-05-01T09:00' })
  await call(path, 'PATCH', { title: 'Chalk and flint' })
  expect((await visit(`/blog/${slug}`)).status).toBe(200)
  expect((await call(path, 'DELETE')).status).toBe(204)
  expect((await visit(`/blog/${slug}`)).status).toBe(404)
  expect((await call(path, 'DELETE')).status).toBe(404)
  const audit = await sql`select noun, before ->> 'title' as before, after ->> 'title' as after, actor_id
    from audit_trail where noun_id = ${id} order by id`
  expect([...audit]).toEqual([
    { noun: 'blog_post', before: null, after: 'Chalk', actor_id: admin.id },
    { noun: 'blog_post', before: 'Chalk', after: 'Chalk and flint', actor_id: admin.id },
    { noun: 'blog_post', before: 'Chalk and flint', after: null, actor_id: admin.id },
  ])
})

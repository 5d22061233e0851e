import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

import { documentSchema } from '../../../app/content/blog/document.shapes.ts'
import type { Inline } from '../../../app/content/blog/document.shapes.ts'
import { contentsOf } from '../../../app/content/blog/document.ts'
import { ownDatabase } from '../../../test/database.ts'
import { loadCatalogue } from '../load.ts'
import { readMarkdown } from './markdown.ts'
import { starterPosts } from './posts.ts'

const sql = await ownDatabase()
const load = (which: 'both' | 'directory' = 'both') =>
  loadCatalogue(sql, { which, today: '2026-11-21', report: () => undefined })
const cards = async () => {
  const [{ ids }] = await sql<[{ ids: string[] }]>`
    select array_agg(block #>> '{attrs,id}') as ids
    from blog_posts, jsonb_array_elements(body -> 'content') as block where block ->> 'type' = 'vineyard'`
  return ids
}

test('the first posts are valid documents with chapters, cards and pictures', async () => {
  await load()
  const posts = await sql`select slug, body, cover_image_url from blog_posts order by published_at`
  expect(posts.map(({ slug }) => slug)).toEqual(starterPosts.map(({ slug }) => slug))
  for (const { slug, body, cover_image_url } of posts) {
    expect(documentSchema.safeParse(body).error, slug).toBeUndefined()
    expect(contentsOf(documentSchema.parse(body)).length, slug).toBeGreaterThanOrEqual(4)
    expect(existsSync(`public${cover_image_url}`), cover_image_url).toBe(true)
  }
  expect(await cards()).toHaveLength(6)
})

test('links between posts lead to existing posts', async () => {
  const known = new Set(starterPosts.map(({ slug }) => `/blog/${slug}`))
  const links = await sql<{ href: string }[]>`
    select distinct mark #>> '{attrs,href}' as href
    from blog_posts, jsonb_path_query(body, 'strict $.**.marks[*] ? (@.type == "link")') as mark`
  const own = links.map(({ href }) => href).filter((href) => href.startsWith('/blog/'))
  expect(own.length).toBeGreaterThan(1)
  expect(own.filter((href) => !known.has(href))).toEqual([])
})

test('a second load neither restores deleted posts nor changes edited posts', async () => {
  await sql`delete from blog_posts where slug = 'words-of-the-vineyard'`
  await sql`update blog_posts set title = 'Ours' where slug = 'getting-there-without-a-car'`
  await load()
  const posts = await sql`select title from blog_posts`
  expect(posts).toHaveLength(starterPosts.length - 1)
  expect(posts.map(({ title }) => title)).toContain('Ours')
})

test('reads Markdown as a document, and names what a post cannot contain', () => {
  const find = (name: string, city: string) => (name === 'Oast, Ltd' && city === 'Ash' ? 'the-id' : undefined)
  const inline: Inline[] = [
    { type: 'text', text: 'Come ' },
    { type: 'text', text: 'early', marks: [{ type: 'bold' }] },
    { type: 'text', text: ' & stay.' },
  ]
  expect(
    readMarkdown('Come **early** & stay.\n\n::vineyard Oast, Ltd, Ash\n\n::vineyard None, Ash', find).content,
  ).toEqual([
    { type: 'paragraph', content: inline },
    { type: 'vineyard', attrs: { id: 'the-id' } },
  ])
  expect(() => readMarkdown('# Too large', find)).toThrow('level 1')
  expect(() => readMarkdown('<b>markup</b>', find)).toThrow('cannot contain')
})

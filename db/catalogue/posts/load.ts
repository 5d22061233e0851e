import { readFile } from 'node:fs/promises'

import type { Transaction } from '../../../app/platform/database.server.ts'
import { siteName } from '../../../app/ui/head.ts'
import { type FindVineyard, readMarkdown } from './markdown.ts'
import { starterPosts } from './posts.ts'

/**
 * Puts in the posts the site begins with, as long as there is no post at all: what an editor took away stays away.
 * Cards of vineyards that are not in the catalogue are left out. Returns how many were put in.
 */
export async function loadStarterPosts(sql: Transaction): Promise<number> {
  const [{ begun }] = await sql<[{ begun: boolean }]>`select exists (select from blog_posts) as begun`
  if (begun) return 0
  const vineyards = await sql<{ id: string; name: string; city: string | null }[]>`
    select id, name, city from vineyards where is_visible`
  const find: FindVineyard = (name, city) =>
    vineyards.find((vineyard) => vineyard.name === name && vineyard.city === city)?.id
  for (const { slug, title, summary, tags, published_at } of starterPosts) {
    const text = await readFile(new URL(`${slug}.md`, import.meta.url), 'utf8')
    await sql`
      insert into blog_posts (slug, title, summary, body, author, cover_image_url, tags, published_at)
      values (
        ${slug}, ${title}, ${summary}, ${sql.json(readMarkdown(text, find))}, ${siteName},
        ${`/pictures/${slug}-960.webp`}, ${tags}, ${published_at}
      )`
  }
  return starterPosts.length
}

import type { Noun } from '../accounts/staff-edit.server.ts'
import type { Actor } from '../accounts/actor.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { PostLine } from './blog.server.ts'
import type { PostDocument } from './document.ts'

export const postNoun: Noun = { table: 'blog_posts', noun: 'blog_post', of_vineyard: null }

/** A post in a list, drafts included: those have no hour yet. */
export type PostListed = Omit<PostLine, 'published_at' | 'published_on'> & {
  id: string
  published_at: Date | null
}
export type PostEntry = PostListed & { body: PostDocument; updated_at: Date; version: string }

const columns = (sql: Queryable) => sql`
  p.id, p.slug, p.title, p.summary, p.author, p.cover_image_url, p.tags, p.published_at`

const mayBeRead = (sql: Queryable, by: Actor, now: Date) =>
  by.actor === 'admin' ? sql`true` : sql`p.published_at <= ${now}`

/** One page of the posts that somebody may read. */
export async function pageOfPosts(
  sql: Queryable,
  { tag, ...asked }: Listing & { tag?: string | undefined },
  { by }: { by: Actor },
  now: Date,
): Promise<Page<PostListed>> {
  return readListPage(
    sql,
    asked,
    sql`
      select ${columns(sql)} from blog_posts p
      where ${mayBeRead(sql, by, now)} and ${tag === undefined ? sql`true` : sql`${tag} = any (p.tags)`}`,
  )
}

/** One post that somebody may read. */
export async function findPostEntry(
  sql: Queryable,
  id: string,
  { by }: { by: Actor },
  now: Date,
): Promise<PostEntry | undefined> {
  const [post] = await sql<PostEntry[]>`
    select ${columns(sql)}, p.body, p.updated_at, version_of(to_jsonb(p)) as version from blog_posts p
    where p.id = ${id} and ${mayBeRead(sql, by, now)}`
  return post
}

/** The first few posts whose title holds the term, drafts too. For admins. */
export async function postsHolding(
  sql: Queryable,
  term: string,
  most: number,
): Promise<{ id: string; slug: string; title: string; published_at: Date | null }[]> {
  return sql`
    select p.id, p.slug, p.title, p.published_at from blog_posts p
    where lower(p.title) like contains_pattern(${term})
    order by p.published_at desc nulls first, p.id
    limit ${most}`
}

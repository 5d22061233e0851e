import type { Queryable } from '../../platform/database/database.server.ts'
import type { Day } from '../../platform/days.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { PostDocument } from './document.shapes.ts'
import type { Noun } from '../../people/accounts/staff-edit.server.ts'
import type { Actor } from '../../people/sign-in/actor.ts'
import { containsTerm, type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import type { postLine, postShape } from './blog.shapes.ts'

/** A published post in a list. */
export type PostLine = Omit<PostListed, 'id' | 'published_at'> & {
  published_at: Date
  /** The day of publication in London. The server computes the day, because browsers do so slowly. */
  published_on: Day
}

export type Post = PostLine & { body: PostDocument; updated_at: Date }

/** A page of the posts with a tag, or of all posts. `total` counts the posts of all pages; `tags` lists the tags of all posts. */
type PostPage = { total: number; page: number; posts: PostLine[]; tags: string[] }

export const postsOnPage = 12
const relatedPosts = 3
const postsInFeed = 30

const columns = (sql: Queryable) => sql`
  p.slug, p.title, p.summary, p.author, p.cover_image_url, p.tags, p.published_at`

const line = (sql: Queryable) => sql`
  ${columns(sql)}, (p.published_at at time zone 'Europe/London')::date as published_on`

/** Returns a page of published posts with the tag, if any, newest first. If `page` is too high, returns the last page. */
export async function listPosts(
  sql: Queryable,
  { tag, page }: { tag: string | null; page: number },
  now: Date,
): Promise<PostPage> {
  const [found] = await sql<[Omit<PostPage, 'posts'>]>`
    with shown as (
      select tags from blog_posts where published_at <= ${now}
    ),
    size as (
      select count(*) filter (where ${tag}::text is null or ${tag}::text = any (tags))::int as total from shown
    )
    select
      total, least(${page}::int, greatest(1, ceil(total / ${postsOnPage}::numeric)::int)) as page,
      array(select distinct tag from shown, unnest(tags) as tag order by tag) as tags
    from size`
  const posts = await sql<PostLine[]>`
    select ${line(sql)} from blog_posts p
    where p.published_at <= ${now} and (${tag}::text is null or ${tag}::text = any (p.tags))
    order by p.published_at desc, p.slug
    limit ${postsOnPage} offset ${(found.page - 1) * postsOnPage}`
  return { ...found, posts }
}

/** Returns the newest posts in full, for feeds. */
export async function listForFeed(sql: Queryable, now: Date): Promise<Post[]> {
  return sql<Post[]>`
    select ${line(sql)}, p.body, p.updated_at
    from blog_posts p
    where p.published_at <= ${now}
    order by p.published_at desc, p.slug
    limit ${postsInFeed}`
}

export async function findPost(sql: Queryable, slug: string, now: Date): Promise<Post | undefined> {
  const [post] = await sql<Post[]>`
    select ${line(sql)}, p.body, p.updated_at
    from blog_posts p
    where p.slug = ${slug} and p.published_at <= ${now}`
  return post
}

/** Returns related posts: first the posts with the most tags in common, then the newest. */
export async function listRelated(
  sql: Queryable,
  { slug, tags }: Pick<PostLine, 'slug' | 'tags'>,
  now: Date,
): Promise<PostLine[]> {
  return sql<PostLine[]>`
    select ${line(sql)}
    from blog_posts p
    where p.published_at <= ${now} and p.slug <> ${slug}
    order by cardinality(array(select unnest(p.tags) intersect select unnest(${tags}::text[]))) desc,
      p.published_at desc, p.slug
    limit ${relatedPosts}`
}

export const postNoun: Noun = { table: 'blog_posts', noun: 'blog_post', of_vineyard: null }

type PostListed = RowOf<typeof postLine>
type PostEntry = RowOf<typeof postShape>

const mayBeRead = (sql: Queryable, by: Actor, now: Date) =>
  by.actor === 'admin' ? sql`true` : sql`p.published_at <= ${now}`

/** Returns one page of the posts that the actor may read. */
export async function pageOfPosts(
  sql: Queryable,
  { tag, ...listQuery }: Listing & { tag?: string | undefined },
  { by }: { by: Actor },
  now: Date,
): Promise<Page<PostListed>> {
  return readListPage(
    sql,
    listQuery,
    sql`
      select p.id, ${columns(sql)} from blog_posts p
      where ${mayBeRead(sql, by, now)} and ${tag === undefined ? sql`true` : sql`${tag} = any (p.tags)`}`,
  )
}

/** Returns a post that the actor may read. */
export async function findPostEntry(
  sql: Queryable,
  id: string,
  { by }: { by: Actor },
  now: Date,
): Promise<PostEntry | undefined> {
  const [post] = await sql<PostEntry[]>`
    select p.id, ${columns(sql)}, p.body, p.updated_at, version_of(to_jsonb(p)) as version from blog_posts p
    where p.id = ${id} and ${mayBeRead(sql, by, now)}`
  return post
}

/** Returns the first `most` posts whose title contains the term, drafts included. For admins only. */
export async function searchPosts(
  sql: Queryable,
  term: string,
  most: number,
): Promise<{ id: string; slug: string; title: string; published_at: Date | null }[]> {
  return sql`
    select p.id, p.slug, p.title, p.published_at from blog_posts p
    where ${containsTerm(sql, sql`p.title`, term)}
    order by p.published_at desc nulls first, p.id
    limit ${most}`
}

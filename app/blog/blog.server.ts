import type { Queryable } from '../platform/database.server.ts'

/** A published post as lists show it. */
export type PostLine = {
  slug: string
  title: string
  summary: string | null
  author: string | null
  cover_image_url: string | null
  published_at: Date
}

export type Post = PostLine & { body: string }

/** The posts whose hour has come, the newest first. Drafts and later ones are not there. */
export async function listPosts(sql: Queryable, now: Date): Promise<PostLine[]> {
  return sql<PostLine[]>`
    select slug, title, summary, author, cover_image_url, published_at
    from blog_posts
    where published_at <= ${now}
    order by published_at desc, slug
    limit 100`
}

export async function findPost(sql: Queryable, slug: string, now: Date): Promise<Post | undefined> {
  const [post] = await sql<Post[]>`
    select slug, title, summary, author, cover_image_url, published_at, body
    from blog_posts
    where slug = ${slug} and published_at <= ${now}`
  return post
}

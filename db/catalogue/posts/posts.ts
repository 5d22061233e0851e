import { readFile } from 'node:fs/promises'

import type { Transaction } from '../../../app/platform/database/database.server.ts'
import { siteName } from '../../../app/ui/page/head.ts'
import { type FindVineyard, readMarkdown } from './markdown.ts'

/** One of the first blog posts. Its text is in `<slug>.md`; its pictures are in `public/pictures`. */
export type StarterPost = {
  slug: string
  title: string
  summary: string
  tags: string[]
  published_at: string
}

export const starterPosts: StarterPost[] = [
  {
    slug: 'a-vineyard-through-the-year',
    title: 'A vineyard through the year, and when to visit',
    summary:
      'Bare vines and quiet cellars, the nervous weeks of spring, flowers you have to look for, and a harvest nobody can promise: what each season shows.',
    tags: ['seasons', 'visiting'],
    published_at: '2026-02-06T09:00:00Z',
  },
  {
    slug: 'what-happens-on-a-vineyard-tour',
    title: 'What happens on a vineyard tour',
    summary:
      'What to wear, when to come, what you will be shown and how to taste it: for everybody who thinks that they do not know enough about wine.',
    tags: ['visiting', 'tasting'],
    published_at: '2026-02-27T09:00:00Z',
  },
  {
    slug: 'traditional-method-sparkling-explained',
    title: 'Traditional-method sparkling, explained',
    summary:
      'Two fermentations, a long wait and a spoonful of sugar: how the bubbles come into the bottle, and what the words on the label tell you.',
    tags: ['sparkling', 'how it is made'],
    published_at: '2026-03-20T09:00:00Z',
  },
  {
    slug: 'getting-there-without-a-car',
    title: 'Getting to a vineyard without a car',
    summary:
      'Stations, footpaths, bicycles and the taxi you should have booked on Tuesday: how to plan a tasting that nobody has to drive home from.',
    tags: ['getting there', 'visiting'],
    published_at: '2026-04-17T09:00:00Z',
  },
  {
    slug: 'words-of-the-vineyard',
    title: 'The words of the vineyard: a glossary',
    summary:
      'From aspect to vintage: the words you are likely to hear on a visit, each in a line or two, in the order in which you meet them.',
    tags: ['how it is made', 'tasting'],
    published_at: '2026-05-15T09:00:00Z',
  },
]

/**
 * Adds the first posts if there is no post at all, so that a single deleted post stays deleted. Leaves out
 * cards of vineyards that are missing or hidden. Returns how many posts were added.
 */
export async function loadStarterPosts(sql: Transaction): Promise<number> {
  const [{ exists }] = await sql<[{ exists: boolean }]>`select exists (select from blog_posts) as exists`
  if (exists) return 0
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

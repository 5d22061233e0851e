import { addDays, dayOf } from '../../app/platform/days.ts'
import { book } from '../../test/book.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

/** A page on the way to a booking. `open` means that search engines may index the page. */
export type BenchPage = { name: string; path: string; open: boolean }

/** Returns seven pages of the demonstration estates. One of them needs a booking, which is created. */
export async function pagesOf(databaseUrl: string): Promise<BenchPage[]> {
  const sql = connect(databaseUrl, { max: 1 })
  try {
    const now = new Date()
    const [experience] = await sql<[{ id: string; vineyard_id: string; price_per_person: number }]>`
      select e.id, e.vineyard_id, e.price_per_person
      from experiences e join vineyards v on v.id = e.vineyard_id
      where v.is_demo and e.is_active and e.min_group_size <= 2
      order by v.name, e.id
      limit 1`
    // Search engines may not index demonstration estates, so the bench marks this estate as a real vineyard.
    await sql`update vineyards set is_demo = false where id = ${experience.vineyard_id}`
    const from = addDays(dayOf(now), 1)
    const [slot] = await sql<[{ pattern_id: string; slot_date: string }]>`
      select pattern_id, slot_date
      from generate_availability_from_patterns(${experience.id}, ${from}, ${addDays(from, 120)})
      where remaining >= 2
      limit 1`
    const booking = await book(sql, experience, slot, 2, now)
    const [post] = await sql<[{ slug: string }]>`select slug from blog_posts order by slug limit 1`
    const { vineyard_id } = experience
    return [
      { name: 'home', path: '/', open: true },
      { name: 'explore', path: '/explore', open: true },
      { name: 'map', path: '/explore?view=map', open: false },
      { name: 'vineyard', path: `/vineyard/${vineyard_id}`, open: true },
      { name: 'booking', path: `/book-now/${vineyard_id}?experience=${experience.id}`, open: false },
      { name: 'confirmation', path: `/booking-confirmation/${booking}`, open: false },
      { name: 'blog post', path: `/blog/${post.slug}`, open: true },
    ]
  } finally {
    await sql.end({ timeout: 5 })
  }
}

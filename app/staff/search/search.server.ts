import { searchBookings, searchCustomers } from '../../bookings/booking-search.server.ts'
import { postsHolding } from '../../content/blog/blog.server.ts'
import { winemakersHolding } from '../../people/team/winemaker.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { searchAllVineyards } from '../../catalogue/vineyards/vineyard.server.ts'

const perKind = 5

/** Returns the first matches of each kind, in five statements. For admins only: the results are not limited to a vineyard. */
export async function findEverywhere(sql: Queryable, term: string) {
  const [vineyards, bookings, customers, winemakers, posts] = await Promise.all([
    searchAllVineyards(sql, term, perKind),
    searchBookings(sql, term, perKind),
    searchCustomers(sql, term, perKind),
    winemakersHolding(sql, term, perKind),
    postsHolding(sql, term, perKind),
  ])
  return { vineyards, bookings, customers, winemakers, posts }
}

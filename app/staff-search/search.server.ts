import {
  type FoundBooking,
  searchBookings,
  searchCustomers,
  type FoundCustomer,
} from '../bookings/booking-search.server.ts'
import { postsHolding } from '../blog/blog.server.ts'
import { winemakersHolding } from '../winemakers/winemaker.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import { searchAllVineyards } from '../vineyards/vineyard.server.ts'

const ofEach = 5

export type FoundEverywhere = {
  vineyards: Awaited<ReturnType<typeof searchAllVineyards>>
  bookings: FoundBooking[]
  customers: FoundCustomer[]
  winemakers: Awaited<ReturnType<typeof winemakersHolding>>
  posts: Awaited<ReturnType<typeof postsHolding>>
}

/** The first matches of each kind, in five statements. For admins only: the results are not limited to a vineyard. */
export async function findEverywhere(sql: Queryable, term: string): Promise<FoundEverywhere> {
  const [vineyards, bookings, customers, winemakers, posts] = await Promise.all([
    searchAllVineyards(sql, term, ofEach),
    searchBookings(sql, term, ofEach),
    searchCustomers(sql, term, ofEach),
    winemakersHolding(sql, term, ofEach),
    postsHolding(sql, term, ofEach),
  ])
  return { vineyards, bookings, customers, winemakers, posts }
}

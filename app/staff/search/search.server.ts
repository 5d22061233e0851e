import { searchBookings, searchCustomers } from '../../bookings/booking-search.server.ts'
import { searchGroupHolds } from '../../bookings/group-holds/group-hold.server.ts'
import { searchPosts } from '../../content/blog/blog.server.ts'
import type { Staff } from '../../people/sign-in/actor.ts'
import { searchWinemakers } from '../../people/team/winemaker.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { searchAllVineyards } from '../../catalogue/vineyards/vineyard.server.ts'

const perKind = 5

/** Returns the first matches of each kind in scope. Winemakers find bookings, groups and customers of their vineyard only. */
export async function findEverywhere(sql: Queryable, term: string, { by }: { by: Staff }, now: Date) {
  const ofAll = by.actor !== 'winemaker'
  const [vineyards, bookings, groups, customers, winemakers, posts] = await Promise.all([
    ofAll ? searchAllVineyards(sql, term, perKind) : [],
    searchBookings(sql, term, { by, most: perKind }, dayOf(now)),
    searchGroupHolds(sql, term, { by, most: perKind }, now),
    searchCustomers(sql, term, { by, most: perKind }, dayOf(now)),
    ofAll ? searchWinemakers(sql, term, perKind) : [],
    ofAll ? searchPosts(sql, term, perKind) : [],
  ])
  return { vineyards, bookings, groups, customers, winemakers, posts }
}

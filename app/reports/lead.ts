/** The number of bookings (value) by days between booking and visit (key). */
export type Leads = Map<number, number>

/** Adds bookings to a lead; a negative number subtracts. */
export function addBookings(to: Leads, lead: number, bookings: number): void {
  to.set(lead, (to.get(lead) ?? 0) + bookings)
}

/** Returns the median lead in days; undefined without bookings. */
export function middleOf(leads: Leads): number | undefined {
  const counted = [...leads].filter(([, bookings]) => bookings !== 0).sort(([one], [other]) => one - other)
  const all = counted.reduce((sum, [, bookings]) => sum + bookings, 0)
  const nth = (wanted: number) => {
    let upto = 0
    return counted.find(([, bookings]) => (upto += bookings) > wanted)?.[0]
  }
  const [low, high] = [nth(Math.floor((all - 1) / 2)), nth(Math.floor(all / 2))]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

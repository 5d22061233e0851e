/** So many bookings (the value) were made so many days before their visit (the key). */
export type Leads = Map<number, number>

/** Adds bookings to those that were made as early. Less than none are taken off again. */
export function addBookings(to: Leads, lead: number, bookings: number): void {
  to.set(lead, (to.get(lead) ?? 0) + bookings)
}

/** The middle one of all leads, in days; of an even number half-way between the two in the middle; undefined of none. */
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

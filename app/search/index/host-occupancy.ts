import type { IdTable } from './id-table.ts'

/** Somebody's party: when it comes and goes, in milliseconds, and how many they are. */
type Visit = [starts_at: number, ends_at: number, guests: number]

/** A host who might have no room at some time about a day: for how many, and who is there already. */
export type BusyHost = { capacity: number; visits: Visit[] }

/** The busy hosts, and for each experience that one of them leads which one. */
export type HostOccupancy = { hosts: BusyHost[]; leads: IdTable }

/** Whether whoever leads the experience whose id stands at `at` of `ids` has room for a party all the time of a visit. */
export function hostHasRoom(
  { hosts, leads }: HostOccupancy,
  ids: Int32Array,
  at: number,
  party: number,
  [from, until]: [number, number],
): boolean {
  const host = hosts[leads.find(ids, at) ?? -1]
  return host === undefined || host.capacity - mostPeople(host.visits, from, until) >= party
}

/** The most people present at one moment between two; they are most when somebody has just come. */
export function mostPeople(visits: Visit[], from: number, until: number): number {
  const present = visits.filter(([starts, ends]) => starts < until && ends > from)
  let most = 0
  for (const [starts] of present) {
    const moment = Math.max(starts, from)
    let people = 0
    for (const [enters, leaves, guests] of present)
      if (Math.max(enters, from) <= moment && leaves > moment) people += guests
    most = Math.max(most, people)
  }
  return most
}

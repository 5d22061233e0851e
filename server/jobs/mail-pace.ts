/** So many mails at one look say that people are booking in a rush. */
const many = 5
/** In milliseconds: how long a rush is believed in after that, and how far apart mails go in it. */
const rush = 2500
const gap = 100
/** In milliseconds: what has waited so long goes at once, rush or not. */
const patience = 60_000

/**
 * Bookings come first: a mail costs the machine about what a booking does. While people book in a rush their mails go one
 * by one, with pauses between them; when it is over all the others follow at once.
 */
export function createMailPace(now: () => number) {
  let calmAt = 0
  let next = 0
  return {
    /** How many mails were found at a look. */
    found(mails: number): void {
      if (mails >= many) calmAt = now() + rush
    },
    /** In milliseconds: how long a mail that was taken up at `since` waits for its turn. */
    wait(since: number): number {
      const at = now()
      if (at >= calmAt || at - since > patience) return 0
      next = Math.max(at, next + gap)
      return Math.min(next, calmAt) - at
    },
  }
}

/**
 * Calendar feed: an address at which other calendars read a vineyard's bookings, or those of one experience. Whoever knows
 * the address reads it; a renewed secret ends the old address.
 */
export type CalendarFeed = {
  id: string
  vineyard_id: string
  experience_id: string | null
  renewed_at: Date
  last_read_at: Date | null
}

/** How far back a feed goes, and how long other calendars may wait before they ask again. */
export const feedDays = 60
export const feedPauseMinutes = 15

/**
 * Winemaker: somebody who works at a vineyard and runs its bookings. `position` is what they do there, a label without
 * rights of its own. These are the fields and words of the specification's calls.
 */
export type Winemaker = {
  winemaker_id: string
  vineyard_id: string
  name: string
  email: string
  position: string | null
}

export type WinemakerSession = Winemaker & { session_token: string }

/** How far a winemaker has come. */
export const winemakerStates = ['active', 'invited', 'disabled'] as const
export type WinemakerState = (typeof winemakerStates)[number]

export function winemakerState(of: { is_active: boolean; has_password: boolean }): WinemakerState {
  if (!of.is_active) return 'disabled'
  return of.has_password ? 'active' : 'invited'
}

/** A winemaker as an admin sees them. `has_password`: whether they ever accepted their invitation. */
export type WinemakerEntry<Instant = string> = {
  id: string
  vineyard_id: string
  vineyard_name: string
  name: string
  email: string
  position: string | null
  is_active: boolean
  has_password: boolean
  last_used_at: Instant | null
  created_at: Instant
  version: string
}

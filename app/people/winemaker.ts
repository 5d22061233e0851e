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

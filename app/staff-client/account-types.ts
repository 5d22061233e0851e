/**
 * The roles of a vineyard's staff. Owners do everything. Managers do everything but the team and connections to other
 * systems. Gate: colleagues who look after today's guests and never see how to reach them.
 */
export const winemakerRoles = ['owner', 'manager', 'gate'] as const
export type WinemakerRole = (typeof winemakerRoles)[number]

/**
 * Winemaker: a person who works at a vineyard. `position` is a label without rights; `GET /api/me` has the role. The fields
 * are the specification's.
 */
export type Winemaker = {
  winemaker_id: string
  vineyard_id: string
  name: string
  email: string
  position: string | null
}

export type WinemakerSession = Winemaker & { session_token: string }

/** Whether a visitor signed in so recently that the session still proves who they are: 15 minutes. */
export function isJustSignedIn(created_at: Date, now: Date): boolean {
  return now.getTime() - created_at.getTime() < 15 * 60_000
}

export const winemakerStates = ['active', 'invited', 'disabled'] as const
export type WinemakerState = (typeof winemakerStates)[number]

export function winemakerState(of: { is_active: boolean; has_password: boolean }): WinemakerState {
  if (!of.is_active) return 'disabled'
  return of.has_password ? 'active' : 'invited'
}

/** A winemaker as admins see them. `has_password`: whether they accepted their invitation. */
export type WinemakerEntry<Instant = string> = {
  id: string
  vineyard_id: string
  vineyard_name: string
  name: string
  email: string
  position: string | null
  role: WinemakerRole
  is_active: boolean
  has_password: boolean
  last_used_at: Instant | null
  created_at: Instant
  version: string
}

/** Admin: a person who runs the marketplace. */
export type AdminUser = { id: string; name: string; email: string; two_step: boolean }

/** `access_token` is valid until `expires_at`; `refresh_token` buys the next pair, once. */
export type AdminSession = {
  access_token: string
  refresh_token: string
  /** In ISO form. */
  expires_at: string
  user: AdminUser
}

/** What a sign-in still needs when email and password were right. */
export type AdminNeeds =
  | { needs: 'code' }
  /** Set up the authenticator app first, by typing `secret` or scanning `address` as a QR code. */
  | { needs: 'two_step'; secret: string; address: string }

/** `joined`: how many earlier bookings with that address this sign-in added to the account. */
export type VisitorSession = { session_token: string; user: { id: string; email: string }; joined: number }

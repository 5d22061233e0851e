/**
 * The roles of a vineyard's staff. Owners may do everything. Managers may do everything except manage the team and the
 * connections to other systems. `gate` is the role of colleagues who receive today's guests; they never see contact
 * details.
 */
export const winemakerRoles = ['owner', 'manager', 'gate'] as const
export type WinemakerRole = (typeof winemakerRoles)[number]

/**
 * A winemaker: a person who works at a vineyard. `position` is a label that gives no permissions; `GET /api/me` returns
 * the role. The names of the fields come from the specification.
 */
export type Winemaker = {
  winemaker_id: string
  vineyard_id: string
  name: string
  email: string
  position: string | null
}

export type WinemakerSession = Winemaker & { session_token: string }

/** Returns whether a visitor signed in less than 15 minutes ago, so that the sign-in still proves who the visitor is. */
export function isJustSignedIn(created_at: Date, now: Date): boolean {
  return now.getTime() - created_at.getTime() < 15 * 60_000
}

export const winemakerStates = ['active', 'invited', 'disabled'] as const
export type WinemakerState = (typeof winemakerStates)[number]

export function winemakerState(of: { is_active: boolean; has_password: boolean }): WinemakerState {
  if (!of.is_active) return 'disabled'
  return of.has_password ? 'active' : 'invited'
}

/** An admin: a person who runs the marketplace. */
export type AdminUser = { id: string; name: string; email: string; two_step: boolean }

/** An admin's sign-in. `access_token` is valid until `expires_at`; `refresh_token` can be exchanged once for new tokens. */
export type AdminSession = {
  access_token: string
  refresh_token: string
  /** The instant at which the access token expires, in ISO form. */
  expires_at: string
  user: AdminUser
}

/** The step that a sign-in still needs after the right email and password. */
export type AdminNeeds =
  | { needs: 'code' }
  /** The admin must first set up the authenticator app, with `secret` as text or with `address` as a QR code. */
  | { needs: 'two_step'; secret: string; address: string }

/**
 * A visitor's sign-in. `joined` is the number of earlier bookings with this address that the account has now received.
 */
export type VisitorSession = { session_token: string; user: { id: string; email: string }; joined: number }

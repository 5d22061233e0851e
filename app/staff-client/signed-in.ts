import type { ClientSession } from '../platform/api/client.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { adminSession, isAdminSignedIn, signOutAdmin } from './admin-session.ts'
import { isVisitorSignedIn, signOutVisitor, visitorSession } from './visitor-session.ts'
import { isWinemakerSignedIn, signOutWinemaker, winemakerSession } from './winemaker-session.ts'

/** A role of a signed-in person. One browser can be signed in with several roles at once. */
export type Role = 'winemaker' | 'admin' | 'visitor'

type SignedIn = {
  isHere: () => boolean
  session: ClientSession
  signOut: () => Promise<unknown>
  /** The name of the role, as the account page shows it. */
  label: string
}

export const roles: Record<Role, SignedIn> = {
  winemaker: {
    isHere: isWinemakerSignedIn,
    session: winemakerSession,
    signOut: signOutWinemaker,
    label: 'Winemaker',
  },
  admin: { isHere: isAdminSignedIn, session: adminSession, signOut: signOutAdmin, label: 'Admin' },
  visitor: { isHere: isVisitorSignedIn, session: visitorSession, signOut: signOutVisitor, label: 'Visitor' },
}

/** Returns the roles with which this browser is signed in. */
export function signedInRoles(): Role[] {
  return (Object.keys(roles) as Role[]).filter((role) => roles[role].isHere())
}

/** Returns the requested role if the browser is signed in with it, otherwise the first role with which it is signed in. */
export function pickRole(requested: string | null): Result<Role, 'nobody'> {
  const available = signedInRoles()
  const role = available.find((each) => each === requested) ?? available[0]
  return role ? ok(role) : refused('nobody')
}

import type { ClientSession } from '../platform/api/client.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { adminSession, isAdminHere, signOutAdmin } from './admin-session.ts'
import { isVisitorHere, signOutVisitor, visitorSession } from './visitor-session.ts'
import { isWinemakerHere, signOutWinemaker, winemakerSession } from './winemaker-session.ts'

/** As whom somebody can be signed in, even at the same time in one browser. */
export type Role = 'winemaker' | 'admin' | 'visitor'

type SignedIn = {
  isHere: () => boolean
  session: ClientSession
  signOut: () => Promise<void>
  /** What the account page calls it. */
  label: string
}

export const roles: Record<Role, SignedIn> = {
  winemaker: {
    isHere: isWinemakerHere,
    session: winemakerSession,
    signOut: signOutWinemaker,
    label: 'Winemaker',
  },
  admin: { isHere: isAdminHere, session: adminSession, signOut: signOutAdmin, label: 'Admin' },
  visitor: { isHere: isVisitorHere, session: visitorSession, signOut: signOutVisitor, label: 'Visitor' },
}

/** The roles somebody is signed in as here. */
export function rolesHere(): Role[] {
  return (Object.keys(roles) as Role[]).filter((role) => roles[role].isHere())
}

/** The role that was asked for, if it is here, else the first that is. */
export function pickRole(asked: string | null): Result<Role, 'nobody'> {
  const here = rolesHere()
  const role = here.find((one) => one === asked) ?? here[0]
  return role ? ok(role) : refused('nobody')
}

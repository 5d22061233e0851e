/**
 * Actor: on whose behalf something is read or changed. A winemaker reaches only their own vineyard, an admin and the
 * system every one. A guest is everybody else: whoever holds a booking's link, signed in (then with the visitor's id)
 * or not.
 */
export type WinemakerActor = { actor: 'winemaker'; actor_id: string; vineyard_id: string }
export type AdminActor = { actor: 'admin'; actor_id: string }
export type Staff = WinemakerActor | AdminActor | { actor: 'system' }
export type GuestActor = { actor: 'guest'; actor_id: string | null }
/** Whoever can stand behind a request; the system never sends one. */
export type Actor = WinemakerActor | AdminActor | GuestActor

/** Who is not signed in. */
export const nobody: GuestActor = { actor: 'guest', actor_id: null }

/** An actor as the database's acts take it: `vineyard_id` is the only one in reach, null for all of them. */
export function vineyardScope(by: Staff | GuestActor): {
  actor: string
  actor_id: string | null
  vineyard_id: string | null
} {
  return {
    actor: by.actor,
    actor_id: by.actor === 'system' ? null : by.actor_id,
    vineyard_id: by.actor === 'winemaker' ? by.vineyard_id : null,
  }
}

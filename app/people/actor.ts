/**
 * Actor: on whose behalf something is changed. A winemaker reaches only their own vineyard, an admin and the system
 * every one. A guest is whoever holds a booking's link, signed in or not.
 */
export type Staff =
  | { actor: 'winemaker'; actor_id: string; vineyard_id: string }
  | { actor: 'admin'; actor_id: string }
  | { actor: 'system' }
export type Guest = { actor: 'guest'; actor_id: string | null }

/** An actor as the database's acts take it: `vineyard_id` is the only one in reach, null for all of them. */
export function reachOf(by: Staff | Guest): {
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

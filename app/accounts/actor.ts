import type { Queryable } from '../platform/database.server.ts'
import type { WinemakerRole } from '../staff-client/account-types.ts'
import type { KeyPermission } from './policy.ts'

/**
 * The person or process behind a read or a change. The scope of a winemaker or an API key is one vineyard; admins and
 * the system have all.
 * Everybody else is a guest, with the visitor's id if signed in.
 */
export type WinemakerActor = { actor: 'winemaker'; actor_id: string; vineyard_id: string }
/** A winemaker who sent a request, with the role that decides what they may do. */
export type SignedInWinemaker = WinemakerActor & { role: WinemakerRole }
/** A program that calls with an API key of a vineyard. */
export type KeyActor = {
  actor: 'key'
  actor_id: string
  vineyard_id: string
  permissions: readonly KeyPermission[]
}
export type AdminActor = { actor: 'admin'; actor_id: string }
/** A person of the staff. */
export type StaffMember = WinemakerActor | AdminActor
export type Staff = StaffMember | { actor: 'system' }
export type GuestActor = { actor: 'guest'; actor_id: string | null }
/** An actor that can send requests, so not the system. */
export type Actor = Person | KeyActor
export type Person = SignedInWinemaker | AdminActor | GuestActor

/** The actor of a request without a session. */
export const nobody: GuestActor = { actor: 'guest', actor_id: null }

/** An actor as the SQL functions take it. `vineyard_id` is the only vineyard in scope; null means all. */
export function vineyardScope(by: Staff | KeyActor | GuestActor): {
  actor: string
  actor_id: string | null
  vineyard_id: string | null
} {
  return {
    actor: by.actor,
    actor_id: by.actor === 'system' ? null : by.actor_id,
    vineyard_id: by.actor === 'winemaker' || by.actor === 'key' ? by.vineyard_id : null,
  }
}

/** SQL: whether the vineyard in `column` is in the actor's scope. */
export function inScope(sql: Queryable, by: Staff | Actor, column = 'b.vineyard_id') {
  const { vineyard_id } = vineyardScope(by)
  return vineyard_id === null ? sql`true` : sql`${sql(column)} = ${vineyard_id}`
}

import type { Queryable } from '../../platform/database/database.server.ts'
import type { WinemakerRole } from '../../staff-client/account-types.ts'
import type { KeyPermission } from './policy.ts'

/**
 * An actor is a person or process that reads or changes data. The scope of a winemaker is one vineyard, and
 * the scope of an API key is a list of vineyards. Admins and the system have all vineyards in scope.
 * Everybody else is a guest, with a visitor's id if signed in.
 */
export type WinemakerActor = { actor: 'winemaker'; actor_id: string; vineyard_id: string }
/** A winemaker who sent a request, with the role that decides what the winemaker may do. */
export type SignedInWinemaker = WinemakerActor & { role: WinemakerRole }
/**
 * A program that calls with an API key of a vineyard or a reseller. `vineyard_ids` are the vineyards that the key
 * reaches now: the vineyard itself, the vineyards that opted in to the reseller, or the sandbox for a test key.
 */
export type KeyActor = {
  actor: 'key'
  actor_id: string
  name: string
  owner: 'vineyard' | 'reseller'
  owner_id: string
  is_test: boolean
  permissions: readonly KeyPermission[]
  vineyard_ids: readonly string[]
}
/** A key at one of its vineyards. A key changes data of one vineyard at a time. */
export type KeyActorAt = KeyActor & { vineyard_id: string }
export type AdminActor = { actor: 'admin'; actor_id: string }
/** A winemaker or an admin. */
export type StaffMember = WinemakerActor | AdminActor
export type Staff = StaffMember | { actor: 'system' }
export type GuestActor = { actor: 'guest'; actor_id: string | null }
/** An actor that can send requests. The system sends none. */
export type Actor = Person | KeyActor
/** `session_id` is the sign-in with which a person sent the request. */
export type Person = (SignedInWinemaker | AdminActor | GuestActor) & { session_id?: string }

/** The actor of a request without a sign-in. */
export const nobody: GuestActor = { actor: 'guest', actor_id: null }

/** Returns the key at one vineyard, or 'absent' if the vineyard is not in the key's scope. */
export function keyAt(key: KeyActor, vineyard_id: string): KeyActorAt | 'absent' {
  return key.vineyard_ids.includes(vineyard_id) ? { ...key, vineyard_id } : 'absent'
}

/** Returns an actor in the form that SQL functions expect. Only `vineyard_id` is in scope; null means all vineyards. */
export function vineyardScope(by: Staff | KeyActorAt | GuestActor): {
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

/** Returns SQL for whether the vineyard in `column` is in the actor's scope. */
export function inScope(sql: Queryable, by: Staff | GuestActor, column = 'b.vineyard_id') {
  const { vineyard_id } = vineyardScope(by)
  return vineyard_id === null ? sql`true` : sql`${sql(column)} = ${vineyard_id}`
}

/** Returns whether a caller has a reseller's key or a test key. Such a key sees only bookings made with its owner's keys. */
export function seesOwnBookingsOnly(by: Staff | Actor): boolean {
  return by.actor === 'key' && (by.owner === 'reseller' || by.is_test)
}

/**
 * Returns SQL for whether booking `b` is in the actor's scope. Resellers and test keys see only bookings made with
 * their own keys, even after a vineyard has opted out. Only test keys see bookings of test keys.
 */
export function bookingInScope(sql: Queryable, by: Staff | Actor) {
  if (by.actor !== 'key') return sql`(${inScope(sql, by)} and not b.is_test)`
  return seesOwnBookingsOnly(by)
    ? sql`b.api_key_id = any (keys_of_same_owner(${by.actor_id}))`
    : sql`b.vineyard_id = any (${[...by.vineyard_ids]}::uuid[])`
}

/**
 * Returns SQL for whether the actor manages vineyard `v`. Such an actor also sees a hidden vineyard and its inactive
 * experiences.
 */
export function ownsVineyard(sql: Queryable, by: Actor) {
  if (by.actor === 'admin') return sql`true`
  if (by.actor === 'winemaker') return sql`v.id = ${by.vineyard_id}`
  if (by.actor !== 'key' || by.owner === 'reseller') return sql`false`
  return sql`v.id = any (${[...by.vineyard_ids]}::uuid[])`
}

/** Returns whether the caller has a test key, which reaches only the sandbox vineyard. */
export function isTest(by: Actor): boolean {
  return by.actor === 'key' && by.is_test
}

/**
 * Returns SQL for whether the actor sees vineyard `v`. Test keys see only the sandbox. Every other actor
 * sees the visible vineyards and the vineyards that the actor manages.
 */
export function seesVineyard(sql: Queryable, by: Actor) {
  if (isTest(by)) return sql`v.is_sandbox`
  return sql`((v.is_visible or ${ownsVineyard(sql, by)}) and not v.is_sandbox)`
}

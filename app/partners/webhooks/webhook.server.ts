import { randomUUID } from 'node:crypto'

import {
  inScope,
  type KeyActor,
  keyAt,
  seesOwnBookingsOnly,
  type StaffMember,
  vineyardScope,
} from '../../people/sign-in/actor.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import { type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { outcomeFrom, rowFrom } from '../../platform/database/row-from.server.ts'
import type { EncryptionKeys } from '../../platform/encryption.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { type DeliveryState, maxWebhooks, type WebhookEventType } from './webhook.ts'
import { encryptWebhookSecret, makeWebhookSecret } from './webhook-secret.server.ts'
import type { deliveryShape, webhookShape } from './webhook.shapes.ts'

/** The actor that manages webhooks: staff, or a program with an API key. */
type By = { by: StaffMember | KeyActor }

type WebhookRow = RowOf<typeof webhookShape>
type DeliveryRow = RowOf<typeof deliveryShape>

/** Returns the key's owner if the webhook announces only the owner's own bookings, or null if it announces all bookings. */
const keyOwner = (by: StaffMember | KeyActor) =>
  by.actor === 'key' && seesOwnBookingsOnly(by) ? by.owner_id : null

/**
 * Returns SQL for whether webhook `w` is in scope. Vineyards and resellers do not see each other's webhooks. A reseller keeps
 * its webhooks of vineyards that opted out, but its live keys never see the sandbox.
 */
function webhookInScope(sql: Queryable, by: StaffMember | KeyActor) {
  if (by.actor === 'admin') return sql`true`
  const vineyards =
    by.actor !== 'key'
      ? inScope(sql, by, 'w.vineyard_id')
      : by.owner === 'reseller' && !by.is_test
        ? sql`not exists (select from vineyards v where v.id = w.vineyard_id and v.is_sandbox)`
        : sql`w.vineyard_id = any (${[...by.vineyard_ids]}::uuid[])`
  return sql`(${vineyards} and w.key_owner is not distinct from ${keyOwner(by)}::uuid)`
}

/**
 * Returns the actor of a change in the form that SQL functions expect, or undefined if the webhook is not in scope. With
 * `alsoLeft`, a reseller may also change its webhook of a vineyard that opted out.
 */
async function scopeAt(sql: Queryable, webhook_id: string, by: StaffMember | KeyActor, alsoLeft = false) {
  const [webhook] = await sql<{ vineyard_id: string }[]>`
    select w.vineyard_id from webhooks w where w.id = ${webhook_id} and ${webhookInScope(sql, by)}`
  if (!webhook) return undefined
  if (by.actor !== 'key') return vineyardScope(by)
  const { vineyard_id } = webhook
  return alsoLeft || by.vineyard_ids.includes(vineyard_id) ? vineyardScope({ ...by, vineyard_id }) : undefined
}

const webhooks = (sql: Queryable, { by }: By, now: Date) => sql`
  select w.id, w.vineyard_id, w.url, w.event_types, w.created_at, w.disabled_at, w.disabled_because, w.failing_since,
    w.last_success_at, case when w.previous_until > ${now} then w.previous_until end as previous_until,
    (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting') as waiting,
    (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'failed') as failed
  from webhooks w
  where ${webhookInScope(sql, by)}`

/** Returns the webhooks of a vineyard in scope, oldest first. */
export function listWebhooks(sql: Queryable, vineyard_id: string, by: By, now: Date): Promise<WebhookRow[]> {
  return sql<WebhookRow[]>`
    ${webhooks(sql, by, now)} and w.vineyard_id = ${vineyard_id} order by w.created_at, w.id`
}

export async function findWebhook(sql: Queryable, id: string, by: By, now: Date) {
  const [webhook] = await sql<WebhookRow[]>`${webhooks(sql, by, now)} and w.id = ${id}`
  return webhook
}

type NewWebhook = { vineyard_id: string; url: string; event_types: WebhookEventType[] }

/** Adds a webhook and returns its secret, which is stored encrypted. `no_key`: no encryption key is configured. */
export async function addWebhook(
  sql: Queryable,
  keys: EncryptionKeys,
  wanted: NewWebhook,
  { by }: By,
  now: Date,
): Promise<Result<{ id: string; secret: string }, SqlEnums['addition_problem'] | 'no_key'>> {
  const at = by.actor === 'key' ? keyAt(by, wanted.vineyard_id) : by
  if (at === 'absent') return refused('absent')
  const { actor, actor_id, vineyard_id } = vineyardScope(at)
  const id = randomUUID()
  const secret = makeWebhookSecret()
  const encrypted = encryptWebhookSecret(keys, secret, id)
  if (encrypted === undefined) return refused('no_key')
  const row = sql.json({ ...wanted, id, key_owner: keyOwner(by), secret: encrypted })
  const added = await outcomeFrom(sql)<SqlEnums['addition_problem']>`
    select add_webhook(${vineyard_id}, ${row}, ${maxWebhooks}, ${actor}, ${actor_id}, ${now}) as problem`
  return added.ok ? ok({ id, secret }) : added
}

type WebhookChanges = Partial<Omit<NewWebhook, 'vineyard_id'> & { is_on: boolean; secret: string }>

/** Changes a webhook. Returns false if the webhook is not in scope. */
export async function changeWebhook(
  sql: Queryable,
  id: string,
  changes: WebhookChanges,
  { by }: By,
  now: Date,
): Promise<boolean> {
  const scope = await scopeAt(sql, id, by)
  if (!scope) return false
  const { actor, actor_id, vineyard_id } = scope
  const { found } = await rowFrom(sql)<{ found: boolean }>`
    select change_webhook(${vineyard_id}, ${id}, ${sql.json(changes)}, ${actor}, ${actor_id}, ${now}) as found`
  return found
}

/** Makes a new secret. Only this call returns the secret. For 24 hours, deliveries are signed with the old and the new secret. */
export async function rotateSecret(sql: Queryable, keys: EncryptionKeys, id: string, by: By, now: Date) {
  const secret = makeWebhookSecret()
  const encrypted = encryptWebhookSecret(keys, secret, id)
  if (encrypted === undefined) return refused('no_key')
  return (await changeWebhook(sql, id, { secret: encrypted }, by, now)) ? ok({ secret }) : refused('absent')
}

/** Removes a webhook with its deliveries. Returns false if the webhook is not in scope. */
export async function removeWebhook(sql: Queryable, id: string, { by }: By, now: Date): Promise<boolean> {
  const scope = await scopeAt(sql, id, by, true)
  if (!scope) return false
  const { actor, actor_id, vineyard_id } = scope
  const { found } = await rowFrom(sql)<{ found: boolean }>`
    select remove_webhook(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now}) as found`
  return found
}

/**
 * Queues a test event and returns the id of its delivery. `absent`: the webhook is not in scope. `many`: ten test
 * events were sent within the last hour.
 */
export async function sendTest(
  sql: Queryable,
  id: string,
  { by }: By,
  now: Date,
): Promise<Result<string, { kind: 'absent' } | { kind: 'many'; retry_seconds: number }>> {
  const scope = await scopeAt(sql, id, by)
  if (!scope) return refused({ kind: 'absent' })
  const { actor, actor_id, vineyard_id } = scope
  type Row = { delivery_id: string | null; retry_at: Date | null }
  const { delivery_id, retry_at } = await rowFrom(sql)<Row>`
    select * from try_webhook_test(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now})`
  if (delivery_id !== null) return ok(delivery_id)
  if (retry_at === null) return refused({ kind: 'absent' })
  return refused({ kind: 'many', retry_seconds: Math.ceil((retry_at.getTime() - now.getTime()) / 1000) })
}

/** Sends a delivery again with the same id. */
export async function resendDelivery(sql: Queryable, id: string, { by }: By, now: Date) {
  const delivery = await findDelivery(sql, id, { by })
  const scope = delivery && (await scopeAt(sql, delivery.webhook_id, by))
  if (!scope) return refused('absent')
  const { actor, actor_id, vineyard_id } = scope
  return outcomeFrom(sql)<SqlEnums['delivery_resend_problem']>`
    select resend_webhook_delivery(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now}) as problem`
}

const deliveries = (sql: Queryable, { by }: By) => sql`
  select d.id, d.webhook_id, d.event_type, d.state, d.attempts, d.status_code, d.duration_ms, d.problem, d.created_at,
    d.last_attempt_at, case when d.state = 'waiting' and w.disabled_at is null then d.next_attempt_at end as next_attempt_at,
    d.payload
  from webhook_deliveries d join webhooks w on w.id = d.webhook_id
  where ${webhookInScope(sql, by)}`

/** Returns one page of the deliveries of a webhook in scope. */
export function pageOfDeliveries(
  sql: Queryable,
  { webhook_id, state, ...listing }: Listing & { webhook_id: string; state?: DeliveryState | undefined },
  by: By,
): Promise<Page<DeliveryRow>> {
  return readListPage(
    sql,
    listing,
    sql`${deliveries(sql, by)} and d.webhook_id = ${webhook_id} ${state === undefined ? sql`` : sql`and d.state = ${state}`}`,
    { never_null: ['created_at'], id_follows: true },
  )
}

export async function findDelivery(sql: Queryable, id: string, by: By): Promise<DeliveryRow | undefined> {
  const [delivery] = await sql<DeliveryRow[]>`${deliveries(sql, by)} and d.id = ${id}`
  return delivery
}

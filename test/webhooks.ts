import { readConfig } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { type WebhookEventType, webhookEventTypes } from '../app/partners/webhooks/webhook.ts'
import { addWebhook } from '../app/partners/webhooks/webhook.server.ts'

/** The settings of a worker that may deliver webhooks to this machine. */
export const webhookConfig = readConfig({
  SITE_URL: 'http://site.test',
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  LOCAL_WEBHOOKS: 'yes',
})

/** Adds a webhook and returns its id and secret. */
export async function makeWebhook(
  sql: Sql,
  vineyard_id: string,
  url: string,
  event_types: readonly WebhookEventType[] = webhookEventTypes,
) {
  const wanted = { vineyard_id, url, event_types: [...event_types] }
  const by = { actor: 'winemaker', actor_id: await someWinemaker(sql, vineyard_id), vineyard_id } as const
  const added = await addWebhook(sql, webhookConfig.secrets_keys, wanted, { by }, new Date())
  if (!added.ok) throw new Error(`refused: ${added.problem}`)
  return { ...added.value, by }
}

async function someWinemaker(sql: Sql, vineyard_id: string): Promise<string> {
  const email = `owner-${vineyard_id}@example.com`
  const [owner] = await sql<{ id: string }[]>`
    select id from winemakers where vineyard_id = ${vineyard_id} and role = 'owner' limit 1`
  if (owner) return owner.id
  const [made] = await sql<[{ id: string }]>`
    insert into winemakers ${sql({ vineyard_id, name: 'Wyn Maker', email, position: 'Owner' })} returning id`
  return made.id
}

/** Returns the deliveries of a webhook in the order of their events. */
export function deliveriesOf(sql: Sql, webhook_id: string) {
  return sql<
    {
      id: string
      event_type: string
      state: string
      attempts: number
      status_code: number | null
      problem: string | null
      reference: string | null
    }[]
  >`
    select id, event_type, state, attempts, status_code, problem, payload -> 'data' ->> 'reference' as reference
    from webhook_deliveries where webhook_id = ${webhook_id} order by position`
}

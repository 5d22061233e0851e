import { z } from 'zod'

import { linkLifetimes } from '../../people/accounts/link-lifetimes.ts'
import { takeAttempts } from '../../people/sign-in/attempt-limit.server.ts'
import { hashToken, isToken, makeToken } from '../../people/sign-in/session.server.ts'
import { printLink, queueEmail } from '../../mail/queue-email.server.ts'
import { id, instant, type RowOf } from '../../platform/api/fields.server.ts'
import { listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { ok } from '../../platform/result.ts'
import { mailboxLimit } from '../../people/sign-in/sign-in-limits.ts'

/*
 * Opening alert: an email address to which the site writes once, when a vineyard's first slot can be booked. The visitor
 * confirms the alert with an emailed link. The alert is deleted once the email is written, when the visitor withdraws it,
 * or after 24 months.
 */

type EmailContext = {
  sql: Sql
  config: Pick<Config, 'site_url' | 'production' | 'smtp_url' | 'limits'>
}

/**
 * Stores an unconfirmed alert and emails the link that confirms it. Does the same for a known address, so that neither the
 * answer nor its timing shows which addresses are known. The earlier link of a known address stops working.
 */
export async function storeOpeningAlert(
  { sql, config }: EmailContext,
  vineyard: { id: string; name: string },
  email: string,
  now: Date,
): ReturnType<typeof takeAttempts> {
  const allowed = await takeAttempts(sql, mailboxLimit(config.limits, 'opening_alert', email), now)
  if (!allowed.ok) return allowed
  const token = makeToken()
  const link = `${config.site_url}/opening-alert/${token}`
  const minutes = linkLifetimes.opening_alert_link
  await inTransaction(sql, async (transaction) => {
    await transaction`
      insert into opening_alerts (vineyard_id, email, token_hash, created_at)
      values (${vineyard.id}, ${email}, ${hashToken(token)}, ${now})
      on conflict (vineyard_id, lower(email)) do update set
        token_hash = excluded.token_hash, created_at = excluded.created_at`
    const payload = { vineyard_name: vineyard.name, days: minutes / 1440, link }
    const deliver_by = new Date(now.getTime() + minutes * 60_000)
    await queueEmail(
      transaction,
      { email_type: 'opening_alert_link', to_address: email, payload, deliver_by },
      now,
    )
  })
  printLink(config, link)
  return ok(undefined)
}

/** An alert as its owner sees it through the link */
export type OwnOpeningAlert = { vineyard_id: string; vineyard_name: string; is_confirmed: boolean }

/** Returns the alert of a link. Undefined if the link is wrong, too old or replaced, or if the alert was used or withdrawn. */
export async function findOpeningAlert(
  sql: Queryable,
  token: string,
  now: Date,
): Promise<OwnOpeningAlert | undefined> {
  if (!isToken(token)) return undefined
  const [alert] = await sql<OwnOpeningAlert[]>`
    select a.vineyard_id, v.name as vineyard_name, a.confirmed_at is not null as is_confirmed
    from opening_alerts a join vineyards v on v.id = a.vineyard_id
    where a.token_hash = ${hashToken(token)} and is_opening_alert_valid(a.created_at, a.confirmed_at, ${now})`
  return alert
}

/** Confirms the alert of a link. Confirming it again has no effect. Returns false if the link is not valid. */
export async function confirmOpeningAlert(sql: Queryable, token: string, now: Date): Promise<boolean> {
  if (!isToken(token)) return false
  const confirmed = await sql`
    update opening_alerts set confirmed_at = coalesce(confirmed_at, ${now})
    where token_hash = ${hashToken(token)} and is_opening_alert_valid(created_at, confirmed_at, ${now})
    returning id`
  return confirmed.length > 0
}

/** Deletes the alert of a link. Returns false if there is no such alert. */
export async function withdrawOpeningAlert(sql: Queryable, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  const withdrawn = await sql`delete from opening_alerts where token_hash = ${hashToken(token)} returning id`
  return withdrawn.length > 0
}

/** Returns how many confirmed addresses wait for a vineyard. */
export async function countOpeningAlerts(sql: Queryable, vineyard_id: string): Promise<number> {
  const [{ waiting }] = await sql<[{ waiting: number }]>`
    select count(*)::int as waiting from opening_alerts
    where vineyard_id = ${vineyard_id} and confirmed_at is not null`
  return waiting
}

/** Writes the emails of the alerts for vineyards that can now be booked, and deletes these alerts. Returns how many it wrote. */
export async function sendOpeningAlerts(sql: Queryable, now: Date): Promise<number> {
  const [{ sent }] = await sql<[{ sent: number }]>`select send_opening_alerts(${now}) as sent`
  return sent
}

export const awaitedListing = listing(['-waiting', 'name'], { vineyard_id: id.optional() })

/** A vineyard that visitors wait for, without their addresses. */
export const awaitedShape = z
  .object({
    id: id.meta({ description: 'The vineyard.' }),
    name: z.string(),
    waiting: z.int().meta({ description: 'The number of confirmed email addresses.' }),
    newest_at: instant,
  })
  .meta({ id: 'AwaitedVineyard' })

export type AwaitedVineyard = RowOf<typeof awaitedShape>

/** Returns one page of the vineyards that visitors wait for, and the number of such vineyards on all pages. */
export function pageOfAwaited(
  sql: Queryable,
  { vineyard_id, ...query }: z.output<typeof awaitedListing>,
): Promise<Page<AwaitedVineyard>> {
  return readListPage(
    sql,
    query,
    sql`
      select v.id, v.name::text as name, count(*)::int as waiting, max(a.confirmed_at) as newest_at
      from opening_alerts a join vineyards v on v.id = a.vineyard_id
      where a.confirmed_at is not null
        and ${vineyard_id === undefined ? sql`true` : sql`a.vineyard_id = ${vineyard_id}`}
      group by v.id`,
  )
}

import { queueEmail } from '../emails/queue-email.server.ts'
import type { Config } from '../platform/config.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import { linkLifetimes } from './link-lifetimes.ts'
import { hashToken, makeToken } from './token.server.ts'

type Kind = keyof typeof linkLifetimes

/** Whom a link is for, and so what it opens. */
type Whom =
  | { purpose: 'visitor'; email: string }
  | { purpose: 'winemaker'; winemaker_id: string }
  | { purpose: 'admin'; admin_id: string }
  | { purpose: 'claim'; claim_id: string }

/** The page that waits for a press and then uses the link up. */
const pages: Record<Whom['purpose'], string> = {
  visitor: 'sign-in',
  winemaker: 'set-password',
  admin: 'set-password',
  claim: 'claim',
}

type EmailContext = { sql: Queryable; config: Pick<Config, 'site_url' | 'production' | 'smtp_url'>; log: Log }

/**
 * Makes a link that works once. Only its hash is kept. The token stands behind the #, which no server, log or other site
 * ever sees.
 */
export async function makeLink(
  { sql, config }: Pick<EmailContext, 'sql'> & { config: Pick<Config, 'site_url'> },
  kind: Kind,
  whom: Whom,
  now: Date,
): Promise<{ link: string; expires_at: Date }> {
  const token = makeToken()
  const expires_at = new Date(now.getTime() + linkLifetimes[kind] * 60_000)
  await sql`insert into one_time_links ${sql({ token_hash: hashToken(token), ...whom, created_at: now, expires_at })}`
  return { link: `${config.site_url}/${pages[whom.purpose]}#${token}`, expires_at }
}

/** Makes a link and mails it. Without SMTP it is read in the mail log, and outside production in the server's output. */
export async function mailLink(
  office: EmailContext,
  kind: Kind,
  whom: Whom,
  { to, ...says }: { to: string; [fact: string]: string },
  now: Date,
): Promise<void> {
  const { link, expires_at } = await makeLink(office, kind, whom, now)
  const minutes = linkLifetimes[kind]
  const lasts: Record<string, number> = minutes % 1440 === 0 ? { days: minutes / 1440 } : { minutes }
  await queueEmail(
    office.sql,
    { email_type: kind, to_address: to, payload: { ...says, ...lasts, link }, deliver_by: expires_at },
    now,
  )
  const { production, smtp_url } = office.config
  if (!production && !smtp_url)
    office.log.info({ to, link }, 'No mail is sent without SMTP_URL; its link is this')
}

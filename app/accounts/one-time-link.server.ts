import { setTimeout } from 'node:timers/promises'

import { queueEmail } from '../emails/queue-email.server.ts'
import type { Config } from '../platform/config.server.ts'
import type { Queryable, Sql } from '../platform/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import { linkLifetimes } from './link-lifetimes.ts'
import { hashToken, makeToken, isToken } from './session.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { giveAttemptBack, takeAttempts } from './attempt-limit.server.ts'
import { type Caller, rememberCaller } from './known-caller.server.ts'
import { readNewPassword } from './password.ts'
import { hashPassword } from './password.server.ts'
import { accountSubject, linkLimits } from '../staff-client/sign-in.ts'

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

/** In milliseconds; writing a link takes far less, so that nobody reads from the time whether there was one to write. */
const always = 150

/**
 * Sends a link for a new password to whoever has an account under that address, as a winemaker, an admin or both. The
 * answer is the same, and takes as long, where nobody has.
 */
export async function sendPasswordLinks(
  { sql, config, log }: { sql: Sql; config: Config; log: Log },
  { email, address }: { email: string; address: string },
  now: Date,
): Promise<Result<void, { wait_seconds: number }>> {
  const allowed = await takeAttempts(sql, linkLimits(config.limits, 'password', email, address), now)
  if (!allowed.ok) return allowed
  const write = sql.begin(async (transaction) => {
    const accounts = await transaction<
      { purpose: 'winemaker' | 'admin'; id: string; name: string; email: string }[]
    >`
      select 'winemaker' as purpose, id, name, email from winemakers where lower(email) = lower(${email}) and is_active
      union all
      select 'admin', id, name, email from admins where lower(email) = lower(${email}) and is_active`
    for (const { purpose, id, name, email: to } of accounts) {
      const whom = purpose === 'winemaker' ? { purpose, winemaker_id: id } : { purpose, admin_id: id }
      await mailLink({ sql: transaction, config, log }, 'password_reset', whom, { to, name }, now)
    }
  })
  await Promise.all([write, setTimeout(always)])
  return ok(undefined)
}

type NewPasswordRefusal = { kind: 'password'; message: string } | { kind: 'link' } | { kind: 'busy' }

/**
 * Sets the password that a link was sent for. The link is used up only where the password was taken. Whoever uses it has
 * proved who they are: their browser and address are known from then on, and earlier attempts no longer count.
 */
export async function setPasswordByLink(
  sql: Sql,
  { token, password, ...caller }: { token: string; password: string } & Caller,
  now: Date,
): Promise<Result<{ door: 'winemaker' | 'admin'; email: string }, NewPasswordRefusal>> {
  const read = readNewPassword(password)
  if (!read.ok) return refused({ kind: 'password', message: read.problem })
  if (!isToken(token) || !(await isOpen(sql, token, now))) return refused({ kind: 'link' })
  const hashed = await hashPassword(read.value)
  if (!hashed.ok) return refused({ kind: 'busy' })
  const [set] = await sql<{ door: 'winemaker' | 'admin'; email: string }[]>`
    select * from set_password_by_link(${hashToken(token)}, ${hashed.value}, ${now})`
  if (!set) return refused({ kind: 'link' })
  await giveAttemptBack(sql, accountSubject(set.door, set.email), { all: true })
  await rememberCaller(sql, set.door, set.email, caller, now)
  return ok(set)
}

/** A hash is too dear to be made for anybody who sends a link that never was. */
async function isOpen(sql: Sql, token: string, now: Date): Promise<boolean> {
  const found = await sql`
    select from one_time_links
    where token_hash = ${hashToken(token)} and used_at is null and expires_at > ${now} and purpose in ('winemaker', 'admin')`
  return found.length > 0
}

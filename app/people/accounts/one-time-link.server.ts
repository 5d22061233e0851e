import { setTimeout } from 'node:timers/promises'

import { printLink, queueEmail } from '../../mail/queue-email.server.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { logProof } from '../../platform/security-events.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { linkLifetimes } from './link-lifetimes.ts'
import { hashToken, makeToken, isToken } from '../sign-in/session.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { inTransaction, retrying } from '../../platform/database/retry.server.ts'
import { giveAttemptBack, takeAttempts } from '../sign-in/attempt-limit.server.ts'
import { type Caller, rememberCaller } from '../sign-in/known-caller.server.ts'
import { checkNewPassword, hashPassword, ownWordsOf } from './password.server.ts'
import { accountSubject, linkLimits } from '../sign-in/sign-in-limits.ts'

type Kind = keyof typeof linkLifetimes

/** The address, the account or the claim that a link is for. `purpose` decides what the link can do. */
type Recipient =
  | { purpose: 'visitor'; email: string }
  | { purpose: 'winemaker'; winemaker_id: string }
  | { purpose: 'admin'; admin_id: string }
  | { purpose: 'claim'; claim_id: string }

/**
 * The part of a link's address before the token. A token after `#` is never sent to a server, so no log contains it. The token
 * of a claim may be logged, because it only confirms an address. Opening a link does not use it up: its page asks first.
 */
const pages: Record<Recipient['purpose'], string> = {
  // `?link` tells the server, which never sees the token, that a link opened the page.
  visitor: 'sign-in?link#',
  winemaker: 'set-password#',
  admin: 'set-password#',
  claim: 'claim/',
}

type EmailContext = { sql: Queryable; config: Pick<Config, 'site_url' | 'production' | 'smtp_url'> }

/** Makes a one-time link. The database stores only the hash of its token. */
export async function makeLink(
  { sql, config }: Pick<EmailContext, 'sql'> & { config: Pick<Config, 'site_url'> },
  kind: Kind,
  recipient: Recipient,
  now: Date,
): Promise<{ link: string; expires_at: Date }> {
  const token = makeToken()
  const expires_at = new Date(now.getTime() + linkLifetimes[kind] * 60_000)
  await sql`insert into one_time_links ${sql({ token_hash: hashToken(token), ...recipient, created_at: now, expires_at })}`
  return { link: `${config.site_url}/${pages[recipient.purpose]}${token}`, expires_at }
}

/**
 * Makes a link and emails it. Without SMTP, the link is only in the email log; outside production, the server prints it too.
 */
export async function mailLink(
  context: EmailContext,
  kind: Kind,
  recipient: Recipient,
  email: { to: string; [fact: string]: string },
  now: Date,
): Promise<void> {
  await emailLink(context, kind, await makeLink(context, kind, recipient, now), email, now)
}

/** Emails a link and its lifetime. Also prints the link where `printLink` allows it. */
export async function emailLink(
  context: EmailContext,
  kind: Kind,
  { link, expires_at }: { link: string; expires_at: Date },
  { to, ...payload }: { to: string; [fact: string]: string },
  now: Date,
): Promise<void> {
  const minutes = linkLifetimes[kind]
  const lasts: Record<string, number> = minutes % 1440 === 0 ? { days: minutes / 1440 } : { minutes }
  await queueEmail(
    context.sql,
    { email_type: kind, to_address: to, payload: { ...payload, ...lasts, link }, deliver_by: expires_at },
    now,
  )
  printLink(context.config, link)
}

/**
 * The milliseconds that every answer takes, so that the time does not reveal whether there is an account. Making a link takes
 * less time.
 */
const constantTimeMs = 150

/**
 * Emails a password link to each account with this address. Without an account, the answer and its timing are the same.
 */
export async function sendPasswordLinks(
  { sql, config }: { sql: Sql; config: Config },
  { email, address }: { email: string; address: string },
  now: Date,
): ReturnType<typeof takeAttempts> {
  const allowed = await takeAttempts(sql, linkLimits(config.limits, 'password', email, address), now)
  if (!allowed.ok) return allowed
  const write = inTransaction(sql, async (transaction) => {
    const accounts = await transaction<
      { purpose: 'winemaker' | 'admin'; id: string; name: string; email: string }[]
    >`
      select 'winemaker' as purpose, id, name, email from winemakers where lower(email) = lower(${email}) and is_active and removed_at is null
      union all
      select 'admin', id, name, email from admins where lower(email) = lower(${email}) and is_active`
    for (const { purpose, id, name, email: to } of accounts) {
      const recipient = purpose === 'winemaker' ? { purpose, winemaker_id: id } : { purpose, admin_id: id }
      await mailLink({ sql: transaction, config }, 'password_reset', recipient, { to, name }, now)
    }
  })
  await Promise.all([write, setTimeout(constantTimeMs)])
  return ok(undefined)
}

type NewPasswordRefusal = { kind: 'password'; message: string } | { kind: 'link' } | { kind: 'busy' }

type PasswordSet = { door: 'winemaker' | 'admin'; email: string }

/**
 * Sets a password by an emailed link, and logs it. A refused password does not use up the link. After a success, the `caller`
 * counts as known, and earlier attempts to sign in are forgotten.
 */
export async function setPasswordByLink(
  { sql, log }: { sql: Sql; log: Log },
  proof: { token: string; password: string },
  caller: Caller | null,
  now: Date,
): Promise<Result<PasswordSet, NewPasswordRefusal>> {
  const set = await usePasswordLink(sql, proof, now)
  if (set.ok && caller) await rememberCaller(sql, set.value.door, set.value.email, caller, now)
  if (set.ok || set.problem.kind === 'link')
    logProof(log, 'password_set', {
      actor: set.ok ? set.value.door : 'nobody',
      with: ['link'],
      outcome: set.ok ? 'succeeded' : 'wrong',
    })
  return set
}

async function usePasswordLink(
  sql: Sql,
  { token, password }: { token: string; password: string },
  now: Date,
): Promise<Result<PasswordSet, NewPasswordRefusal>> {
  // The account is read before the password is hashed, because hashing is too expensive to do for unknown links.
  const account = await findLink(sql, token, now)
  if (!account || account.purpose === 'claim') return refused({ kind: 'link' })
  const read = await checkNewPassword(password, await ownWordsOf(sql, account.purpose, account.id))
  if (!read.ok) return read
  const hashed = await hashPassword(read.value)
  if (!hashed.ok) return refused({ kind: 'busy' })
  const { name, had_password } = account
  // The same statement writes an email to the owner, unless this is the account's first password.
  const [set] = await retrying(
    sql,
    (sql) => sql<PasswordSet[]>`
      with done as (select * from set_password_by_link(${hashToken(token)}, ${hashed.value}, ${now})),
        told as (
          insert into emails (email_type, to_address, payload, created_at)
          select 'password_changed', email, ${sql.json({ name })}, ${now} from done where ${had_password}
        )
      select door, email from done`,
  )
  if (!set) return refused({ kind: 'link' })
  await giveAttemptBack(sql, accountSubject(set.door, set.email), { all: true })
  return ok(set)
}

/** Returns the token in a password link. It is enough if somebody has copied only the end of the link from an email. */
export function tokenIn(link: string): string {
  return link.trim().split('#').at(-1) ?? ''
}

/** The person whose password a link sets, or whose claim it confirms. Only the link's page shows the name. */
export type LinkHolder = { name: string; vineyard_name: string | null }

/**
 * Returns the person whom a link is for, without using up the link. Returns undefined for sign-in links and for links
 * that no longer work.
 */
export async function findLinkHolder(sql: Sql, token: string, now: Date): Promise<LinkHolder | undefined> {
  const found = await findLink(sql, token, now)
  return found && { name: found.name, vineyard_name: found.vineyard_name }
}

type FoundLink = LinkHolder & {
  purpose: 'winemaker' | 'admin' | 'claim'
  id: string
  had_password: boolean
}

async function findLink(sql: Sql, token: string, now: Date): Promise<FoundLink | undefined> {
  if (!isToken(token)) return undefined
  const [found] = await sql<FoundLink[]>`
    select l.purpose, coalesce(w.id, a.id, c.id) as id, coalesce(w.name, a.name, c.name) as name,
      coalesce(v.name, c.vineyard_name) as vineyard_name,
      coalesce(w.password_hash, a.password_hash) is not null as had_password
    from one_time_links l
      left join winemakers w on w.id = l.winemaker_id left join admins a on a.id = l.admin_id
      left join vineyard_claims c on c.id = l.claim_id
      left join vineyards v on v.id = coalesce(w.vineyard_id, c.vineyard_id)
    where l.token_hash = ${hashToken(token)} and l.used_at is null and l.expires_at > ${now}
      and l.purpose in ('winemaker', 'admin', 'claim')`
  return found
}

import type { Config } from '../platform/config.server.ts'
import type { Sql } from '../platform/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { takeAttempts } from '../accounts/attempt-limit.server.ts'
import { mailLink } from '../accounts/one-time-link.server.ts'
import { mailboxLimit } from '../staff-client/sign-in.ts'
import { hashToken, isToken } from '../accounts/session.server.ts'
import type { Claim } from './claim.ts'

type EmailContext = { sql: Sql; config: Config; log: Log }

/**
 * Keeps a claim, and mails the link by which whoever made it shows that the address is theirs; until then nobody looks at
 * it. The same form with the same words is kept once, however often it is sent; with other words or for another vineyard
 * it is another claim.
 */
export async function keepClaim(
  { sql, config, log }: EmailContext,
  vineyard: { id: string; name: string },
  { form_key, ...claim }: Claim,
  now: Date,
): Promise<Result<void, { wait_seconds: number }>> {
  const allowed = await takeAttempts(sql, mailboxLimit(config.limits, 'claim', claim.email), now)
  if (!allowed.ok) return allowed
  const { name, email, role, message } = claim
  await sql.begin(async (transaction) => {
    const [kept] = await transaction<{ id: string }[]>`
      insert into vineyard_claims (vineyard_id, name, email, role, message, state, form_key, created_at)
      values (
        ${vineyard.id}, ${name}, ${email}, ${role}, ${message}, 'unproven',
        md5(concat_ws(e'\\x1f', ${form_key}::text, ${vineyard.id}::text, ${name}::text, ${email}::text, ${role}::text, ${message}::text))::uuid,
        ${now}
      )
      on conflict (form_key) do nothing
      returning id`
    if (!kept) return
    await mailLink(
      { sql: transaction, config, log },
      'claim_link',
      { purpose: 'claim', claim_id: kept.id },
      { to: email, name, vineyard_name: vineyard.name },
      now,
    )
  })
  return ok(undefined)
}

export type ProvedClaim = { vineyard_id: string; vineyard_name: string }

/** Takes the link: the claim's address is its owner's, and the claim is looked at from now on. */
export async function proveClaim(sql: Sql, token: string, now: Date): Promise<Result<ProvedClaim, 'link'>> {
  if (!isToken(token)) return refused('link')
  const [proved] = await sql<ProvedClaim[]>`select * from verify_claim(${hashToken(token)}, ${now})`
  return proved ? ok(proved) : refused('link')
}

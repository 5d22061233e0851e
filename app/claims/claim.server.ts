import type { Config } from '../platform/config.server.ts'
import type { Sql, Queryable, Transaction } from '../platform/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { takeAttempts } from '../accounts/attempt-limit.server.ts'
import { mailLink } from '../accounts/one-time-link.server.ts'
import { mailboxLimit } from '../staff-client/sign-in.ts'
import { hashToken, isToken } from '../accounts/session.server.ts'
import type { Claim } from './claim.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import { type Noun, addRow, changeRow, type ColumnValues } from '../accounts/staff-edit.server.ts'
import { queueEmail } from '../emails/queue-email.server.ts'
import type { AdminActor } from '../accounts/actor.ts'
import { winemakerNoun } from '../winemakers/winemaker.server.ts'

type EmailContext = { sql: Sql; config: Config; log: Log }

/**
 * Stores a claim and emails a link that confirms the address. The same form with the same text is stored once; a
 * different text or vineyard makes another claim.
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

/** Confirms the email address of a claim by its link, so that admins see the claim. */
export async function proveClaim(sql: Sql, token: string, now: Date): Promise<Result<ProvedClaim, 'link'>> {
  if (!isToken(token)) return refused('link')
  const [proved] = await sql<ProvedClaim[]>`select * from verify_claim(${hashToken(token)}, ${now})`
  return proved ? ok(proved) : refused('link')
}

const claimNoun: Noun = { table: 'vineyard_claims', noun: 'vineyard_claim', of_vineyard: null }

/** A claim as admins read it. */
type ClaimRow = {
  id: string
  vineyard_id: string
  name: string
  email: string
  role: string
  message: string
  /** `unproven` until the claimant confirms the email address. */
  state: 'unproven' | 'new' | 'approved' | 'refused'
  refusal: string | null
  decided_at: Date | null
  decided_by: string | null
  created_at: Date
  vineyard_name: string
  /** Evidence for the decision. */
  vineyard_website: string | null
  vineyard_email: string | null
  version: string
}

const claims = (sql: Queryable) => sql`
  select
    c.id, c.vineyard_id, c.name, c.email, c.role, c.message, c.state, c.refusal, c.decided_at,
    (select a.name from admins a where a.id = c.decided_by) as decided_by, c.created_at, v.name as vineyard_name,
    v.website as vineyard_website, v.email as vineyard_email,
    version_of(to_jsonb(c)) as version
  from vineyard_claims c join vineyards v on v.id = c.vineyard_id`

/** One page of claims for admins, without unproven ones unless `state` is `unproven`. */
export async function pageOfClaims(
  sql: Queryable,
  {
    state,
    vineyard_id,
    ...listQuery
  }: Listing & { state?: string | undefined; vineyard_id?: string | undefined },
): Promise<Page<ClaimRow>> {
  // Sorts on a few columns and reads the rest for one page only.
  const { items: found, ...page } = await readListPage<{ id: string }>(
    sql,
    listQuery,
    sql`
      select c.id, c.name, c.state, c.created_at from vineyard_claims c
      where ${state === undefined ? sql`c.state <> 'unproven'` : sql`c.state = ${state}`}
        and ${vineyard_id === undefined ? sql`true` : sql`c.vineyard_id = ${vineyard_id}`}`,
    { indexed: ['created_at'], newest: 'created_at', never_null: ['created_at'] },
  )
  const items = await sql<ClaimRow[]>`
    ${claims(sql)} join unnest(${found.map(({ id }) => id)}::uuid[]) with ordinality as asked (id, place) on asked.id = c.id
    order by asked.place`
  return { ...page, items: [...items] }
}

export async function findClaim(sql: Queryable, id: string): Promise<ClaimRow | undefined> {
  const [claim] = await sql<ClaimRow[]>`${claims(sql)} where c.id = ${id}`
  return claim
}

/** A visible vineyard, and whether it is verified already. */
export async function findClaimable(
  sql: Queryable,
  id: string,
): Promise<{ id: string; name: string; is_verified: boolean } | undefined> {
  const [vineyard] = await sql<{ id: string; name: string; is_verified: boolean }[]>`
    select id, name, is_verified from vineyards where id = ${id} and is_visible`
  return vineyard
}

/** `unproven`: the email address is not confirmed; `taken`: it belongs to an account of another vineyard. */
export type DecisionProblem = 'absent' | 'stale' | 'unproven' | 'decided' | 'taken'
type Decided = Result<undefined, DecisionProblem>

type Decision = { by: AdminActor; seen: string | null }
type DecidedClaim = {
  name: string
  email: string
  role: string
  state: string
  vineyard_id: string
  vineyard_name: string
}

const vineyardNoun: Noun = { table: 'vineyards', noun: 'vineyard', of_vineyard: 'id' }

/** Approves a claim: verifies the vineyard, makes an account and emails a link to set its password, all or nothing. */
export async function approveClaim(
  { sql, ...context }: EmailContext,
  id: string,
  decision: Decision,
  now: Date,
): Promise<Decided> {
  return decide(
    sql,
    id,
    ['new', 'refused'],
    { state: 'approved', refusal: null },
    decision,
    now,
    async (transaction, claim) => {
      const { name, email, role, vineyard_id, vineyard_name } = claim
      const staff = { by: decision.by, seen: null }
      await changeRow(transaction, vineyardNoun, vineyard_id, { is_verified: true }, staff, now)
      const [there] = await transaction<{ vineyard_id: string }[]>`
      select vineyard_id from winemakers where lower(email) = lower(${email})`
      if (there) return there.vineyard_id === vineyard_id ? ok(undefined) : refused('taken')
      const made = await addRow(
        transaction,
        winemakerNoun,
        { vineyard_id, name, email, position: role },
        staff,
        now,
      )
      // A concurrent request created an account with that address.
      if (!made.ok) return refused('taken')
      await mailLink(
        { sql: transaction, ...context },
        'claim_approved',
        { purpose: 'winemaker', winemaker_id: made.value.id },
        { to: email, name, vineyard_name },
        now,
      )
      return ok(undefined)
    },
  )
}

/** Refuses a claim and emails the reason. */
export async function refuseClaim(
  { sql }: EmailContext,
  id: string,
  reason: string,
  decision: Decision,
  now: Date,
): Promise<Decided> {
  const changes = { state: 'refused', refusal: reason }
  return decide(
    sql,
    id,
    ['new'],
    changes,
    decision,
    now,
    async (transaction, { name, email, vineyard_name }) => {
      const payload = { name, vineyard_name, reason }
      await queueEmail(transaction, { email_type: 'claim_refused', to_address: email, payload }, now)
      return ok(undefined)
    },
  )
}

/** Reopens a refused claim without an email. */
export async function reopenClaim(
  { sql }: EmailContext,
  id: string,
  decision: Decision,
  now: Date,
): Promise<Decided> {
  const changes = { state: 'new', refusal: null }
  return decide(sql, id, ['refused'], changes, decision, now, async () => ok(undefined))
}

/** Locks the claim, so that the second of two decisions waits and is refused. A refusal by `follow` rolls back. */
async function decide(
  sql: Sql,
  id: string,
  from: string[],
  changes: ColumnValues,
  { by, seen }: Decision,
  now: Date,
  follow: (transaction: Transaction, claim: DecidedClaim) => Promise<Decided>,
): Promise<Decided> {
  class RolledBack extends Error {}
  let outcome: Decided = ok(undefined)
  const work = sql.begin(async (transaction) => {
    const [claim] = await transaction<DecidedClaim[]>`
      select c.name, c.email, c.role, c.state, c.vineyard_id, v.name as vineyard_name
      from vineyard_claims c join vineyards v on v.id = c.vineyard_id
      where c.id = ${id}
      for update of c`
    if (!claim) outcome = refused('absent')
    else if (claim.state === 'unproven') outcome = refused('unproven')
    else if (!from.includes(claim.state)) outcome = refused('decided')
    else {
      const is_open = changes.state === 'new'
      const columns = {
        ...changes,
        decided_by: is_open ? null : by.actor_id,
        decided_at: is_open ? null : now.toISOString(),
      }
      const changed = await changeRow(transaction, claimNoun, id, columns, { by, seen }, now)
      outcome = changed.ok ? await follow(transaction, claim) : refused('stale')
    }
    if (!outcome.ok) throw new RolledBack()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return outcome
}

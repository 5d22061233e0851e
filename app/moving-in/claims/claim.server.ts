import type { Config } from '../../platform/config.server.ts'
import type { Sql, Queryable, Transaction } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { takeAttempts } from '../../people/sign-in/attempt-limit.server.ts'
import { mailLink } from '../../people/accounts/one-time-link.server.ts'
import { mailboxLimit } from '../../people/sign-in/sign-in-limits.ts'
import { hashToken, isToken } from '../../people/sign-in/session.server.ts'
import type { Claim, newVineyardFields } from './claim.ts'
import { type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import { type Noun, addRow, changeRow } from '../../people/accounts/staff-edit.server.ts'
import { queueEmail } from '../../mail/queue-email.server.ts'
import type { AdminActor } from '../../people/sign-in/actor.ts'
import { replaceOpenInvitation, winemakerNoun } from '../../people/team/winemaker.server.ts'
import { readPostcode } from '../../catalogue/locations/postcode.ts'
import { vineyardNoun } from '../../catalogue/vineyards/vineyard.server.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { claimShape } from './claim.shapes.ts'

type EmailContext = { sql: Sql; config: Config }

/** A listed vineyard, or what the claimant says about a vineyard that is not listed yet. */
type ClaimedVineyard =
  | { id: string; name: string }
  | { id: null; name: string; location: string; website: string | null }

/** Returns what a claim says about a vineyard that is not listed yet. */
export function newVineyard(
  claim: Partial<Record<keyof typeof newVineyardFields, string | null | undefined>>,
): ClaimedVineyard {
  const { vineyard_name, vineyard_location, vineyard_website } = claim
  return {
    id: null,
    name: vineyard_name ?? '',
    location: vineyard_location ?? '',
    website: vineyard_website || null,
  }
}

/**
 * Stores a claim and emails a link that confirms the address. The same form with the same text is stored once. A
 * different text or vineyard makes another claim.
 */
export async function storeClaim(
  { sql, config }: EmailContext,
  vineyard: ClaimedVineyard,
  { form_key, ...claim }: Claim,
  now: Date,
): Promise<Awaited<ReturnType<typeof takeAttempts>>> {
  const allowed = await takeAttempts(sql, mailboxLimit(config.limits, 'claim', claim.email), now)
  if (!allowed.ok) return allowed
  const { name, email, role, message } = claim
  const added = vineyard.id === null ? vineyard : { name: null, location: null, website: null }
  await inTransaction(sql, async (transaction) => {
    const [stored] = await transaction<{ id: string }[]>`
      insert into vineyard_claims (
        vineyard_id, vineyard_name, vineyard_location, vineyard_website, name, email, role, message, state, form_key, created_at
      )
      values (
        ${vineyard.id}, ${added.name}, ${added.location}, ${added.website}, ${name}, ${email}, ${role}, ${message}, 'unproven',
        md5(concat_ws(e'\\x1f', ${form_key}::text, ${vineyard.id ?? JSON.stringify(vineyard)}::text, ${name}::text, ${email}::text, ${role}::text, ${message}::text))::uuid,
        ${now}
      )
      on conflict (form_key) do nothing
      returning id`
    if (!stored) return
    await mailLink(
      { sql: transaction, config },
      'claim_link',
      { purpose: 'claim', claim_id: stored.id },
      { to: email, name, vineyard_name: vineyard.name },
      now,
    )
  })
  return ok(undefined)
}

/** A claim whose email address is confirmed. `vineyard_id` is null for a vineyard that is not listed yet. */
export type ProvedClaim = { vineyard_id: string | null; vineyard_name: string }

/** Confirms the email address of a claim by its link. From then on, admins see the claim. */
export async function proveClaim(sql: Sql, token: string, now: Date): Promise<Result<ProvedClaim, 'link'>> {
  if (!isToken(token)) return refused('link')
  const [proved] = await sql<ProvedClaim[]>`select * from verify_claim(${hashToken(token)}, ${now})`
  return proved ? ok(proved) : refused('link')
}

const claimNoun: Noun = { table: 'vineyard_claims', noun: 'vineyard_claim', of_vineyard: null }

type ClaimRow = RowOf<typeof claimShape>

const claims = (sql: Queryable) => sql`
  select
    c.id, c.vineyard_id, c.name, c.email, c.role, c.message, c.state, c.refusal, c.decided_at,
    (select a.name from admins a where a.id = c.decided_by) as decided_by, c.created_at,
    coalesce(v.name, c.vineyard_name) as vineyard_name, c.vineyard_location,
    coalesce(v.website, c.vineyard_website) as vineyard_website, v.email as vineyard_email,
    version_of(to_jsonb(c)) as version
  from vineyard_claims c left join vineyards v on v.id = c.vineyard_id`

/** Returns one page of claims for admins. Unconfirmed claims are left out unless `state` is `unproven`. */
export async function pageOfClaims(
  sql: Queryable,
  {
    state,
    vineyard_id,
    ...listQuery
  }: Listing & { state?: string | undefined; vineyard_id?: string | undefined },
): Promise<Page<ClaimRow>> {
  return readListPage(
    sql,
    listQuery,
    sql`
      ${claims(sql)}
      where ${state === undefined ? sql`c.state <> 'unproven'` : sql`c.state = ${state}`}
        and ${vineyard_id === undefined ? sql`true` : sql`c.vineyard_id = ${vineyard_id}`}`,
  )
}

export async function findClaim(sql: Queryable, id: string): Promise<ClaimRow | undefined> {
  const [claim] = await sql<ClaimRow[]>`${claims(sql)} where c.id = ${id}`
  return claim
}

/** Returns a visible vineyard, and whether it is already verified. */
export async function findClaimable(sql: Queryable, id: string) {
  const [vineyard] = await sql<[{ id: string; name: string; is_verified: boolean }?]>`
    select id, name, is_verified from vineyards where id = ${id} and is_visible`
  return vineyard
}

/** A decision that approves, refuses or reopens a claim. */
export type ClaimDecision = { state: 'approved' | 'new' } | { state: 'refused'; refusal: string }

/** The states of a claim in which each decision is possible. */
const possibleIn: Record<ClaimDecision['state'], string[]> = {
  approved: ['new', 'refused'],
  refused: ['new'],
  new: ['refused'],
}

/**
 * Why a claim was not decided. `unproven`: its address is unconfirmed. `taken`: its address has an account elsewhere.
 */
export type DecisionProblem = 'absent' | 'stale' | 'unproven' | 'decided' | 'taken'

/** Thrown to roll the transaction back if the claimant's address has an account at another vineyard. */
class AddressTaken extends Error {}

/**
 * Decides on a claim and writes the email of the decision, in one transaction. An approval adds a vineyard that is not
 * listed yet. Reopening sends no email. The claim is locked, so that the second of two decisions sees the first.
 */
export async function decideClaim(
  { sql, ...context }: EmailContext,
  id: string,
  decision: ClaimDecision,
  { by, seen }: { by: AdminActor; seen: string | null },
  now: Date,
): Promise<Result<undefined, DecisionProblem>> {
  const { state } = decision
  const reason = state === 'refused' ? decision.refusal : null
  try {
    return await inTransaction(sql, async (transaction): Promise<Result<undefined, DecisionProblem>> => {
      const [claim] = await transaction<ClaimRow[]>`${claims(transaction)} where c.id = ${id} for update of c`
      if (!claim) return refused('absent')
      if (claim.state === 'unproven') return refused('unproven')
      if (!possibleIn[state].includes(claim.state)) return refused('decided')
      const vineyard_id =
        claim.vineyard_id ??
        (state === 'approved' ? await addClaimedVineyard(transaction, claim, by, now) : null)
      const columns = {
        vineyard_id,
        state,
        refusal: reason,
        decided_by: state === 'new' ? null : by.actor_id,
        decided_at: state === 'new' ? null : now.toISOString(),
      }
      const changed = await changeRow(transaction, claimNoun, id, columns, { by, seen }, now)
      if (!changed.ok) {
        if (changed.problem.kind === 'refused')
          throw new Error(`A decision was refused: ${changed.problem.by}`)
        return refused(changed.problem.kind)
      }
      const { name, email, vineyard_name } = claim
      if (state === 'approved' && vineyard_id !== null)
        await makeManager({ sql: transaction, ...context }, { ...claim, vineyard_id }, by, now)
      if (state === 'refused')
        await queueEmail(
          transaction,
          { email_type: 'claim_refused', to_address: email, payload: { name, vineyard_name, reason } },
          now,
        )
      return ok(undefined)
    })
  } catch (error) {
    if (error instanceof AddressTaken) return refused('taken')
    throw error
  }
}

/** Adds the vineyard that a claim describes. The vineyard is hidden until its page is ready. Returns its id. */
async function addClaimedVineyard(
  sql: Transaction,
  { vineyard_name: name, vineyard_location: location, vineyard_website: website }: ClaimRow,
  by: AdminActor,
  now: Date,
): Promise<string> {
  const postcode = readPostcode(location ?? '')?.label ?? null
  const row = { name, postcode, city: postcode === null ? location : null, website, is_visible: false }
  const added = await addRow(sql, vineyardNoun, row, { by }, now)
  if (!added.ok) throw new Error(`A claimed vineyard was refused: ${added.problem.by}`)
  return added.value.id
}

/**
 * Verifies the vineyard, makes an account for the claimant and emails a link to set its password. A claimant
 * who already has an account at the vineyard becomes its owner, without an email.
 */
async function makeManager(
  context: Omit<EmailContext, 'sql'> & { sql: Transaction },
  { name, email, role, vineyard_id, vineyard_name }: ClaimRow & { vineyard_id: string },
  by: AdminActor,
  now: Date,
): Promise<void> {
  const { sql } = context
  await changeRow(sql, vineyardNoun, vineyard_id, { is_verified: true }, { by, seen: null }, now)
  await replaceOpenInvitation(sql, email, now)
  const [account] = await sql<{ id: string; vineyard_id: string }[]>`
    select id, vineyard_id from winemakers where lower(email) = lower(${email}) and removed_at is null`
  if (account?.vineyard_id === vineyard_id) {
    await changeRow(sql, winemakerNoun, account.id, { role: 'owner' }, { by, seen: null }, now)
    return
  }
  if (account) throw new AddressTaken()
  const made = await addRow(sql, winemakerNoun, { vineyard_id, name, email, position: role }, { by }, now)
  // A concurrent request has created an account with this address.
  if (!made.ok) throw new AddressTaken()
  await mailLink(
    context,
    'claim_approved',
    { purpose: 'winemaker', winemaker_id: made.value.id },
    { to: email, name, vineyard_name },
    now,
  )
}

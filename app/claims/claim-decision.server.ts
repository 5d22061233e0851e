import { queueEmail } from '../emails/queue-email.server.ts'
import type { Config } from '../platform/config.server.ts'
import type { Sql, Transaction } from '../platform/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { AdminActor } from '../accounts/actor.ts'
import { claimNoun } from './claim.server.ts'
import { mailLink } from '../accounts/one-time-link.server.ts'
import { addRow, changeRow, type ColumnValues, type Noun } from '../accounts/staff-edit.server.ts'
import { winemakerNoun } from '../winemakers/winemaker.server.ts'

/** `unproven`: the address is not shown to be the claimant's; `taken`: it signs in for another vineyard already. */
export type DecisionProblem = 'absent' | 'stale' | 'unproven' | 'decided' | 'taken'
type Decided = Result<undefined, DecisionProblem>

type EmailContext = { sql: Sql; config: Config; log: Log }
type Decision = { by: AdminActor; seen: string | null }
type Claim = {
  name: string
  email: string
  role: string
  state: string
  vineyard_id: string
  vineyard_name: string
}

const vineyardNoun: Noun = { table: 'vineyards', noun: 'vineyard', of_vineyard: 'id' }

/**
 * Puts the vineyard into the hands of whoever claims it: verified, with an account, and a letter whose link sets the
 * password. All of it or nothing.
 */
export async function approveClaim(
  { sql, ...office }: EmailContext,
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
      // Somebody else made an account with that address in this very moment.
      if (!made.ok) return refused('taken')
      await mailLink(
        { sql: transaction, ...office },
        'claim_approved',
        { purpose: 'winemaker', winemaker_id: made.value.id },
        { to: email, name, vineyard_name },
        now,
      )
      return ok(undefined)
    },
  )
}

/** Says no, and writes why. */
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

/** Takes a refusal back: the claim is new again. No letter says so. */
export async function reopenClaim(
  { sql }: EmailContext,
  id: string,
  decision: Decision,
  now: Date,
): Promise<Decided> {
  const changes = { state: 'new', refusal: null }
  return decide(sql, id, ['refused'], changes, decision, now, async () => ok(undefined))
}

/** Of two who decide at once the second waits, and is told. What `follow` refuses undoes all of it. */
async function decide(
  sql: Sql,
  id: string,
  from: string[],
  changes: ColumnValues,
  { by, seen }: Decision,
  now: Date,
  follow: (transaction: Transaction, claim: Claim) => Promise<Decided>,
): Promise<Decided> {
  class Undone extends Error {}
  let outcome: Decided = ok(undefined)
  const work = sql.begin(async (transaction) => {
    const [claim] = await transaction<Claim[]>`
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
    if (!outcome.ok) throw new Undone()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return outcome
}

import type { Context } from 'hono'

import type { ApiVariables } from '../../platform/app-dependencies.ts'
import { problem, refuseField } from '../../platform/http/problem.ts'
import { logProof } from '../../platform/security-events.server.ts'
import { accountSentences } from '../../staff-client/sign-in-sentences.ts'
import { hasJustSignedIn } from './account.server.ts'
import type { Person, StaffMember } from '../sign-in/actor.ts'
import { outcomeOf, refuseAttempt } from '../sign-in/attempt-limit.server.ts'
import { proveOwnPassword } from './password.server.ts'

export function logTwoStep<Env extends { Variables: ApiVariables }>(
  c: Context<Env>,
  by: StaffMember,
  proof: string[],
  is_right: boolean,
): void {
  const outcome = is_right ? 'succeeded' : 'wrong_code'
  logProof(c.var.log, 'two_step_changed', { actor: by.actor, with: proof, outcome, account: by.actor_id })
}

/** Returns the actor's name for the log. The database calls a visitor a guest. */
export const actorName = ({ actor }: Person) => (actor === 'guest' ? 'visitor' : actor)

/** Returns a refusal unless the password, or a visitor's recent sign-in, proves who the caller is. */
export async function refuseWithoutProof<Env extends { Variables: ApiVariables }>(
  c: Context<Env>,
  by: Person,
  current: string | undefined,
  password: string | undefined,
) {
  if (by.actor !== 'guest') return refuseWithoutPassword(c, by, password)
  const { sql, now } = c.var
  const isRecent = await hasJustSignedIn(sql, by, current, now())
  return isRecent ? undefined : problem(c, 403, accountSentences.sign_in_again)
}

/** Returns a refusal if the password is not the caller's own. */
export async function refuseWithoutPassword<Env extends { Variables: ApiVariables }>(
  c: Context<Env>,
  by: StaffMember,
  password: string | undefined,
) {
  if (!password) return refuseField(c, 'current_password', accountSentences.password_needed)
  const proved = await proveOwnPassword(c.var.sql, c.var.config, by, password, c.var.now())
  if (proved.ok) return undefined
  logProof(c.var.log, 'proof_refused', {
    actor: by.actor,
    with: ['password'],
    outcome: outcomeOf(proved),
    account: by.actor_id,
  })
  if (proved.problem.kind !== 'wrong') return refuseAttempt(c, proved.problem)
  return refuseField(c, 'current_password', accountSentences.wrong_password)
}

import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { type CorrectionProblem, mostCorrections } from './correct-email.ts'

/** Puts a mistyped address right: the booking's mail is sent once more, there, and the earlier address gets nothing further. */
export async function correctGuestEmail(
  sql: Queryable,
  id: string,
  email: string,
  now: Date,
): Promise<Result<undefined, Exclude<CorrectionProblem, 'unreadable'>>> {
  const [{ problem }] = await sql<[{ problem: Exclude<CorrectionProblem, 'unreadable'> | null }]>`
    select problem from correct_guest_email(${id}, ${email}, ${mostCorrections}, ${now})`
  return problem === null ? ok(undefined) : refused(problem)
}

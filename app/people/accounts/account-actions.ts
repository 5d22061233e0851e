import type { Result } from '../../platform/result.ts'
import { createClient } from '../../platform/api/client.ts'
import { type CallProblem, problemSentence, resultOf } from '../../staff-client/call.ts'
import { type Role, roles } from '../../staff-client/signed-in.ts'
import type { accountApi } from './account.api.ts'
import type { WantedMail } from './email-preferences.ts'

/** Returns the API client for the account signed in as `role`. */
export const accountOf = (role: Role) => createClient<typeof accountApi>('/api/account', roles[role].session)

/** The result of an action, for the part of the page that sent the action. */
export type AccountResult = {
  part: 'sessions' | 'password' | 'two_step' | 'mails'
  message?: string
  problem?: CallProblem
  fields?: Record<string, string>
  /** The id of the sign-in that the action should end, or 'others'. */
  session?: string
  /** The recovery codes, which are shown only once. */
  recovery_codes?: string[]
  offer?: { secret: string; address: string }
}

/** Runs the action named by the form's `intent`. */
export async function changeAccount(role: Role, form: FormData): Promise<AccountResult> {
  const account = accountOf(role)
  const text = (name: string) => String(form.get(name) ?? '')
  const current_password = text('current_password')
  const code = text('code')
  switch (form.get('intent')) {
    case 'end': {
      const id = text('id')
      const json = { ...(form.has('current_password') && { current_password }) }
      const ended = await resultOf(account.sessions[':id'].end.$post({ param: { id }, json }))
      return { ...resultFor('sessions', ended, `Signed out: ${text('browser')}.`), session: id }
    }
    case 'end_others': {
      const json = { ...(form.has('current_password') && { current_password }) }
      const ended = await resultOf(account.other_sessions.end.$post({ json }))
      return {
        ...resultFor('sessions', ended, 'All other browsers have been signed out.'),
        session: 'others',
      }
    }
    case 'password': {
      const json = { current_password, new_password: text('new_password') }
      const changed = await resultOf(account.password.$post({ json }))
      const message = 'Your password has been changed, and all other browsers have been signed out.'
      return resultFor('password', changed, message)
    }
    case 'mails': {
      const json = { wanted: form.getAll('wanted') as WantedMail[] }
      return resultFor('mails', await resultOf(account.mails.$put({ json })), 'Saved.')
    }
    case 'offer': {
      const offer = await resultOf(account.two_step.offer.$post({ json: { current_password } }))
      return { ...resultFor('two_step', offer), ...(offer.ok && { offer: offer.value }) }
    }
    case 'turn_on': {
      const on = await resultOf(account.two_step.$post({ json: { code } }))
      const offer = { secret: text('secret'), address: text('address') }
      return {
        ...resultFor('two_step', on, 'Two-step sign-in is on, and all other browsers have been signed out.'),
        ...(on.ok ? on.value : { offer }),
      }
    }
    default: {
      const off = await resultOf(account.two_step.end.$post({ json: { current_password, code } }))
      return resultFor(
        'two_step',
        off,
        'Two-step sign-in is off, and all other browsers have been signed out.',
      )
    }
  }
}

/**
 * Returns the result of an action. After a refusal, the result has the problem, and its field errors or, if there are none, its
 * sentence instead of `message`.
 */
function resultFor(
  part: AccountResult['part'],
  result: Result<unknown, CallProblem>,
  message?: string,
): AccountResult {
  if (result.ok) return { part, ...(message && { message }) }
  const { problem } = result
  const fields = problem.kind === 'refused' ? problem.fields : {}
  const hasFields = Object.keys(fields).length > 0
  return { part, problem, ...(hasFields ? { fields } : { message: problemSentence(problem) }) }
}

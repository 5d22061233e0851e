import { createClient } from '../platform/api/client.ts'
import { type CallProblem, problemSentence, resultOf } from '../staff-client/call.ts'
import { type Role, roles } from '../staff-client/signed-in.ts'
import type { accountApi } from './account.api.ts'
import type { WantedMail } from './email-preferences.ts'

/** The API client for the account signed in as `role`. */
export const accountOf = (role: Role) => createClient<typeof accountApi>('/api/account', roles[role].session)

/** The result of an action, for the part of the page it belongs to. */
export type AccountResult = {
  part: 'sessions' | 'password' | 'two_step' | 'mails'
  said?: string
  problem?: CallProblem
  fields?: Record<string, string>
  /** The session that a refusal concerns. */
  session?: string
  /** Shown once. */
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
      return ended.ok
        ? { part: 'sessions', said: `Signed out: ${text('browser')}.` }
        : { ...refusal('sessions', ended.problem), session: id }
    }
    case 'password': {
      const json = { current_password, new_password: text('new_password') }
      const changed = await resultOf(account.password.$post({ json }))
      return changed.ok
        ? {
            part: 'password',
            said: 'Your password has been changed, and all other browsers have been signed out.',
          }
        : refusal('password', changed.problem)
    }
    case 'mails': {
      const json = { wanted: form.getAll('wanted') as WantedMail[] }
      const chosen = await resultOf(account.mails.$put({ json }))
      return chosen.ok ? { part: 'mails', said: 'Saved.' } : refusal('mails', chosen.problem)
    }
    case 'offer': {
      const offer = await resultOf(account.two_step.offer.$post({ json: { current_password } }))
      return offer.ok ? { part: 'two_step', offer: offer.value } : refusal('two_step', offer.problem)
    }
    case 'turn_on': {
      const on = await resultOf(account.two_step.$post({ json: { code } }))
      if (on.ok) return { part: 'two_step', said: 'Two-step sign-in is on.', ...on.value }
      const offer = { secret: text('secret'), address: text('address') }
      return { ...refusal('two_step', on.problem), offer }
    }
    default: {
      const off = await resultOf(account.two_step.end.$post({ json: { current_password, code } }))
      return off.ok
        ? { part: 'two_step', said: 'Two-step sign-in is off.' }
        : refusal('two_step', off.problem)
    }
  }
}

function refusal(part: AccountResult['part'], problem: CallProblem): AccountResult {
  const fields = problem.kind === 'refused' ? problem.fields : {}
  return Object.keys(fields).length > 0
    ? { part, problem, fields }
    : { part, problem, said: problemSentence(problem) }
}

import type { CallProblem } from '../desk/call.ts'
import { problemSentence } from '../desk/call.ts'
import { type Role, roles } from '../desk/signed-in.ts'

/** What came of an act, for the part of the page it belongs to. */
export type Acted = {
  part: 'sessions' | 'password' | 'two_step' | 'mails'
  said?: string
  problem?: CallProblem
  fields?: Record<string, string>
  /** Shown once. */
  recovery_codes?: string[]
  offer?: { secret: string; address: string }
}

/** What a press on the account page does, as `role`; `intent` says what. */
export async function actOnAccount(role: Role, form: FormData): Promise<Acted> {
  const { call } = roles[role]
  const text = (name: string) => String(form.get(name) ?? '')
  const code = { method: 'POST', body: { code: text('code') } } as const
  switch (form.get('intent')) {
    case 'end': {
      const ended = await call(`account/sessions/${text('id')}`, { method: 'DELETE' })
      return ended.ok
        ? { part: 'sessions', said: `Signed out: ${text('browser')}.` }
        : refusal('sessions', ended.problem)
    }
    case 'password': {
      const body = { present_password: text('present_password'), new_password: text('new_password') }
      const changed = await call('account/password', { method: 'POST', body })
      return changed.ok
        ? { part: 'password', said: 'Your password is changed, and every other browser is signed out.' }
        : refusal('password', changed.problem)
    }
    case 'mails': {
      const body = { wanted: form.getAll('wanted').map(String) }
      const chosen = await call('account/mails', { method: 'PUT', body })
      return chosen.ok ? { part: 'mails', said: 'Kept.' } : refusal('mails', chosen.problem)
    }
    case 'offer': {
      const offer = await call<{ secret: string; address: string }>('account/two_step/offer', {
        method: 'POST',
      })
      return offer.ok ? { part: 'two_step', offer: offer.value } : refusal('two_step', offer.problem)
    }
    case 'turn_on': {
      const on = await call<{ recovery_codes: string[] }>('account/two_step', code)
      if (on.ok) return { part: 'two_step', said: 'Two steps are on.', ...on.value }
      const offer = { secret: text('secret'), address: text('address') }
      return { ...refusal('two_step', on.problem), offer }
    }
    default: {
      const off = await call('account/two_step/end', code)
      return off.ok ? { part: 'two_step', said: 'Two steps are off.' } : refusal('two_step', off.problem)
    }
  }
}

function refusal(part: Acted['part'], problem: CallProblem): Acted {
  const fields = problem.kind === 'refused' ? problem.fields : {}
  return Object.keys(fields).length > 0
    ? { part, problem, fields }
    : { part, problem, said: problemSentence(problem) }
}

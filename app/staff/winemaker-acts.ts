import { callAsAdmin } from '../people/admin-browser.ts'
import { type CallProblem, problemSentence } from '../people/call.ts'
import type { Result } from '../platform/result.ts'

/** What came of an act: what to say, or why not and which field is wrong. `problem` is set where it was refused. */
export type Outcome = { said: string; fields: Record<string, string>; problem: CallProblem | null }

/** What a press on the winemakers' page does: `intent` says what, and to whom. */
export async function actOnWinemaker(form: FormData): Promise<Outcome> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const [id, name] = [text('id'), text('name')]
  switch (form.get('intent')) {
    case 'invite': {
      const position = text('position') || null
      const body = { vineyard_id: text('vineyard_id'), name, email: text('email'), position }
      const invited = await callAsAdmin('winemakers', { method: 'POST', body })
      return outcome(invited, `${name} is invited: a link is on its way to ${text('email')}.`)
    }
    case 'remind':
      return outcome(
        await callAsAdmin(`winemakers/${id}/invitation`, { method: 'POST' }),
        `${name} is sent another link.`,
      )
    case 'disable':
      return outcome(
        await callAsAdmin(`winemakers/${id}`, { method: 'PATCH', body: { is_active: false } }),
        `${name} is disabled and signed out everywhere.`,
      )
    default:
      return outcome(
        await callAsAdmin(`winemakers/${id}`, { method: 'PATCH', body: { is_active: true } }),
        `${name} may sign in again.`,
      )
  }
}

function outcome(done: Result<unknown, CallProblem>, said: string): Outcome {
  if (done.ok) return { said, fields: {}, problem: null }
  const fields = done.problem.kind === 'refused' ? done.problem.fields : {}
  return { said: problemSentence(done.problem), fields, problem: done.problem }
}

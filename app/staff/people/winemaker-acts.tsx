import { callAsAdmin } from '../../people/desk/admin-browser.ts'
import { type Outcome, outcomeOf, textOf } from '../shell/outcome.tsx'

/** What a press on the winemakers' page does: `intent` says what, and to whom. */
export async function actOnWinemaker(request: Request): Promise<Outcome> {
  const form = await request.formData()
  const text = (name: string) => textOf(form, name)
  const [id, name] = [text('id'), text('name')]
  const able = (is_active: boolean) =>
    callAsAdmin(`winemakers/${id}`, { method: 'PATCH', body: { is_active }, seen: '*' })
  switch (form.get('intent')) {
    case 'invite': {
      const position = text('position') || null
      const body = { vineyard_id: text('vineyard_id'), name, email: text('email'), position }
      const invited = await callAsAdmin('winemakers', { method: 'POST', body })
      return outcomeOf(request, invited, `${name} is invited: a link is on its way to ${text('email')}.`)
    }
    case 'change': {
      const body = { vineyard_id: text('vineyard_id'), name, position: text('position') || null }
      const changed = await callAsAdmin(`winemakers/${id}`, { method: 'PATCH', body, seen: text('version') })
      return outcomeOf(request, changed, `What is said of ${name} is changed.`)
    }
    case 'remind': {
      const sent = await callAsAdmin(`winemakers/${id}/invitation`, { method: 'POST' })
      return outcomeOf(request, sent, `${name} is sent another link.`)
    }
    case 'disable':
      return outcomeOf(request, await able(false), `${name} is disabled and signed out everywhere.`, {
        intent: 'enable',
        id,
        name,
      })
    default:
      return outcomeOf(request, await able(true), `${name} may sign in again.`)
  }
}

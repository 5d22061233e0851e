import type { winemakersApi } from '../../people/accounts/winemakers.api.ts'
import { resultOf, seenAs } from '../../people/desk/call.ts'
import { apiAt } from '../../people/desk/desk.ts'
import { type Act, actOf, textIn } from '../../people/desk/act.tsx'

export const winemakers = apiAt<typeof winemakersApi>('admin', '/api/winemakers')

/** What a press on the winemakers' page does: `intent` says what, and to whom. */
export async function actOnWinemaker(request: Request): Promise<Act> {
  const form = await request.formData()
  const text = (name: string) => textIn(form, name)
  const [id, name] = [text('id'), text('name')]
  const param = { id }
  const able = (is_active: boolean) =>
    resultOf(winemakers[':id'].$patch({ param, json: { is_active } }, seenAs('*')))
  switch (form.get('intent')) {
    case 'invite': {
      const position = text('position') || null
      const json = { vineyard_id: text('vineyard_id'), name, email: text('email'), position }
      const invited = await resultOf(winemakers.index.$post({ json }))
      return actOf(request, invited, `${name} is invited: a link is on its way to ${text('email')}.`)
    }
    case 'change': {
      const json = { vineyard_id: text('vineyard_id'), name, position: text('position') || null }
      const changed = await resultOf(winemakers[':id'].$patch({ param, json }, seenAs(text('version'))))
      return actOf(request, changed, `What is said of ${name} is changed.`)
    }
    case 'remind': {
      const sent = await resultOf(winemakers[':id'].invitation.$post({ param }))
      return actOf(request, sent, `${name} is sent another link.`)
    }
    case 'disable':
      return actOf(request, await able(false), `${name} is disabled and signed out everywhere.`, {
        intent: 'enable',
        id,
        name,
      })
    default:
      return actOf(request, await able(true), `${name} may sign in again.`)
  }
}

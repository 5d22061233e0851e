import { resultOf, seenAs } from '../staff-client/call.ts'
import { vineyardsAt } from './vineyard-save.ts'
import { type ActionResult, toActionResult, textIn } from '../staff-client/action-result.tsx'
import { type Decision, decisions } from './vineyard-decisions.ts'

/** Throws one of a vineyard's switches, as its form says. */
export async function decideOnVineyard(request: Request): Promise<ActionResult> {
  const form = await request.formData()
  const [id, name, to] = [textIn(form, 'id'), textIn(form, 'name'), textIn(form, 'to') === 'true']
  const field = (Object.keys(decisions) as Decision[]).find((known) => known === textIn(form, 'field'))
  if (!field) throw new Error('There is no such switch.')
  const changed = await resultOf(
    vineyardsAt('admin')[':id'].$patch({ param: { id }, json: { [field]: to } }, seenAs('*')),
  )
  return toActionResult(request, changed, `${name} ${to ? decisions[field].on : decisions[field].off}.`, {
    id,
    name,
    field,
    to: String(!to),
  })
}

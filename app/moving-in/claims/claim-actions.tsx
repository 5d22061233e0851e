import type { claimApi } from './claim.api.ts'
import { resultOf, ifMatch } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import {
  type ActionResult,
  ifEmailed,
  toActionResult,
  readCurrent,
  readFormText,
} from '../../staff-client/action-result.tsx'

export const claims = apiFor<typeof claimApi>('admin', '/api/vineyard_claims')

/**
 * The result of a decision. `about` is the id of the claim. If the server rejected the decision, for example because a
 * colleague decided first, `now` is the claim as it is now.
 */
export type ClaimResult = ActionResult & {
  about: string
  now: Awaited<ReturnType<typeof latestClaim>>
  is_from_dialog: boolean
}

/** Approves, refuses or reopens a claim, by the form's `intent`. */
export async function decideOnClaim(request: Request): Promise<ClaimResult> {
  const form = await request.formData()
  const [result, id] = [await decide(request, form), readFormText(form, 'id')]
  const is_from_dialog = form.get('intent') !== 'reopen'
  return { ...result, about: id, now: await latestClaim(result, id), is_from_dialog }
}

const latestClaim = (result: ActionResult, id: string) =>
  readCurrent(result, () => resultOf(claims[':id'].$get({ param: { id } })))

async function decide(request: Request, form: FormData): Promise<ActionResult> {
  const text = (name: string) => readFormText(form, name)
  const [name, vineyard] = [text('name'), text('vineyard')]
  const [claim, param, seen] = [claims[':id'], { id: text('id') }, ifMatch(text('version'))]
  switch (form.get('intent')) {
    case 'approve':
      return toActionResult(
        request,
        await resultOf(claim.approve.$post({ param }, seen)),
        `${vineyard} is now verified. ${ifEmailed(`A link to set a password is being emailed to ${name}.`)}`,
      )
    case 'refuse': {
      const json = { reason: text('reason') }
      const refused = await resultOf(claim.refuse.$post({ param, json }, seen))
      return toActionResult(
        request,
        refused,
        `The claim of ${vineyard} has been refused. ${ifEmailed(`We’re emailing the reason to ${name}.`)}`,
      )
    }
    default: {
      const opened = await resultOf(claim.$patch({ param, json: { state: 'new' } }, seen))
      return toActionResult(request, opened, `The claim of ${vineyard} is open again.`)
    }
  }
}

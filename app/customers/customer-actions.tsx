import type { ClientResponse } from 'hono/client'

import { type ActionResult, readFormText, toActionResult } from '../staff-client/action-result.tsx'
import { resultOf, ifMatch } from '../staff-client/call.ts'
import { apiFor, staffAreaOf } from '../staff-client/staff-area.ts'
import type { customerNoteApi } from './customer-note.api.ts'
import type { erasureRequestApi } from './erasure-request.api.ts'

/** The result of a form on a customer's page. `typed` is the text of a refused form, `about` the note's id. */
export type CustomerResult = ActionResult & {
  intent: string
  about: string
  typed: string | undefined
}

const messages = {
  add: 'Note added.',
  change: 'Note saved.',
  remove: 'Note removed.',
  ask: 'Request sent to the marketplace’s team.',
  withdraw: 'Request withdrawn.',
  decline: 'Declined. The vineyard sees the reason on this page.',
}

/** Does what a form's `intent` says. */
export async function changeCustomer(request: Request, customer_id: string): Promise<CustomerResult> {
  const form = await request.formData()
  const intent = String(form.get('intent')) as keyof typeof messages
  const text = readFormText(form, 'text')
  const param = { id: readFormText(form, 'id') }
  const version = ifMatch(readFormText(form, 'version'))
  const area = staffAreaOf(request.url)
  const notes = apiFor<typeof customerNoteApi>(area, '/api/customer_notes')
  const requests = apiFor<typeof erasureRequestApi>(area, '/api/erasure_requests')
  const calls: Record<typeof intent, () => Promise<ClientResponse<unknown, number, string>>> = {
    add: () => notes.index.$post({ json: { customer_id, note: text } }),
    change: () => notes[':id'].$patch({ param, json: { note: text } }, version),
    remove: () => notes[':id'].$delete({ param }, version),
    ask: () => requests.index.$post({ json: { customer_id, reason: text } }),
    withdraw: () => requests[':id'].$delete({ param }, version),
    decline: () => requests[':id'].$patch({ param, json: { refusal: text } }, version),
  }
  const undo = intent === 'remove' ? { intent: 'add', text } : null
  const result = toActionResult(request, await resultOf(calls[intent]()), messages[intent], undo)
  const typed = result.failed && intent !== 'remove' ? text : undefined
  return { ...result, intent, about: param.id, typed }
}

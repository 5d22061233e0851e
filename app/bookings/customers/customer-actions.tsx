import type { ClientResponse } from 'hono/client'

import { cancellationOf } from '../changes/cancellation-reason.ts'
import { countOf } from '../../platform/text/counts.ts'
import {
  ifEmailed,
  type ActionResult,
  readFormText,
  toActionResult,
} from '../../staff-client/action-result.tsx'
import { resultOf, ifMatch } from '../../staff-client/call.ts'
import { apiFor, staffAreaOf } from '../../staff-client/staff-area.ts'
import type { customerApi, customerContactApi, customerMergeApi } from './customer.api.ts'
import type { customerNoteApi, customerTagApi, erasureRequestApi } from './customer-notes.api.ts'

/** The result of a form. `typed`: the text or tag in a refused form. `about`: the id of the note, tag or request in the form. */
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
  tag: 'Tag added. Staff see it on every booking of this guest.',
  untag: 'Tag removed.',
}

/** Runs the action that the `intent` of a form names. */
export async function changeCustomer(request: Request, customer_id: string): Promise<CustomerResult> {
  const form = await request.formData()
  const intent = String(form.get('intent')) as keyof typeof messages
  const other = (await changeCancellations(request, customer_id, form)) ?? (await changeMerges(request, form))
  if (other) return { ...other, intent, about: '', typed: undefined }
  const text = readFormText(form, 'text')
  const param = { id: readFormText(form, 'id') }
  const version = ifMatch(readFormText(form, 'version'))
  const area = staffAreaOf(request.url)
  const tags = apiFor<typeof customerTagApi>(area, '/api/customer_tags')
  const tag = form.getAll('tag').findLast((each) => each !== '') ?? ''
  const agreed = form.has('agreed')
  const notes = apiFor<typeof customerNoteApi>(area, '/api/customer_notes')
  const requests = apiFor<typeof erasureRequestApi>(area, '/api/erasure_requests')
  const calls: Record<typeof intent, () => Promise<ClientResponse<unknown, number, string>>> = {
    add: () => notes.index.$post({ json: { customer_id, note: text } }),
    change: () => notes[':id'].$patch({ param, json: { note: text } }, version),
    remove: () => notes[':id'].$delete({ param }, version),
    ask: () => requests.index.$post({ json: { customer_id, reason: text } }),
    withdraw: () => requests[':id'].$delete({ param }, version),
    tag: () => tags.index.$post({ json: { customer_id, tag: String(tag), agreed } }),
    untag: () => tags[':id'].$delete({ param }),
    decline: () => requests[':id'].$patch({ param, json: { refusal: text } }, version),
  }
  const undo = intent === 'remove' ? { intent: 'add', text } : null
  const result = toActionResult(request, await resultOf(calls[intent]()), messages[intent], undo)
  const typed = result.failed && intent !== 'remove' ? text || String(tag) : undefined
  return { ...result, intent, about: param.id, typed }
}

/** Cancels all upcoming bookings of a customer, or undoes that cancellation. Returns null for any other form. */
async function changeCancellations(request: Request, id: string, form: FormData) {
  const intent = String(form.get('intent'))
  const api = apiFor<typeof customerApi>(staffAreaOf(request.url), '/api/customers')[':id']
  if (intent === 'cancel_all') {
    const { cancellation = {} } = cancellationOf(form)
    const done = await resultOf(api.cancellations.$post({ param: { id }, json: cancellation }))
    const { cancelled, emailed } = done.ok ? done.value : { cancelled: [], emailed: 0 }
    const sentence =
      emailed === 0
        ? 'Nobody was emailed.'
        : ifEmailed('The guest is emailed in 30 seconds, unless you undo it.')
    const message = `${countOf(cancelled.length, 'booking')} cancelled. ${sentence}`
    const undo = cancelled.length === 0 ? null : { intent: 'restore_all', ids: cancelled.join(' ') }
    return toActionResult(request, done, message, undo)
  }
  if (intent === 'restore_all') {
    const ids = readFormText(form, 'ids').split(' ')
    const done = await resultOf(api.cancellations.undo.$post({ param: { id }, json: { ids } }))
    const { restored, left } = done.ok ? done.value : { restored: [], left: [] }
    const rest = left.length === 0 ? '' : ` ${countOf(left.length, 'booking')} could not be restored.`
    return toActionResult(request, done, `${countOf(restored.length, 'booking')} restored.${rest}`)
  }
  return null
}

/** Merges customers, separates a contact, or undoes either. Returns null for any other form. */
async function changeMerges(request: Request, form: FormData) {
  const intent = String(form.get('intent'))
  const area = staffAreaOf(request.url)
  const main_id = readFormText(form, 'main_id')
  const contact_id = readFormText(form, 'contact_id')
  if (intent === 'merge') {
    const other = readFormText(form, 'ids')
      .split(' ')
      .find((id) => id !== main_id)
    const json = { customer_id: other ?? '' }
    const merged = await resultOf(
      apiFor<typeof customerApi>(area, '/api/customers')[':id'].contacts.$post({
        param: { id: main_id },
        json,
      }),
    )
    const undo = merged.ok ? { intent: 'unmerge', contact_id: merged.value.merge_id } : null
    return toActionResult(request, merged, 'Merged. Each booking keeps its own contact details.', undo)
  }
  if (intent === 'unmerge') {
    const merges = apiFor<typeof customerMergeApi>(area, '/api/customer_merges')
    const undone = await resultOf(merges[':id'].$delete({ param: { id: contact_id } }))
    return toActionResult(request, undone, 'The customers are separate again.')
  }
  if (intent === 'separate') {
    const contacts = apiFor<typeof customerContactApi>(area, '/api/customer_contacts')
    const separated = await resultOf(contacts[':id'].$delete({ param: { id: contact_id } }))
    const undo = { intent: 'merge', main_id, ids: contact_id }
    const message = 'The contact is separate again, with its notes from before the merge.'
    return toActionResult(request, separated, message, undo)
  }
  return null
}

import { type ActionResult, toActionResult } from '../staff-client/action-result.tsx'
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

/** Does what a form's `intent` says. */
export async function changeCustomer(request: Request, customer_id: string): Promise<CustomerResult> {
  const form = await request.formData()
  const intent = String(form.get('intent'))
  const text = String(form.get('text') ?? '').trim()
  const result = await actions[intent as keyof typeof actions](request, form, { customer_id, text })
  return {
    ...result,
    intent,
    about: String(form.get('id') ?? ''),
    typed: result.failed && intent !== 'remove' ? text : undefined,
  }
}

const actions = { add, change, remove, ask, withdraw, decline }
type Input = { customer_id: string; text: string }

const notesFor = (request: Request) =>
  apiFor<typeof customerNoteApi>(staffAreaOf(request.url), '/api/customer_notes')
const requestsFor = (request: Request) =>
  apiFor<typeof erasureRequestApi>(staffAreaOf(request.url), '/api/erasure_requests')

/** Returns the id of a form's row, and the option that changes only its version. */
function targetOf(form: FormData) {
  const param = { id: String(form.get('id')) }
  return [param, ifMatch(String(form.get('version')))] as const
}

async function add(request: Request, _: FormData, { customer_id, text }: Input) {
  const result = await resultOf(notesFor(request).index.$post({ json: { customer_id, note: text } }))
  return toActionResult(request, result, 'Note added.')
}

async function change(request: Request, form: FormData, { text }: Input) {
  const [param, version] = targetOf(form)
  const result = await resultOf(notesFor(request)[':id'].$patch({ param, json: { note: text } }, version))
  return toActionResult(request, result, 'Note saved.')
}

async function remove(request: Request, form: FormData, { text }: Input) {
  const [param, version] = targetOf(form)
  const result = await resultOf(notesFor(request)[':id'].$delete({ param }, version))
  return toActionResult(request, result, 'Note removed.', { intent: 'add', text })
}

async function ask(request: Request, _: FormData, { customer_id, text }: Input) {
  const result = await resultOf(requestsFor(request).index.$post({ json: { customer_id, reason: text } }))
  return toActionResult(request, result, 'Request sent to the marketplace’s team.')
}

async function withdraw(request: Request, form: FormData) {
  const [param, version] = targetOf(form)
  return toActionResult(
    request,
    await resultOf(requestsFor(request)[':id'].$delete({ param }, version)),
    'Request withdrawn.',
  )
}

async function decline(request: Request, form: FormData, { text }: Input) {
  const [param, version] = targetOf(form)
  const result = await resultOf(
    requestsFor(request)[':id'].$patch({ param, json: { refusal: text } }, version),
  )
  return toActionResult(request, result, 'Declined. The vineyard sees the reason on this page.')
}

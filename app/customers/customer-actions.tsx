import { type ActionResult, toActionResult } from '../staff-client/action-result.tsx'
import { resultOf, seenAs } from '../staff-client/call.ts'
import { apiFor, staffAreaOf } from '../staff-client/staff-area.ts'
import type { customerNoteApi } from './customer-note.api.ts'
import type { erasureRequestApi } from './erasure-request.api.ts'

/** What came of a press on a customer's page. `typed` is a text that was not taken, `about` the note it belongs to. */
export type CustomerResult = ActionResult & {
  intent: string
  about: string
  typed: string | undefined
}

/** What a press on a customer's page does; `intent` says what. */
export async function actOnCustomer(request: Request, customer_id: string): Promise<CustomerResult> {
  const form = await request.formData()
  const intent = String(form.get('intent'))
  const text = String(form.get('text') ?? '').trim()
  const act = await acts[intent as keyof typeof acts](request, form, { customer_id, text })
  return {
    ...act,
    intent,
    about: String(form.get('id') ?? ''),
    typed: act.failed && intent !== 'remove' ? text : undefined,
  }
}

const acts = { add, change, remove, ask, withdraw, decline }
type Given = { customer_id: string; text: string }

const notesAt = (request: Request) =>
  apiFor<typeof customerNoteApi>(staffAreaOf(request.url), '/api/customer_notes')
const requestsAt = (request: Request) =>
  apiFor<typeof erasureRequestApi>(staffAreaOf(request.url), '/api/erasure_requests')

/** Which thing, and which version of it was on the screen. */
function seenIn(form: FormData) {
  const param = { id: String(form.get('id')) }
  return [param, seenAs(String(form.get('version')))] as const
}

async function add(request: Request, _: FormData, { customer_id, text }: Given) {
  const done = await resultOf(notesAt(request).index.$post({ json: { customer_id, note: text } }))
  return toActionResult(request, done, 'The note is kept.')
}

async function change(request: Request, form: FormData, { text }: Given) {
  const [param, seen] = seenIn(form)
  const done = await resultOf(notesAt(request)[':id'].$patch({ param, json: { note: text } }, seen))
  return toActionResult(request, done, 'The note is changed.')
}

async function remove(request: Request, form: FormData, { text }: Given) {
  const [param, seen] = seenIn(form)
  const gone = await resultOf(notesAt(request)[':id'].$delete({ param }, seen))
  return toActionResult(request, gone, 'The note is removed.', { intent: 'add', text })
}

async function ask(request: Request, _: FormData, { customer_id, text }: Given) {
  const done = await resultOf(requestsAt(request).index.$post({ json: { customer_id, reason: text } }))
  return toActionResult(request, done, 'The marketplace’s team is asked.')
}

async function withdraw(request: Request, form: FormData) {
  const [param, seen] = seenIn(form)
  return toActionResult(
    request,
    await resultOf(requestsAt(request)[':id'].$delete({ param }, seen)),
    'The request is taken back.',
  )
}

async function decline(request: Request, form: FormData, { text }: Given) {
  const [param, seen] = seenIn(form)
  const done = await resultOf(requestsAt(request)[':id'].$patch({ param, json: { refusal: text } }, seen))
  return toActionResult(request, done, 'Declined. The vineyard reads why on this page.')
}

import { formatMoney } from '../../platform/money.ts'
import { type ActionResult, readFormText, toActionResult } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { apiFor, staffAreaOf } from '../../staff-client/staff-area.ts'
import type { paymentApi } from './payment.api.ts'
import {
  dueSentence,
  entryLabels,
  moneySentences,
  type PaymentEntry,
  type PaymentKind,
  readAmount,
} from './payment.ts'

/** Records the payment of a form on the booking's page. Returns the result, with a form that undoes the payment. */
export async function recordPaymentFrom(
  request: Request,
  booking: string,
  form: FormData,
): Promise<ActionResult> {
  const payments = apiFor<typeof paymentApi>(staffAreaOf(request.url), '/api/payments')
  const corrects = Number(form.get('corrects'))
  const [entry, kind] = [form.get('entry') as PaymentEntry, form.get('kind') as PaymentKind]
  const amount = readAmount(readFormText(form, 'amount'))
  if (amount === null) {
    const message = moneySentences.amount
    return { message, failed: true, fields: { amount: message }, problem: null, undo: null }
  }
  const reason = readFormText(form, 'reason')
  if (!corrects && entry === 'discount' && reason === '') {
    const message = moneySentences.reason
    return { message, failed: true, fields: { reason: message }, problem: null, undo: null }
  }
  const added = entry === 'discount' ? { entry, reason } : { entry, kind }
  const header = { headers: { 'Idempotency-Key': readFormText(form, 'key') || crypto.randomUUID() } }
  const json = { booking, ...added, ...(amount !== undefined && { amount }) }
  const done = await resultOf(
    corrects
      ? payments.corrections.$post({ json: { booking, corrects } }, header)
      : payments.index.$post({ json }, header),
  )
  if (!done.ok) return toActionResult(request, done, '')
  const { due, items } = done.value
  const last = items.at(-1)
  const message = corrects
    ? 'Undone.'
    : `${entryLabels[entry]} of ${formatMoney(last?.amount ?? 0, 'GBP')} recorded.`
  return toActionResult(
    request,
    done,
    `${message} ${dueSentence(due)}.`,
    corrects || !last ? null : { intent: 'money', corrects: String(last.id) },
  )
}

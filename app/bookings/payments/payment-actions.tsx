import { formatPounds } from '../../platform/money.ts'
import { type ActionResult, readFormText, toActionResult } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { apiFor, staffAreaOf } from '../../staff-client/staff-area.ts'
import type { paymentApi, saleApi } from './payment.api.ts'
import {
  dueSentence,
  entryLabels,
  moneySentences,
  type BookingEntry,
  type PaymentKind,
  readAmount,
  readSale,
} from './payment.ts'

/** Records the money entry in a form of a booking, or corrects an earlier entry. The result can undo a new entry. */
export async function recordPaymentFrom(request: Request, booking: string, form: FormData) {
  const payments = apiFor<typeof paymentApi>(staffAreaOf(request.url), '/api/payments')
  const corrects = Number(form.get('corrects'))
  const [entry, kind] = [form.get('entry') as BookingEntry, form.get('kind') as PaymentKind]
  const amount = readAmount(readFormText(form, 'amount'))
  if (amount === null) return missing({ amount: moneySentences.amount })
  const reason = readFormText(form, 'reason')
  const isMoney = entry === 'payment' || entry === 'refund'
  if (!corrects && !isMoney && reason === '')
    return missing({ reason: entry === 'keep' ? moneySentences.keep : moneySentences.reason })
  const added = isMoney ? { entry, kind } : { entry, reason }
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
  const recorded = formatPounds(last?.amount ?? 0)
  const message = corrects
    ? 'Undone.'
    : entry === 'keep'
      ? `${recorded} kept.`
      : `${entryLabels[entry]} of ${recorded} recorded.`
  return toActionResult(
    request,
    done,
    `${message} ${dueSentence(due)}.`,
    corrects || !last ? null : { intent: 'money', booking, corrects: String(last.id) },
  )
}

/** Records a booking’s money or a sale from a form in a list or the till. Returns null for any other form. */
export async function actOnMoney(request: Request, form: FormData): Promise<ActionResult | null> {
  if (form.get('intent') === 'money') return recordPaymentFrom(request, readFormText(form, 'booking'), form)
  return form.get('intent') === 'sale' ? recordSaleFrom(request, form) : null
}

async function recordSaleFrom(request: Request, form: FormData): Promise<ActionResult> {
  const sales = apiFor<typeof saleApi>(staffAreaOf(request.url), '/api/sales')
  const header = { headers: { 'Idempotency-Key': readFormText(form, 'key') || crypto.randomUUID() } }
  const corrects = Number(form.get('corrects'))
  if (corrects)
    return toActionResult(
      request,
      await resultOf(sales.corrections.$post({ json: { corrects } }, header)),
      'Undone.',
    )
  const sale = readSale(form)
  if (!sale.ok) return missing(sale.problem)
  const done = await resultOf(sales.index.$post({ json: sale.value }, header))
  return toActionResult(
    request,
    done,
    `Sale of ${formatPounds(sale.value.amount)} recorded.`,
    done.ok ? { intent: 'sale', corrects: String(done.value.id) } : null,
  )
}

function missing(fields: { amount?: string; reason?: string; words?: string }): ActionResult {
  const message = Object.values(fields).join(' ')
  return { message, failed: true, fields, problem: null, undo: null }
}

import { bookingSentences } from '../booking-sentences.ts'
import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import {
  type AdminActor,
  type StaffMember,
  vineyardScope,
  type WinemakerActor,
} from '../../people/sign-in/actor.ts'
import { lateSentence, takenAt } from '../booking.shapes.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { badKey, idempotencyKey } from '../../platform/api/idempotency-key.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import type { ApiVariables } from '../../platform/app-dependencies.ts'
import { answerCsv } from '../../platform/text/csv.server.ts'
import { type Day, dayOf, formatMoment } from '../../platform/days.ts'
import { problem } from '../../platform/http/problem.ts'
import {
  entryLabels,
  kindLabels,
  paymentPolicy,
  type PaymentProblem,
  paymentSentence,
  type TillEntryKind,
} from './payment.ts'
import {
  findBookingMoney,
  readTill,
  recordPayment,
  recordSale,
  type SaleEntry,
  type TillEntry,
} from './payment.server.ts'
import {
  bookingMoney,
  correctedEntry,
  type Correction,
  newPayment,
  newSale,
  paidBooking,
  recordedSale,
  saleCorrection,
  till,
  tillQuery,
} from './payment.shapes.ts'

const keyRule = 'With an `Idempotency-Key` (a uuid) a repeated request is recorded once.'
const refusals = { 400: badKey, 404: bookingSentences.not_found }

/** /api/payments: the money taken for bookings. */
export const paymentApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(paymentPolicy.take),
    describe('The money of a booking', { 200: bookingMoney }, '', { 404: bookingSentences.not_found }),
    query(z.strictObject({ booking: paidBooking })),
    async (c) => {
      const found = await findBookingMoney(c.var.sql, c.req.valid('query').booking, { by: c.var.by })
      return found ? c.json(found) : problem(c, 404, bookingSentences.not_found)
    },
  )
  .post(
    '/',
    only(paymentPolicy.take),
    describe('Record a payment, a refund, a discount or retained money', { 201: bookingMoney }, keyRule, {
      ...refusals,
      409: 'The amount exceeds the amount due or taken; `available` is the largest possible amount.',
    }),
    body(newPayment),
    idempotencyKey,
    async (c) => record(c, c.var, c.req.valid('json')),
  )
  .post(
    '/corrections',
    only(paymentPolicy.take),
    describe(
      'Correct an entry that was a mistake',
      { 201: bookingMoney },
      `Entries are never changed: this adds an entry of the opposite amount, which names the corrected entry. ${keyRule}`,
      { ...refusals, 409: 'The entry was corrected already, or its money was refunded.' },
    ),
    body(z.strictObject({ booking: paidBooking, corrects: correctedEntry, taken_at: takenAt })),
    idempotencyKey,
    async (c) => record(c, c.var, c.req.valid('json')),
  )

type Sender = Pick<ApiVariables, 'sql' | 'now'> & { by: StaffMember; idempotency_key: string }

async function record(
  c: Context,
  { sql, by, now, idempotency_key }: Sender,
  request: z.output<typeof newPayment> | Correction,
) {
  const late = lateSentence(request.taken_at, now())
  if (late !== null) return problem(c, 422, late)
  const recorded = await recordPayment(sql, { ...request, idempotency_key }, { by }, now())
  if (!recorded.ok) return refusal(c, recorded.problem, 'entry' in request ? request.entry : null)
  const money = await findBookingMoney(sql, request.booking, { by })
  return money ? c.json(money, 201) : problem(c, 404, bookingSentences.not_found)
}

function refusal(c: Context, found: PaymentProblem, entry: TillEntryKind | null) {
  const { kind, ...more } = found
  const status = kind === 'absent' || kind === 'no_entry' ? 404 : kind === 'other' ? 422 : 409
  return problem(c, status, paymentSentence(found, entry), more)
}

const noVineyard = { 404: 'Vineyard not found' }

/** /api/sales: money that a vineyard takes without a booking. */
export const saleApi = new Hono<ApiEnv>()
  .post(
    '/',
    only(paymentPolicy.take),
    describe('Record a sale without a booking', { 201: recordedSale }, keyRule, {
      400: badKey,
      ...noVineyard,
    }),
    body(newSale),
    idempotencyKey,
    async (c) => {
      const { words, ...sale } = c.req.valid('json')
      return sell(c, c.var, { ...sale, reason: words })
    },
  )
  .post(
    '/corrections',
    only(paymentPolicy.take),
    describe('Correct a sale that was a mistake', { 201: recordedSale }, keyRule, {
      400: badKey,
      404: 'No such vineyard or sale in scope.',
      409: 'The sale was corrected already.',
    }),
    body(saleCorrection),
    idempotencyKey,
    async (c) => sell(c, c.var, c.req.valid('json')),
  )

async function sell(c: Context, { sql, by, now, idempotency_key }: Sender, request: SaleEntry) {
  const late = lateSentence(request.taken_at, now())
  if (late !== null) return problem(c, 422, late)
  const recorded = await recordSale(sql, { ...request, idempotency_key }, { by }, now())
  if (recorded.ok) return c.json(recorded.value, 201)
  return recorded.problem.kind === 'absent'
    ? problem(c, 404, noVineyard[404])
    : refusal(c, recorded.problem, 'sale')
}

/** /api/till: the money that a vineyard took on a day. */
export const tillApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(paymentPolicy.till),
    describe(
      'The till of a day',
      { 200: till },
      'Money counts on the day in London on which it was taken. Corrections count on their own day.',
      noVineyard,
    ),
    query(tillQuery),
    async (c) => {
      const found = await findTill(c.var, c.req.valid('query'))
      return found ? c.json(found) : problem(c, 404, noVineyard[404])
    },
  )
  .get(
    '/csv',
    only(paymentPolicy.till),
    describe('The entries of a till as a file', { 200: 'text/csv' }, '', noVineyard),
    query(tillQuery),
    async (c) => {
      const found = await findTill(c.var, c.req.valid('query'))
      return found ? answerTillCsv(c, found) : problem(c, 404, noVineyard[404])
    },
  )

async function findTill(
  { sql, by, now }: ApiVariables & { by: WinemakerActor | AdminActor },
  { vineyard_id, day }: z.output<typeof tillQuery>,
) {
  const scope = vineyardScope(by).vineyard_id
  const id = vineyard_id ?? scope
  if (id === null || (scope !== null && id !== scope)) return undefined
  const today = dayOf(now())
  const chosen = day ?? today
  return { today, day: chosen, ...(await readTill(sql, id, chosen, now())) }
}

/** Answers with a till's entries as a file. Amounts that left the till are negative. */
function answerTillCsv(c: Context, { day, entries }: { day: Day; entries: TillEntry[] }) {
  const rows = entries.values().map(({ entry, kind, amount, corrects, taken_at, ...rest }) => ({
    ...rest,
    time: formatMoment(taken_at.toISOString()),
    entry: corrects === null ? entryLabels[entry] : `${entryLabels[entry]} corrected`,
    kind: kind && kindLabels[kind],
    money: entry === 'discount' ? null : entry === 'refund' ? -amount : amount,
    discount: entry === 'discount' ? amount : null,
  }))
  return answerCsv(c, `till-${day}.csv`, rows, [
    { key: 'time', header: 'Time' },
    { key: 'reference', header: 'Reference' },
    { key: 'guest_name', header: 'Guest' },
    { key: 'entry', header: 'Entry' },
    { key: 'kind', header: 'Kind' },
    { key: 'money', header: 'Money in pounds' },
    { key: 'discount', header: 'Discount in pounds' },
    { key: 'reason', header: 'Reason or what was sold' },
    { key: 'actor_name', header: 'Person' },
  ])
}

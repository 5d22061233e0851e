import { type Context, Hono } from 'hono'
import type { z } from 'zod'

import type { AppDependencies } from '../../platform/app-dependencies.ts'
import { ok, type Result } from '../../platform/result.ts'
import { allow, answer, knowCaller, type OctoEnv } from './octo-access.server.ts'
import { findAvailability, findCalendar, readUnits } from './octo-availability.server.ts'
import {
  findOctoBooking,
  findOctoBookings,
  type OctoBookingRow,
  showOctoBookings,
} from './octo-booking-queries.server.ts'
import { cancel, change, confirm, extend, reserve } from './octo-booking-changes.server.ts'
import { findProduct, listProducts, productOf } from './octo-product.server.ts'
import { supplierOf } from './octo-content.server.ts'
import { badRequest, type OctoRefusal } from './octo-refusal.ts'
import {
  availabilityRequest,
  bookingChange,
  calendarRequest,
  cancellationRequest,
  confirmation,
  extension,
  readBody,
  reservation,
} from './octo-request.server.ts'
import { capabilityIds, type OctoView } from './octo-types.ts'

const viewOf = (c: Context<OctoEnv>): OctoView => ({
  supplier: c.var.supplier,
  capabilities: c.var.capabilities,
  site_url: c.var.config.site_url,
})

/** Answers with the current state of a booking, or says why the booking was not found, made or changed. */
async function answerBooking(c: Context<OctoEnv>, changed: Result<string, OctoRefusal>, at: Date) {
  if (!changed.ok) return answer(c, changed)
  const found = await findOctoBooking(c.var.sql, c.var.key, changed.value, at)
  if (!found.ok) return answer(c, found)
  const [booking] = await showOctoBookings(c.var.sql, [found.value], viewOf(c), at)
  return answer(c, ok(booking))
}

/** Changes the booking of the URL as the body asks, and answers with the booking. The id is checked before the body. */
async function changeBooking<Schema extends z.ZodType>(
  c: Context<OctoEnv>,
  schema: Schema,
  act: (request: z.output<Schema>, row: OctoBookingRow, at: Date) => Promise<Result<string, OctoRefusal>>,
) {
  const at = c.var.now()
  const found = await findOctoBooking(c.var.sql, c.var.key, c.req.param('uuid') ?? '', at)
  if (!found.ok) return answer(c, found)
  const request = await readBody(c.req, schema)
  if (!request.ok) return answer(c, request)
  return answerBooking(c, await act(request.value, found.value, at), at)
}

/**
 * Returns the endpoints of /octo/:vineyard. Each vineyard is a supplier of the OCTO standard (https://docs.octo.travel), for
 * sellers with an API key. Statuses and bodies follow OCTO.
 */
export function createOcto({ sql, now, config, log, replica }: AppDependencies) {
  const supplier = new Hono<OctoEnv>()
    .use(knowCaller)
    .get('/supplier', allow('availability:read'), (c) => answer(c, ok(supplierOf(viewOf(c)))))
    .get('/capabilities', allow('availability:read'), (c) =>
      answer(
        c,
        ok(capabilityIds.map((id) => ({ id, revision: 1, required: false, dependencies: [], docs: null }))),
      ),
    )
    .get('/products', allow('availability:read'), async (c) => {
      const products = await listProducts(c.var.sql, c.var.supplier.id, c.var.now())
      return answer(c, ok(products.map((product) => productOf(product, viewOf(c)))))
    })
    .get('/products/:id', allow('availability:read'), async (c) => {
      const product = await findProduct(c.var.sql, c.var.supplier.id, c.req.param('id'), c.var.now())
      return answer(c, product.ok ? ok(productOf(product.value, viewOf(c))) : product)
    })
    .post('/availability', allow('availability:read'), async (c) => {
      const request = await readBody(c.req, availabilityRequest)
      if (!request.ok) return answer(c, request)
      const { productId, optionId, units } = request.value
      const at = c.var.now()
      const product = await findProduct(c.var.sql, c.var.supplier.id, productId, at)
      if (!product.ok) return answer(c, product)
      const quantity = readUnits(optionId, units ?? [])
      if (!quantity.ok) return answer(c, quantity)
      const wanted = { ...request.value, quantity: quantity.value }
      return answer(c, ok(await findAvailability(c.var.sql, product.value, wanted, c.var.capabilities, at)))
    })
    .post('/availability/calendar', allow('availability:read'), async (c) => {
      const request = await readBody(c.req, calendarRequest)
      if (!request.ok) return answer(c, request)
      const { productId, optionId, units } = request.value
      const at = c.var.now()
      const product = await findProduct(c.var.sql, c.var.supplier.id, productId, at)
      if (!product.ok) return answer(c, product)
      const quantity = readUnits(optionId, units ?? [])
      if (!quantity.ok) return answer(c, quantity)
      const wanted = { ...request.value, quantity: quantity.value }
      return answer(c, ok(await findCalendar(c.var.sql, product.value, wanted, c.var.capabilities, at)))
    })
    .get('/bookings', allow('bookings:read', { alsoLeft: true }), async (c) => {
      const { resellerReference, supplierReference } = c.req.query()
      const wanted = supplierReference
        ? { supplierReference }
        : resellerReference
          ? { resellerReference }
          : undefined
      if (!wanted) return answer(c, badRequest('Send resellerReference or supplierReference.'))
      const at = c.var.now()
      const rows = await findOctoBookings(c.var.sql, c.var.key, wanted, at)
      return answer(c, ok(await showOctoBookings(c.var.sql, rows, viewOf(c), at)))
    })
    .post('/bookings', allow('bookings:write'), async (c) => {
      const request = await readBody(c.req, reservation)
      if (!request.ok) return answer(c, request)
      const at = c.var.now()
      return answerBooking(c, await reserve(c.var.sql, c.var.key, request.value, at), at)
    })
    .get('/bookings/:uuid', allow('bookings:read', { alsoLeft: true }), (c) =>
      answerBooking(c, ok(c.req.param('uuid')), c.var.now()),
    )
    .patch('/bookings/:uuid', allow('bookings:write'), (c) =>
      changeBooking(c, bookingChange, (request, row, at) => change(c.var.sql, c.var.key, row, request, at)),
    )
    .post('/bookings/:uuid/extend', allow('bookings:write'), (c) =>
      changeBooking(c, extension, ({ expirationMinutes }, { id }, at) =>
        extend(c.var.sql, c.var.key, id, expirationMinutes, at),
      ),
    )
    .post('/bookings/:uuid/confirm', allow('bookings:write'), (c) =>
      changeBooking(c, confirmation, (request, row, at) => confirm(c.var.sql, c.var.key, row, request, at)),
    )
    .post('/bookings/:uuid/cancel', allow('bookings:write', { alsoLeft: true }), (c) =>
      changeBooking(c, cancellationRequest, ({ reason }, { id }, at) =>
        cancel(c.var.sql, c.var.key, id, reason ?? null, at),
      ),
    )

  const octo = new Hono<OctoEnv>()
    .use((c, next) => {
      c.set('sql', sql)
      c.set('reading', (act) => (replica ? replica.read(act) : act(sql)))
      c.set('now', now)
      c.set('config', config)
      c.set('log', log)
      return next()
    })
    .route('/:vineyard', supplier)
  octo.all('*', (c) => c.text('There is no such endpoint.', 404))
  return octo
}

import type { RowIds } from './world.ts'

const day = '2026-06-06'

/** The query and the body of a valid request to the endpoints about payments, sales and the till. */
export const paymentRequests: Record<
  string,
  (ids: RowIds) => { query?: Record<string, string>; body?: unknown }
> = {
  'GET /payments': ({ bookings }) => ({ query: { booking: bookings } }),
  'POST /payments': ({ bookings }) => ({
    body: { booking: bookings, entry: 'payment', kind: 'cash', amount: 5 },
  }),
  'POST /payments/corrections': ({ bookings, payments }) => ({
    body: { booking: bookings, corrects: Number(payments) },
  }),
  'POST /sales': ({ vineyards: v }) => ({ body: { vineyard_id: v, kind: 'card', amount: 1, words: 'A' } }),
  'POST /sales/corrections': ({ vineyards, sales }) => ({
    body: { vineyard_id: vineyards, corrects: Number(sales) },
  }),
  'GET /till': ({ vineyards }) => ({ query: { vineyard_id: vineyards, day } }),
  'GET /till/csv': ({ vineyards }) => ({ query: { vineyard_id: vineyards, day } }),
}

import type { RowIds } from './world.ts'

/** The query and the body of a valid request to the endpoints about reviews. */
export const reviewRequests: Record<
  string,
  (ids: RowIds) => { query?: Record<string, string>; body?: unknown }
> = {
  'GET /reviews/shown': ({ vineyards }) => ({ query: { vineyard_id: vineyards } }),
  'PUT /reviews/{id}/answer': () => ({ body: { answer: 'Thank you.' } }),
  'PUT /reviews/{id}/hidden': () => ({ body: { rule: 1 } }),
  'PUT /review_pictures/{id}': () => ({ body: { is_shown: true } }),
}

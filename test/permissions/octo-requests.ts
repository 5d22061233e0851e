import type { RowIds } from './world.ts'

/** The bodies of valid requests to OCTO's endpoints. The body of every other POST or PATCH request is `{}`. */
const bodies: Record<string, (ids: RowIds) => object> = {
  'POST /octo/:vineyard/availability': ({ experiences }) => ({
    productId: experiences,
    optionId: 'DEFAULT',
    localDate: '2026-06-06',
  }),
  'POST /octo/:vineyard/availability/calendar': ({ experiences }) => ({
    productId: experiences,
    optionId: 'DEFAULT',
    localDateStart: '2026-06-06',
    localDateEnd: '2026-06-08',
  }),
  'POST /octo/:vineyard/bookings': ({ experiences }) => ({
    productId: experiences,
    optionId: 'DEFAULT',
    availabilityId: '2026-06-06T14:30:00+01:00',
    unitItems: [{ unitId: 'guest' }],
  }),
}

/** Returns a valid request to an OCTO endpoint about these rows. */
export function octoRequestOf(name: string, ids: RowIds): { path: string; init: RequestInit } {
  const [method = '', pattern = ''] = name.split(' ')
  const path = pattern
    .replace(':vineyard', ids.vineyards)
    .replace(':id', ids.experiences)
    .replace(':uuid', ids.octo_bookings)
  if (method === 'GET') return { path: path.replace(/bookings$/, '$&?resellerReference=R-1'), init: {} }
  return { path, init: { method, body: JSON.stringify(bodies[name]?.(ids) ?? {}) } }
}

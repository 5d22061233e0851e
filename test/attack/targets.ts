/** A URL with the parameters that sqlmap tries, which are in the query or in a JSON body. */
type Target = {
  path: string
  body?: Record<string, unknown>
  parameters: string[]
  as?: 'winemaker' | 'admin'
}

const vineyard = 'de510001-0000-4000-8000-000000000000'
const experience = 'de510001-0000-4000-8000-000000000002'

/** Pages and endpoints that pass texts of visitors or staff to the database. */
export const targets: Target[] = [
  { path: '/explore?search=kent&region=Kent&type=wine_tasting', parameters: ['search', 'region', 'type'] },
  { path: `/book-now/${vineyard}?experience=${experience}`, parameters: ['experience'] },
  { path: '/blog?tag=chalk', parameters: ['tag'] },
  { path: '/api/vineyards?search=kent&region=Kent&sort=name', parameters: ['search', 'region', 'sort'] },
  { path: `/api/experiences?search=tour&vineyard_id=${vineyard}`, parameters: ['search', 'vineyard_id'] },
  {
    path: `/api/slots?experience_id=${experience}&from=2026-06-01&until=2026-06-07&sort=starts_at`,
    parameters: ['experience_id', 'from', 'sort'],
  },
  {
    path: '/api/rpc/authenticate_winemaker',
    body: { email_param: 'a@example.com', password_param: 'x' },
    parameters: ['email_param'],
  },
  {
    path: '/api/contact_messages',
    body: { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Hello.' },
    parameters: ['name', 'subject', 'message'],
  },
  {
    path: `/api/bookings?vineyard_id=${vineyard}&search=ada&sort=-created_at`,
    parameters: ['vineyard_id', 'search', 'sort'],
    as: 'winemaker',
  },
  { path: `/api/customers?vineyard_id=${vineyard}&search=ada`, parameters: ['search'], as: 'winemaker' },
  {
    path: '/api/emails?email_type=sign_in_link&search=ada',
    parameters: ['email_type', 'search'],
    as: 'admin',
  },
  { path: '/api/search?search=ada', parameters: ['search'], as: 'admin' },
  { path: '/api/audit_events?noun=booking&from=2026-06-01', parameters: ['noun', 'from'], as: 'admin' },
  { path: '/api/persons/export', body: { email: 'ada@example.com' }, parameters: ['email'], as: 'admin' },
]

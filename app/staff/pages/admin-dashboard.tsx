import { href, Link } from 'react-router'

import { callAsAdmin } from '../../people/admin-browser.ts'
import { siteName } from '../../ui/head.ts'
import { Notice } from '../../ui/notice.tsx'
import { Facts } from '../../ui/ticket.tsx'
import { failed } from '../../people/guard.tsx'
import type { Route } from './+types/admin-dashboard.ts'

export const meta: Route.MetaFunction = () => [
  { title: `Dashboard · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type Total = { total: number }

const counted = {
  'Vineyards that visitors see': 'vineyards?is_visible=true&limit=1',
  Winemakers: 'winemakers?limit=1',
  'Bookings that wait for their vineyard': 'bookings?status=pending&limit=1',
} as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = Object.entries(counted).map(async ([term, path]) => ({
    term,
    counted: await callAsAdmin<Total>(path),
  }))
  return (await Promise.all(asked)).map(({ term, counted: answer }) => {
    if (!answer.ok) throw failed('admin', request, answer.problem)
    return { term, value: String(answer.value.total) }
  })
}

export default function AdminDashboard({ loaderData, matches }: Route.ComponentProps) {
  const admin = matches[1].loaderData?.admin
  return (
    <>
      <div className="staff-head">
        <h1>The marketplace today</h1>
      </div>
      {admin && !admin.two_step && (
        <Notice tone="info">
          Your sign-in is a password alone.{' '}
          <Link to={`${href('/account')}?as=admin`}>Add an authenticator app</Link>
        </Notice>
      )}
      <section className="panel mt-6" aria-label="Counts">
        <Facts look="sumlist" items={loaderData} />
      </section>
    </>
  )
}

import type { ReactNode } from 'react'
import { href, Link } from 'react-router'

import { resultOf } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { answered } from '../../staff-client/guard.tsx'
import { formatCount } from '../../platform/counts.ts'
import { formatMoney } from '../../platform/money.ts'
import { siteName } from '../../ui/head.ts'
import { Notice } from '../../ui/notice.tsx'
import { SearchEverywhere } from '../../staff-search/components/search-everywhere.tsx'
import { waitingIn } from '../../dashboard/components/waiting.tsx'
import type { marketplaceApi } from '../../dashboard/marketplace.api.ts'
import { useSendsEmail } from '../../ui/sends-email.ts'
import type { Route } from './+types/dashboard.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Dashboard · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return answered(request, resultOf(apiFor<typeof marketplaceApi>('admin', '/api/marketplace').index.$get()))
}

export default function AdminDashboard({ loaderData, matches }: Route.ComponentProps) {
  const { figures, waiting } = loaderData
  const admin = matches[1].loaderData?.admin
  const things = waitingIn(waiting)
  const emails = useSendsEmail()
  return (
    <>
      <div className="staff-head">
        <h1>{headline(things.length)}</h1>
      </div>
      <div className="stack-sm">
        {admin && !admin.two_step && (
          <Notice tone="info">
            Your sign-in is a password alone.{' '}
            <Link to={`${href('/account')}?as=admin`}>Add an authenticator app</Link>
          </Notice>
        )}
        {!emails && (
          <Notice tone="wait" icon="mail">
            No mail server is set, so no email leaves this site: each one is kept in the{' '}
            <Link to={href('/admin/mail')}>email log</Link>. To send them, set SMTP_URL and start the site
            again: <Link to={`${href('/admin/system')}#email`}>how to set it</Link>.
          </Notice>
        )}
      </div>
      <dl className="strip space-above">
        <Figure term="Booked in seven days" value={formatCount(figures.placed)}>
          {formatMoney(figures.placed_pounds, 'GBP')}
        </Figure>
        <Figure term="Coming in seven days" value={formatCount(figures.coming)}>
          {figures.coming_guests === 1 ? '1 guest' : `${formatCount(figures.coming_guests)} guests`}
        </Figure>
        <Figure term="Vineyards to be seen" value={formatCount(figures.vineyards)}>
          {formatCount(figures.verified)} verified
        </Figure>
        <Figure term="Experiences on offer" value={formatCount(figures.experiences)}>
          {figures.winemakers === 1 ? '1 winemaker' : `${formatCount(figures.winemakers)} winemakers`}
        </Figure>
      </dl>
      <section className="panel space-above" aria-labelledby="find">
        <h2 id="find">Find anything</h2>
        <SearchEverywhere label="Search everything" />
        <p className="soft small">
          From any page: <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>K</kbd>.
        </p>
      </section>
      <section className="panel space-above" aria-labelledby="waits">
        <h2 id="waits">What waits</h2>
        {things.length === 0 ? (
          <p>Nothing waits for you.</p>
        ) : (
          <ul className="waits">
            {things.map(({ said, to }) => (
              <li key={said}>
                <Link to={to}>{said}</Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function Figure({ term, value, children }: { term: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="num">
        {value}
        <small>{children}</small>
      </dd>
    </div>
  )
}

function headline(things: number): string {
  if (things === 0) return 'Nothing waits for you'
  return things === 1 ? 'One thing waits for you' : `${things} things wait for you`
}

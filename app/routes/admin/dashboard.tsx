import { href, Link } from 'react-router'

import { apiFor } from '../../staff-client/staff-area.ts'
import { load } from '../../staff-client/load.ts'
import { formatCount } from '../../platform/text/counts.ts'
import { formatPounds } from '../../platform/money.ts'
import { keepingPage } from '../../ui/page/missing-answer.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { SearchEverywhere } from '../../staff/search/components/search-everywhere.tsx'
import { Strip } from '../../staff/dashboard/components/dashboard-panels.tsx'
import { loadHealth, troublesOf } from '../../operations/system/health-report.tsx'
import type { marketplaceApi } from '../../staff/dashboard/marketplace.api.ts'
import { useSendsEmail } from '../../ui/forms/sends-email.ts'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/dashboard.ts'
import type { Marketplace } from '../../staff/dashboard/marketplace.shapes.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => unlistedHead('Dashboard')

export const clientLoader = keepingPage(async ({ request }: Route.ClientLoaderArgs) => {
  const [marketplace, health] = await Promise.all([
    load(request, apiFor<typeof marketplaceApi>('admin', '/api/marketplace').index.$get()),
    loadHealth(request),
  ])
  // Failed emails are a task of their own, which leads to the email log.
  const report = { ...health.report, mail: { ...health.report.mail, dead: 0 } }
  return { ...marketplace, troubles: troublesOf({ ...health, report }) }
})

export default function AdminDashboard({ loaderData, matches }: Route.ComponentProps) {
  const { figures, waiting, troubles } = loaderData
  const admin = matches[1].loaderData?.admin
  const sendsEmail = useSendsEmail()
  const tasks = [
    ...troubles.map((text) => ({ text, to: href('/admin/system') })),
    !sendsEmail && {
      text: 'This site sends no emails until you set a mail server',
      to: `${href('/admin/system')}#email`,
    },
    admin?.two_step === false && {
      text: 'Your account is protected only by a password',
      to: href('/admin/account'),
    },
    ...tasksIn(waiting),
  ].filter((task) => task !== false)
  return (
    <>
      <StaffHead title={headline(tasks.length)} />
      {tasks.length > 0 && (
        <section className="panel" aria-labelledby="waits">
          <h2 id="waits">Needs attention</h2>
          <ul className="pending">
            {tasks.map(({ text, to }) => (
              <li key={text}>
                <Link to={to}>{text}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Strip
        className="space-above"
        figures={[
          {
            term: 'Booked in the last 7 days',
            value: formatCount(figures.placed),
            note: formatPounds(figures.placed_pounds),
          },
          {
            term: 'Visits in the next 7 days',
            value: formatCount(figures.coming),
            note: figures.coming_guests === 1 ? '1 guest' : `${formatCount(figures.coming_guests)} guests`,
          },
          {
            term: 'Vineyards on the site',
            value: formatCount(figures.vineyards),
            note: `${formatCount(figures.verified)} verified`,
          },
          {
            term: 'Experiences on offer',
            value: formatCount(figures.experiences),
            note: figures.winemakers === 1 ? '1 winemaker' : `${formatCount(figures.winemakers)} winemakers`,
          },
        ]}
      />
      <section className="panel space-above" aria-labelledby="find">
        <h2 id="find">Find anything</h2>
        <SearchEverywhere area="admin" label="Search everything" />
        <p className="soft small">
          From any page: <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>K</kbd>.
        </p>
      </section>
    </>
  )
}

function headline(tasks: number): string {
  if (tasks === 0) return 'You’re all caught up'
  return tasks === 1 ? 'One thing needs your attention' : `${tasks} things need your attention`
}

type Waiting = Marketplace['waiting']
type Task = keyof Waiting

/** The sentence of each task in the singular and the plural, and the link of the task. Tasks that concern guests come first. */
const taskTexts: Record<Task, { one: string; many: string; to: () => string }> = {
  late_bookings: {
    one: '1 booking has been pending for more than a day',
    many: 'bookings have been pending for more than a day',
    to: () => `${href('/admin/bookings')}?view=waiting&sort=created_at`,
  },
  erasure_requests: {
    one: '1 guest asked to be deleted',
    many: 'guests asked to be deleted',
    to: () => href('/admin/customers'),
  },
  failed_mails: {
    one: '1 email could not be delivered',
    many: 'emails could not be delivered',
    to: () => `${href('/admin/mail')}?state=dead`,
  },
  calendars: {
    one: '1 external calendar cannot be read in full',
    many: 'external calendars cannot be read in full',
    to: () => href('/admin/calendar-sync'),
  },
  reported_reviews: {
    one: '1 review was reported',
    many: 'reviews were reported',
    to: () => `${href('/admin/reviews')}?state=reported`,
  },
  review_pictures: {
    one: '1 review has pictures to look at',
    many: 'reviews have pictures to look at',
    to: () => `${href('/admin/reviews')}?state=pictures`,
  },
  contact_messages: {
    one: '1 message needs a reply',
    many: 'messages need a reply',
    to: () => href('/admin/messages'),
  },
  claims: {
    one: '1 claim needs a decision',
    many: 'claims need a decision',
    to: () => `${href('/admin/claims')}?state=new`,
  },
  unverified_vineyards: {
    one: '1 vineyard is not verified',
    many: 'vineyards are not verified',
    to: () => `${href('/admin/vineyards')}?is_visible=true&is_verified=false`,
  },
  invited_winemakers: {
    one: '1 winemaker has not accepted the invitation',
    many: 'winemakers have not accepted their invitations',
    to: () => `${href('/admin/winemakers')}?state=invited`,
  },
}

/** Returns the tasks that need attention, as sentences with links. */
function tasksIn(waiting: Waiting): { text: string; to: string }[] {
  return (Object.keys(taskTexts) as Task[])
    .filter((task) => waiting[task] > 0)
    .map((task) => {
      const { one, many, to } = taskTexts[task]
      const count = waiting[task]
      return { text: count === 1 ? one : `${formatCount(count)} ${many}`, to: to() }
    })
}

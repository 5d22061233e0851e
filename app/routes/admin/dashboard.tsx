import { href, Link } from 'react-router'

import { apiFor } from '../../staff-client/staff-area.ts'
import { load } from '../../staff-client/load.ts'
import { formatCount } from '../../platform/text/counts.ts'
import { formatPounds } from '../../platform/money.ts'
import { unlistedHead } from '../../ui/page/head.ts'
import { SearchEverywhere } from '../../staff/search/components/search-everywhere.tsx'
import { Strip } from '../../staff/dashboard/components/dashboard-panels.tsx'
import { loadHealth, troublesOf } from '../../operations/system/health-report.tsx'
import type { marketplaceApi } from '../../staff/dashboard/marketplace.api.ts'
import { useSendsEmail } from '../../ui/forms/sends-email.ts'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/dashboard.ts'
import type { Marketplace } from '../../staff/dashboard/marketplace.shapes.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Dashboard')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [marketplace, health] = await Promise.all([
    load(request, apiFor<typeof marketplaceApi>('admin', '/api/marketplace').index.$get()),
    loadHealth(request),
  ])
  // Failed emails are a task of their own, which leads to the email log.
  const report = { ...health.report, mail: { ...health.report.mail, dead: 0 } }
  return { ...marketplace, troubles: troublesOf({ ...health, report }) }
}

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

/** The words that follow the number of tasks (singular and plural), and a link. Tasks that concern guests come first. */
const taskTexts: Record<keyof Waiting, [one: string, many: string, to: string]> = {
  late_bookings: [
    'booking has been pending for more than a day',
    'bookings have been pending for more than a day',
    `${href('/admin/bookings')}?view=waiting&sort=created_at`,
  ],
  erasure_requests: ['guest asked to be deleted', 'guests asked to be deleted', href('/admin/customers')],
  failed_mails: [
    'email could not be delivered',
    'emails could not be delivered',
    `${href('/admin/mail')}?state=dead`,
  ],
  calendars: [
    'external calendar cannot be read in full',
    'external calendars cannot be read in full',
    href('/admin/calendar-sync'),
  ],
  reported_reviews: [
    'review was reported',
    'reviews were reported',
    `${href('/admin/reviews')}?state=reported`,
  ],
  review_pictures: [
    'review has pictures to look at',
    'reviews have pictures to look at',
    `${href('/admin/reviews')}?state=pictures`,
  ],
  contact_messages: ['message needs a reply', 'messages need a reply', href('/admin/messages')],
  claims: ['claim needs a decision', 'claims need a decision', `${href('/admin/claims')}?state=new`],
  unverified_vineyards: [
    'vineyard is not verified',
    'vineyards are not verified',
    `${href('/admin/vineyards')}?is_visible=true&is_verified=false`,
  ],
  invited_winemakers: [
    'winemaker has not accepted the invitation',
    'winemakers have not accepted their invitations',
    `${href('/admin/winemakers')}?state=invited`,
  ],
}

/** Returns the tasks that need attention, as sentences with links. */
function tasksIn(waiting: Waiting): { text: string; to: string }[] {
  const tasks = Object.entries(taskTexts) as [keyof Waiting, [string, string, string]][]
  return tasks.flatMap(([task, [one, many, to]]) => {
    const count = waiting[task]
    return count > 0 ? [{ text: `${formatCount(count)} ${count === 1 ? one : many}`, to }] : []
  })
}

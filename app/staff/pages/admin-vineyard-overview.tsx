import { href, Link, useOutletContext } from 'react-router'

import type { Page } from '../../platform/api/listing.server.ts'
import { formatCount } from '../../platform/counts.ts'
import { isId } from '../../platform/ids.ts'
import { formatMoment } from '../../platform/days.ts'
import type { WinemakerEntry } from '../../people/winemaker.ts'
import { addressOf } from '../../vineyards/vineyard.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Facts } from '../../ui/ticket.tsx'
import { changesIn } from '../audit/changes.ts'
import { readAsAdmin } from '../shell/read.tsx'
import type { AuditEvent } from '../audit/changes.ts'
import type { Route } from './+types/admin-vineyard-overview.ts'
import type { AdminVineyard } from './admin-vineyard.tsx'

export async function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  if (!isId(id)) return { bookings: 0, pending: 0, staff: [], events: [] }
  const total = async (path: string) => (await readAsAdmin<Page<unknown>>(request, path)).total
  const of = `vineyard_id=${encodeURIComponent(id)}`
  const [bookings, pending, staff, events] = await Promise.all([
    total(`bookings?${of}&limit=1`),
    total(`bookings?${of}&status=pending&limit=1`),
    readAsAdmin<Page<WinemakerEntry>>(request, `winemakers?${of}`),
    readAsAdmin<Page<AuditEvent>>(request, `audit_events?${of}&limit=5`),
  ])
  return { bookings, pending, staff: staff.items, events: events.items }
}

export default function AdminVineyardOverview({ loaderData }: Route.ComponentProps) {
  const { bookings, pending, staff, events } = loaderData
  const vineyard = useOutletContext<AdminVineyard | null>()
  if (!vineyard)
    return (
      <Empty
        level="h1"
        title="Vineyard not found"
        action={<ButtonLink to={href('/admin/vineyards')}>All vineyards</ButtonLink>}
      />
    )
  const invite = `${href('/admin/winemakers')}?${new URLSearchParams({ vineyard_id: vineyard.id })}#invite`
  return (
    <div className="halves">
      <section className="panel" aria-labelledby="facts">
        <h2 id="facts">How it stands</h2>
        <Facts
          look="sumlist"
          items={[
            { term: 'Experiences that can be booked', value: formatCount(vineyard.active_experiences) },
            { term: 'Bookings', value: formatCount(bookings) },
            { term: 'Bookings that wait', value: formatCount(pending) },
            { term: 'Address', value: addressOf(vineyard) ?? 'None yet' },
            { term: 'Phone', value: vineyard.phone ?? 'None yet' },
            { term: 'Email', value: vineyard.email ?? 'None yet' },
            { term: 'Added', value: formatMoment(vineyard.created_at) },
          ]}
        />
      </section>
      <section className="panel" aria-labelledby="staff">
        <h2 id="staff">Who looks after it</h2>
        {staff.length === 0 ? (
          <p>Nobody yet.</p>
        ) : (
          <ul className="plain">
            {staff.map(({ id, name, email, is_active }) => (
              <li key={id}>
                <strong>{name}</strong> {!is_active && <span className="soft">(disabled)</span>}
                <br />
                <span className="soft small">{email}</span>
              </li>
            ))}
          </ul>
        )}
        <p>
          <Link to={invite}>Invite somebody</Link>
        </p>
      </section>
      <section className="panel full" aria-labelledby="latest">
        <h2 id="latest">What changed last</h2>
        {events.length === 0 ? (
          <p>Nothing was changed by hand yet.</p>
        ) : (
          <ul className="plain">
            {events.map((event) => (
              <li key={event.id}>
                {event.actor_name ?? 'The system'}: {event.noun.replaceAll('_', ' ')},{' '}
                {changesIn(event)
                  .map(({ field }) => field.replaceAll('_', ' '))
                  .join(', ')}
                <br />
                <span className="soft small">{formatMoment(event.happened_at)}</span>
              </li>
            ))}
          </ul>
        )}
        <p>
          <Link to={`${href('/admin/audit')}?${new URLSearchParams({ vineyard_id: vineyard.id })}`}>
            All changes here
          </Link>
        </p>
      </section>
    </div>
  )
}

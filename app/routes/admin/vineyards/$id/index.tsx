import { href, Link, useOutletContext } from 'react-router'

import type { bookingApi } from '../../../../bookings/booking.api.ts'
import type { openingAlertApi } from '../../../../explore/opening-alerts/opening-alert.api.ts'
import type { auditApi } from '../../../../operations/audit/audit.api.ts'
import { formatCount } from '../../../../platform/text/counts.ts'
import { apiFor } from '../../../../staff-client/staff-area.ts'
import { load } from '../../../../staff-client/load.ts'
import { isId } from '../../../../platform/ids.ts'
import { formatMoment } from '../../../../platform/days.ts'
import { postalAddressOf } from '../../../../catalogue/vineyards/vineyard.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Empty } from '../../../../ui/lists/empty.tsx'
import { TwoLines } from '../../../../ui/lists/data-table.tsx'
import { MailAddress } from '../../../../ui/mail-link.tsx'
import { Facts } from '../../../../ui/pictures/ticket.tsx'
import { sentenceOf } from '../../../../operations/audit/changes.ts'
import { winemakers } from '../../../../people/team/winemaker-actions.tsx'
import type { Route } from './+types/index.ts'
import type { AdminVineyard } from '../../../../catalogue/vineyards/vineyard-save.tsx'

const bookings = apiFor<typeof bookingApi>('admin', '/api/bookings')
const openingAlerts = apiFor<typeof openingAlertApi>('admin', '/api/opening_alerts')
const audit = apiFor<typeof auditApi>('admin', '/api/audit_events')

export async function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  if (!isId(id)) return { bookings: 0, pending: 0, waiting: 0, staff: [], events: [] }
  const of = { vineyard_id: id }
  const [all, pending, awaited, staff, events] = await Promise.all([
    load(request, bookings.index.$get({ query: { ...of, limit: '1' } })),
    load(request, bookings.index.$get({ query: { ...of, status: 'pending', limit: '1' } })),
    load(request, openingAlerts.index.$get({ query: { ...of, limit: '1' } })),
    load(request, winemakers.index.$get({ query: of })),
    load(request, audit.index.$get({ query: { ...of, limit: '5' } })),
  ])
  return {
    bookings: all.total,
    pending: pending.total,
    waiting: awaited.items[0]?.waiting ?? 0,
    staff: staff.items,
    events: events.items,
  }
}

export default function AdminVineyardOverview({ loaderData }: Route.ComponentProps) {
  const { bookings, pending, waiting, staff, events } = loaderData
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
    <div className="columns">
      <section className="panel" aria-labelledby="facts">
        <h2 id="facts">Summary</h2>
        <Facts
          variant="sumlist"
          items={[
            { term: 'Bookable experiences', value: formatCount(vineyard.active_experiences) },
            { term: 'Bookings', value: formatCount(bookings) },
            { term: 'Pending bookings', value: formatCount(pending) },
            { term: 'Visitors waiting for booking to open', value: formatCount(waiting) },
            { term: 'Address', value: postalAddressOf(vineyard) ?? 'None yet' },
            { term: 'Phone', value: vineyard.phone ?? 'None yet' },
            {
              term: 'Email',
              value: vineyard.email ? <MailAddress>{vineyard.email}</MailAddress> : 'None yet',
            },
            { term: 'Added', value: formatMoment(vineyard.created_at) },
          ]}
        />
      </section>
      <section className="panel" aria-labelledby="staff">
        <h2 id="staff">Staff</h2>
        {staff.length === 0 ? (
          <p>No staff yet.</p>
        ) : (
          <ul className="plain">
            {staff.map(({ id, name, email, is_active }) => (
              <li key={id}>
                <TwoLines below={<MailAddress>{email}</MailAddress>}>
                  <strong>{name}</strong> {!is_active && <span className="soft">(disabled)</span>}
                </TwoLines>
              </li>
            ))}
          </ul>
        )}
        <p>
          <Link to={invite}>Invite someone</Link>
        </p>
      </section>
      <section className="panel full" aria-labelledby="latest">
        <h2 id="latest">Latest changes</h2>
        {events.length === 0 ? (
          <p>No changes yet.</p>
        ) : (
          <ul className="plain">
            {events.map((event) => {
              const { deed, name } = sentenceOf(event)
              return (
                <li key={event.id}>
                  <TwoLines below={formatMoment(event.happened_at)}>
                    {event.actor_name ?? 'The system'} {deed} {name && <strong>{name}</strong>}
                  </TwoLines>
                </li>
              )
            })}
          </ul>
        )}
        <p>
          <Link to={`${href('/admin/audit')}?${new URLSearchParams({ vineyard_id: vineyard.id })}`}>
            All changes to this vineyard
          </Link>
        </p>
      </section>
    </div>
  )
}

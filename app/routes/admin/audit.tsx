import { href, Link } from 'react-router'

import type { auditApi } from '../../operations/audit/audit.api.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { loadList } from '../../staff-client/load.ts'
import { tallyOf } from '../../platform/text/counts.ts'
import { formatMoment } from '../../platform/days.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import {
  type AuditEvent,
  auditNouns,
  changesIn,
  nameOfField,
  sentenceOf,
} from '../../operations/audit/changes.ts'
import { DayFilter, ListFilter, ListTools, Pager } from '../../ui/lists/list-tools.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/audit.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Audit')

const filters = ['noun', 'noun_id', 'actor_id', 'vineyard_id', 'from', 'until'] as const

const audit = apiFor<typeof auditApi>('admin', '/api/audit_events')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(request, audit.index.$get, filters)
}

export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  const { items, total, isFiltered } = loaderData
  return (
    <>
      <StaffHead title={`${tallyOf(total, 'change')} by staff`} />
      <ListTools keep={['noun_id', 'actor_id', 'vineyard_id']}>
        <ListFilter label="Record" name="noun" options={auditNouns} />
        <DayFilter label="From" name="from" />
        <DayFilter label="Until" name="until" />
      </ListTools>
      {isFiltered && (
        <p>
          <Link to={href('/admin/audit')}>All changes</Link>
        </p>
      )}
      {items.length === 0 ? (
        <Empty
          title={isFiltered ? 'No matching changes' : 'No changes yet'}
          action={isFiltered && <ButtonLink to={href('/admin/audit')}>Clear the filters</ButtonLink>}
        >
          Every change by staff appears here, with its values before and after.
        </Empty>
      ) : (
        <ol className="events">
          {items.map((event) => (
            <li key={event.id}>
              <Event {...event} />
            </li>
          ))}
        </ol>
      )}
      <Pager {...loaderData} />
    </>
  )
}

function Event(event: AuditEvent) {
  const { actor, actor_id, actor_name, noun, noun_id, happened_at } = event
  const who = actor_name ?? (actor === 'system' ? 'The system' : 'A former member of staff')
  const { deed, name } = sentenceOf(event)
  const only = (query: Record<string, string>) => `?${new URLSearchParams(query)}`
  return (
    <details>
      <summary>
        <strong>{who}</strong> {deed} {name && <strong>{name}</strong>}
        <br />
        <span className="soft small">
          {formatMoment(happened_at)},{' '}
          {actor === 'system' ? 'automatically' : actor === 'key' ? 'by a program' : actor}
        </span>
      </summary>
      <table className="diff">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changesIn(event).map(({ field, before, after, erased }) => (
            <tr key={field}>
              <th scope="row">{nameOfField(field)}</th>
              {erased ? (
                <td colSpan={2} className="soft">
                  Erased with the personal data of the person
                </td>
              ) : (
                <>
                  <td>{before ? <del>{before}</del> : <span className="soft">empty</span>}</td>
                  <td>{after ? <ins>{after}</ins> : <span className="soft">empty</span>}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="row small">
        {noun === 'booking' && (
          <Link to={href('/admin/bookings/:id', { id: noun_id })}>Open the booking</Link>
        )}
        {noun === 'vineyard' && (
          <Link to={href('/admin/vineyards/:id', { id: noun_id })}>Open the vineyard</Link>
        )}
        <Link to={only({ noun, noun_id })}>All changes to this record</Link>
        {actor_id && <Link to={only({ actor_id })}>All changes by {who}</Link>}
      </p>
    </details>
  )
}

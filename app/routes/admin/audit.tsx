import type { InferRequestType } from 'hono/client'
import { href, Link } from 'react-router'

import type { auditApi } from '../../audit/audit.api.ts'
import { resultOf } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { answered } from '../../staff-client/guard.tsx'
import { tallyOf } from '../../platform/counts.ts'
import { formatMoment } from '../../platform/days.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FollowedField } from '../../ui/field.tsx'
import { siteName } from '../../ui/head.ts'
import { type AuditEvent, auditNouns, changesIn, sentenceOf } from '../../audit/changes.ts'
import { listQueryOf, ListFilter, ListTools, Pager } from '../../ui/list-tools.tsx'
import type { Route } from './+types/audit.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Audit · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

const filters = ['noun', 'noun_id', 'actor_id', 'vineyard_id', 'from', 'until'] as const

const audit = apiFor<typeof auditApi>('admin', '/api/audit_events')
type AuditQuery = NonNullable<InferRequestType<typeof audit.index.$get>['query']>

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = listQueryOf<AuditQuery>(request, filters)
  const events = await answered(request, resultOf(audit.index.$get({ query: asked })))
  return { ...events, asked }
}

export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  const { items, total, asked } = loaderData
  const { page: _page, ...chosen } = asked
  const isFiltered = Object.keys(chosen).length > 0
  return (
    <>
      <div className="staff-head">
        <h1>{tallyOf(total, 'change')} by staff</h1>
      </div>
      <ListTools>
        <ListFilter label="What" name="noun" value={asked.noun ?? ''} options={auditNouns} />
        <FollowedField label="From" name="from" type="date" value={asked.from ?? ''} />
        <FollowedField label="Until" name="until" type="date" value={asked.until ?? ''} />
        {(['noun_id', 'actor_id', 'vineyard_id'] as const).map(
          (name) => asked[name] && <input key={name} type="hidden" name={name} value={asked[name]} />,
        )}
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
  const only = (asked: Record<string, string>) => `?${new URLSearchParams(asked)}`
  return (
    <details>
      <summary>
        <strong>{who}</strong> {deed} <strong>{name}</strong>
        <br />
        <span className="soft small">
          {formatMoment(happened_at)}, {actor === 'system' ? 'automatically' : actor}
        </span>
      </summary>
      <ChangeTable event={event} />
      <p className="row small">
        {noun === 'booking' && (
          <Link to={href('/admin/bookings/:id', { id: noun_id })}>Open the booking</Link>
        )}
        {noun === 'vineyard' && (
          <Link to={href('/admin/vineyards/:id', { id: noun_id })}>Open the vineyard</Link>
        )}
        <Link to={only({ noun, noun_id })}>All changes to this</Link>
        {actor_id && <Link to={only({ actor_id })}>All changes by {who}</Link>}
      </p>
    </details>
  )
}

function ChangeTable({ event }: { event: AuditEvent }) {
  return (
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
            <th scope="row">{field.replaceAll('_', ' ')}</th>
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
  )
}

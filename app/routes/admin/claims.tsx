import { href, Link } from 'react-router'

import type { openingAlertApi } from '../../explore/opening-alerts/opening-alert.api.ts'
import { respond } from '../../staff-client/action-result.tsx'
import { load, loadList } from '../../staff-client/load.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { countOf, formatCount, tallyOf } from '../../platform/text/counts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { ClaimEntry, claimStates } from '../../moving-in/claims/components/claim-entry.tsx'
import { claims, decideOnClaim } from '../../moving-in/claims/claim-actions.tsx'
import { ListFilter, ListTools, Pager, usePinned } from '../../ui/lists/list-tools.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/claims.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Claims')

const openingAlerts = apiFor<typeof openingAlertApi>('admin', '/api/opening_alerts')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [list, unproven, awaited] = await Promise.all([
    loadList(request, claims.index.$get, ['state', 'vineyard_id']),
    load(request, claims.index.$get({ query: { state: 'unproven', limit: '1' } })),
    load(request, openingAlerts.index.$get({ query: { limit: '10' } })),
  ])
  return { ...list, unproven: unproven.total, awaited: awaited.items }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return respond(await decideOnClaim(request))
}

export default function AdminClaims({ loaderData, actionData }: Route.ComponentProps) {
  const { total, unproven, awaited, isFiltered } = loaderData
  const items = usePinned(loaderData.items, actionData)
  return (
    <>
      <StaffHead title={tallyOf(total, 'claim')} />
      <ListTools>
        <ListFilter label="State" name="state" all="All with a confirmed email" options={claimStates} />
        {unproven > 0 && (
          <p className="small">
            <Link to="?state=unproven">
              {unproven === 1
                ? '1 claim whose email is not confirmed'
                : `${formatCount(unproven)} claims whose email is not confirmed`}
            </Link>
          </p>
        )}
      </ListTools>
      {items.length === 0 ? (
        <Empty
          title={isFiltered ? 'No claims match that' : 'No claims'}
          action={isFiltered && <ButtonLink to={href('/admin/claims')}>Clear the filters</ButtonLink>}
        >
          {isFiltered
            ? 'Try fewer filters.'
            : 'Claims to manage unverified vineyards appear here for you to decide.'}
        </Empty>
      ) : (
        <ol className="events">
          {items.map((claim) => (
            <li key={claim.id}>
              <ClaimEntry claim={claim} outcome={actionData} />
            </li>
          ))}
        </ol>
      )}
      <Pager {...loaderData} />
      {awaited.length > 0 && (
        <section className="panel space-above" aria-labelledby="awaited">
          <h2 id="awaited">Vineyards that visitors wait for</h2>
          <p className="soft small">Each visitor gets one email when the first visit can be booked.</p>
          <ul className="plain">
            {awaited.map(({ id, name, waiting }) => (
              <li key={id}>
                <Link to={href('/admin/vineyards/:id', { id })}>{name}</Link>: {countOf(waiting, 'visitor')}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Toast about={actionData?.failed && actionData.is_from_dialog ? undefined : actionData} />
    </>
  )
}

import { respond } from '../../staff-client/action-result.tsx'

import { loadList } from '../../staff-client/guard.tsx'
import { tallyOf } from '../../platform/counts.ts'
import { Empty } from '../../ui/empty.tsx'
import { unlistedHead } from '../../ui/head.ts'
import { ClaimEntry, claimStates } from '../../claims/components/claim-entry.tsx'
import { claims, decideOnClaim } from '../../claims/claim-actions.tsx'
import { ListFilter, ListTools, Pager, usePinned } from '../../ui/list-tools.tsx'
import { Toast } from '../../ui/toast.tsx'
import { StaffHead } from '../../ui/staff-head.tsx'
import type { Route } from './+types/claims.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => unlistedHead('Claims')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(request, claims.index.$get, ['state', 'vineyard_id'])
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return respond(await decideOnClaim(request))
}

export default function AdminClaims({ loaderData, actionData }: Route.ComponentProps) {
  const { total } = loaderData
  const items = usePinned(loaderData.items, actionData)
  return (
    <>
      <StaffHead title={tallyOf(total, 'claim')} />
      <ListTools>
        <ListFilter label="State" name="state" all="All proved" options={claimStates} />
      </ListTools>
      {items.length === 0 ? (
        <Empty title="No claims">Claims of unverified vineyards appear here for you to decide.</Empty>
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
      <Toast about={actionData?.failed && actionData.is_from_dialog ? undefined : actionData} />
    </>
  )
}

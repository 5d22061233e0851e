import { respond } from '../../staff-client/action-result.tsx'
import type { InferRequestType } from 'hono/client'

import { resultOf } from '../../staff-client/call.ts'
import { answered } from '../../staff-client/guard.tsx'
import { tallyOf } from '../../platform/counts.ts'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { ClaimEntry, claimStates } from '../../claims/components/claim-entry.tsx'
import { claims, decideOnClaim } from '../../claims/claim-actions.tsx'
import { listQueryOf, ListFilter, ListTools, Pager, usePinned } from '../../ui/list-tools.tsx'
import { Toast } from '../../ui/toast.tsx'
import type { Route } from './+types/claims.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Claims · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type ClaimQuery = NonNullable<InferRequestType<typeof claims.index.$get>['query']>

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = listQueryOf<ClaimQuery>(request, ['state', 'vineyard_id'])
  const list = await answered(request, resultOf(claims.index.$get({ query: asked })))
  return { ...list, asked }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return respond(await decideOnClaim(request))
}

const states = Object.fromEntries(Object.entries(claimStates).map(([state, { label }]) => [state, label]))

export default function AdminClaims({ loaderData, actionData }: Route.ComponentProps) {
  const { total, asked } = loaderData
  const items = usePinned(loaderData.items, actionData)
  return (
    <>
      <div className="staff-head">
        <h1>{tallyOf(total, 'claim')}</h1>
      </div>
      <ListTools>
        <ListFilter label="State" name="state" value={asked.state ?? ''} all="All proved" options={states} />
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

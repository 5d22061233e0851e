import { data, href, Link } from 'react-router'

import { apiKeys, changeKeys } from '../../api-keys/api-key-actions.tsx'
import { KeyForm } from '../../api-keys/components/key-form.tsx'
import { KeyList } from '../../api-keys/components/key-list.tsx'
import { load, vineyardAt } from '../../staff-client/guard.tsx'
import { Empty } from '../../ui/empty.tsx'
import { unlistedHead } from '../../ui/head.ts'
import { NewSecret } from '../../ui/new-secret.tsx'
import { StaffHead } from '../../ui/staff-head.tsx'
import { Toast } from '../../ui/toast.tsx'
import type { Route } from './+types/integrations.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => unlistedHead('Integrations')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const vineyard_id = await vineyardAt('winemaker', request, undefined)
  const { items } = await load(request, apiKeys.index.$get({ query: { vineyard_id } }))
  return { vineyard_id, items }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const result = await changeKeys(request)
  return data(result, { status: result.failed ? 422 : 200 })
}

/** Keys with which other programs read the vineyard. */
export default function Integrations({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard_id, items } = loaderData
  const made = actionData?.intent === 'make' ? actionData : undefined
  return (
    <>
      <StaffHead title="Integrations" below="Keys with which other programs use your vineyard’s data." />
      {made?.key && (
        <NewSecret
          key={made.key}
          label="New key"
          secret={made.key}
          hint="Copy it now: we will not show it again. Whoever has it can do what you allowed."
        />
      )}
      <section className="space-above" aria-labelledby="keys">
        <h2 id="keys">API keys</h2>
        {items.length === 0 ? (
          <Empty title="No key yet" level="h3">
            A key lets your own site or another program read your experiences and bookings.{' '}
            <Link to={href('/api/docs')} reloadDocument>
              Read how
            </Link>
          </Empty>
        ) : (
          <KeyList keys={items} outcome={actionData} />
        )}
      </section>
      <section className="panel space-above" aria-labelledby="make">
        <h2 id="make">Make a key</h2>
        <KeyForm key={items.length} vineyardId={vineyard_id} problems={made?.fields ?? {}} />
      </section>
      <Toast about={made?.key ? undefined : actionData} />
    </>
  )
}

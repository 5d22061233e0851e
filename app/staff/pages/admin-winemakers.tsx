import type { InferRequestType } from 'hono/client'

import { resultOf } from '../../people/desk/call.ts'
import { answered } from '../../people/desk/guard.tsx'
import { formatTotal } from '../../platform/counts.ts'
import { vineyardsAt } from '../../vineyards/vineyard-save.ts'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { InviteForm } from '../people/invite-form.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Said } from '../shell/said.tsx'
import { Filter } from '../shell/filter.tsx'
import { ListTools, askedBy } from '../../ui/list-tools.tsx'
import { actOnWinemaker, winemakers } from '../people/winemaker-acts.tsx'
import { Winemaker, winemakerWords } from '../people/winemaker-entry.tsx'
import type { Route } from './+types/admin-winemakers.ts'

export { PageFailure as ErrorBoundary } from '../../people/desk/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Winemakers · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type Asked = NonNullable<InferRequestType<typeof winemakers.index.$get>['query']>

const filters = ['state', 'vineyard_id'] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = askedBy<Asked>(request, filters)
  const [list, vineyard] = await Promise.all([
    answered(request, resultOf(winemakers.index.$get({ query: asked }))),
    asked.vineyard_id
      ? answered(request, resultOf(vineyardsAt('admin')[':id'].$get({ param: { id: asked.vineyard_id } })))
      : undefined,
  ])
  return { ...list, asked, vineyard }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return actOnWinemaker(request)
}

const states = Object.fromEntries(Object.entries(winemakerWords).map(([state, { label }]) => [state, label]))
const orders = {
  name: 'Name',
  vineyard_name: 'Vineyard',
  '-created_at': 'Newest',
  '-last_used_at': 'Here last',
}

export default function AdminWinemakers({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, asked, vineyard } = loaderData
  const refused = actionData?.failed === true
  return (
    <>
      <div className="staff-head">
        <h1>
          {total === 1 ? 'One winemaker' : `${formatTotal(total)} winemakers`}
          {vineyard && ` at ${vineyard.name}`}
        </h1>
      </div>
      <ListTools label="Name, address or vineyard" search={asked.search ?? ''}>
        <Filter label="State" name="state" value={asked.state ?? ''} options={states} />
        <Filter label="Order" name="sort" value={asked.sort ?? 'name'} options={orders} all={null} />
        {vineyard && <input type="hidden" name="vineyard_id" value={vineyard.id} />}
      </ListTools>
      <section aria-label="All winemakers">
        {items.length === 0 ? (
          <Empty title={asked.search ? `Nobody is called “${asked.search}”` : 'Nobody here'}>
            Whoever you invite appears here.
          </Empty>
        ) : (
          <ul className="roll">
            {items.map((winemaker) => (
              <Winemaker key={winemaker.id} winemaker={winemaker} />
            ))}
          </ul>
        )}
        <Pager {...loaderData} />
      </section>
      <section className="panel mt-6" aria-labelledby="invite">
        <h2 id="invite">Invite somebody</h2>
        <InviteForm
          key={refused ? 'again' : actionData?.said}
          vineyard={vineyard}
          problems={actionData?.fields ?? {}}
        />
      </section>
      <Said outcome={actionData} />
    </>
  )
}

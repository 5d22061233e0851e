import type { InferRequestType } from 'hono/client'
import { href } from 'react-router'

import { toActionResult, respond, textIn } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { answered } from '../../staff-client/guard.tsx'
import { tallyOf } from '../../platform/counts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import { askedBy, ListFilter, ListOrder, ListTools } from '../../ui/list-tools.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { formatType } from '../../experiences/experience.ts'
import { setOffered } from '../../experiences/experience-actions.ts'
import { experienceColumns } from '../../experiences/components/experience-columns.tsx'
import { experiencesAt } from '../../experiences/experience-save.ts'
import type { Route } from './+types/experiences.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Experiences · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

type ExperienceQuery = NonNullable<
  InferRequestType<ReturnType<typeof experiencesAt>['index']['$get']>['query']
>

const usualSort = 'title'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = experiencesAt('admin')
  const asked = askedBy<ExperienceQuery>(request, ['vineyard_id', 'type', 'is_active', 'is_planned'])
  const [list, kinds] = await Promise.all([
    answered(request, resultOf(api.index.$get({ query: { sort: usualSort, ...asked } }))),
    answered(request, resultOf(api.kinds.$get())),
  ])
  return { ...list, asked, kinds }
}

/** Throws the switch beside an experience; what was thrown can be thrown back. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const [id, title, on] = [textIn(form, 'id'), textIn(form, 'title'), textIn(form, 'to') === 'true']
  const said = on ? `${title} is on sale.` : `${title} is off sale. What is booked stays booked.`
  const undo = { id, title, to: String(!on) }
  return respond(toActionResult(request, await setOffered('admin', id, on), said, undo))
}

const orders = {
  title: 'Title',
  vineyard_name: 'Vineyard',
  price_per_person: 'Cheapest',
  '-price_per_person': 'Dearest',
  '-created_at': 'Newest',
  '-updated_at': 'Changed last',
}

/** What all vineyards offer, on one page. */
export default function AllExperiences({ loaderData }: Route.ComponentProps) {
  const { items, total, asked, kinds } = loaderData
  const { search = '', sort = usualSort, page: _page, ...chosen } = asked
  const isFiltered = search !== '' || Object.keys(chosen).length > 0
  const everything = <ButtonLink to={href('/admin/experiences')}>Clear search and filters</ButtonLink>
  return (
    <Toasts>
      <div className="staff-head">
        <h1>{headline(total, isFiltered)}</h1>
      </div>
      <ListTools
        label="Title, vineyard, town or county"
        search={search}
        kept={{ vineyard_id: asked.vineyard_id }}
      >
        <ListFilter
          label="Kind"
          name="type"
          value={asked.type ?? ''}
          options={Object.fromEntries(kinds.map((kind) => [kind, formatType(kind)]))}
        />
        <ListFilter
          label="On sale"
          name="is_active"
          value={asked.is_active ?? ''}
          options={{ true: 'On sale', false: 'Off sale' }}
        />
        <ListFilter
          label="Start times"
          name="is_planned"
          value={asked.is_planned ?? ''}
          options={{ true: 'Planned', false: 'None to come' }}
        />
        <ListOrder value={sort} orders={orders} />
      </ListTools>
      {items.length === 0 ? (
        <Empty
          title={isFiltered ? 'No experience fits all of that' : 'No experiences yet'}
          action={
            isFiltered ? everything : <ButtonLink to={href('/admin/vineyards')}>See the vineyards</ButtonLink>
          }
        >
          {isFiltered
            ? 'Another word or one filter less often does it.'
            : 'They are added at their vineyards, by their own staff or by you.'}
        </Empty>
      ) : (
        <DataTable caption="Experiences" columns={experienceColumns} rows={items} sort={sort} />
      )}
      <Pager {...loaderData} />
    </Toasts>
  )
}

function headline(total: number, isFiltered: boolean): string {
  const count = tallyOf(total, 'experience')
  return isFiltered ? `${count} found` : count
}

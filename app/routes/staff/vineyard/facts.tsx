import { data, Link, useLocation } from 'react-router'

import VisitFactList from '../../../catalogue/experiences/components/visit-fact-list.tsx'
import { groupVisitFacts } from '../../../catalogue/experiences/experience-facts.ts'
import { FactEditor } from '../../../catalogue/facts/components/fact-editor.tsx'
import {
  factDraftOf,
  factsAt,
  type FactSaveResult,
  type OpenedFacts,
  saveFacts,
  statedIn,
} from '../../../catalogue/facts/fact-actions.tsx'
import { countOf } from '../../../platform/text/counts.ts'
import { load, vineyardAt } from '../../../staff-client/load.ts'
import { staffAreaOf } from '../../../staff-client/staff-area.ts'
import { unlistedHead } from '../../../ui/page/head.ts'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import { Tabs } from '../../../ui/lists/list-tools.tsx'
import type { Route } from './+types/facts.ts'
import '../../../catalogue/vineyards/components/vineyards.css'

export const meta: Route.MetaFunction = () => unlistedHead('Facts for visitors')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const id = await vineyardAt(request, 'id' in params ? params.id : undefined)
  const stated = await load(request, factsAt(area)[':id'].facts.$get({ param: { id } }))
  const asked = new URL(request.url).searchParams.get('experience')
  return { stated, chosen: stated.experiences.find((experience) => experience.id === asked) ?? null }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const opened = JSON.parse(String(form.get('seen'))) as OpenedFacts
  const result = await saveFacts(staffAreaOf(request.url), opened, form)
  // Status 422 prevents a reload, so the form keeps its input.
  return data<FactSaveResult>(result, { status: result.saved_at === null ? 422 : 200 })
}

export default function EditFacts({ loaderData, actionData }: Route.ComponentProps) {
  const { stated, chosen } = loaderData
  const { pathname } = useLocation()
  const experience_id = chosen?.id ?? null
  const { vineyard_id, version, experiences } = stated
  const differing = (id: string) => stated.facts.filter((fact) => fact.experience_id === id).length
  const current = (id: string | null) => (id === experience_id ? 'page' : undefined)
  return (
    <>
      <StaffHead
        title="Facts for visitors"
        below="Plain answers help people decide and arrive well prepared. Visitors see your answers on your page, in their emails and on the ticket, and can filter by them. We never guess an answer that you leave out."
      />
      <Tabs label="Answers for">
        <Link to={pathname} aria-current={current(null)}>
          All experiences
        </Link>
        {experiences.map(({ id, title }) => (
          <Link key={id} to={`${pathname}?experience=${id}`} aria-current={current(id)}>
            {title}
            {differing(id) > 0 && ` (${countOf(differing(id), 'differs', 'differ')})`}
          </Link>
        ))}
      </Tabs>
      <p className="soft small">
        {chosen
          ? `The first six answers belong to ${chosen.title}. Below them, answer only what differs: the answers for all experiences apply to the rest.`
          : 'These answers are for all experiences. Choose an experience above to say what differs there, and to answer for it about parking, the station, food, access, dogs and children.'}{' '}
        Where more than one choice is true, add the rest in the details.
      </p>
      <FactEditor
        key={experience_id}
        loaded={{ vineyard_id, experience_id, version, ...factDraftOf(stated, experience_id) }}
        all={stated.facts}
        experiences={experiences}
        result={actionData}
        preview={(draft) => {
          const facts = statedIn(draft, stated.today)
          return (
            <VisitFactList
              heading="Good to know about every visit"
              facts={{ ...groupVisitFacts([], facts).common, ...draft.visit }}
            />
          )
        }}
      />
    </>
  )
}

import { data, redirect, useLocation } from 'react-router'

import { resultOf } from '../../../staff-client/call.ts'
import { staffAreaOf } from '../../../staff-client/staff-area.ts'
import { vineyardAt, vineyardOf } from '../../../staff-client/staff-vineyard.tsx'
import { answered } from '../../../staff-client/guard.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { siteName } from '../../../ui/head.ts'
import { vineyardsAt } from '../../../vineyards/vineyard-save.ts'
import { ExperiencePreview } from '../../../vineyard-page/experience-preview.tsx'
import { addExperience } from '../../../experiences/experience-actions.ts'
import { ExperienceEditor } from '../../../experiences/components/experience-editor.tsx'
import { blankExperience, readExperienceDraft } from '../../../experiences/experience-form.ts'
import { hostsOf, experienceRefusal } from '../../../experiences/experience-save.ts'
import { experienceLinks } from '../../../experiences/experience-links.tsx'
import type { Route } from './+types/new.ts'

export { PageFailure as ErrorBoundary } from '../../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [{ title: `Add an experience · ${siteName}` }]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const vineyard_id = await vineyardAt(area, request, params.id)
  const [vineyard, hosts] = await Promise.all([
    answered(request, resultOf(vineyardsAt(area)[':id'].$get({ param: { id: vineyard_id } }))),
    answered(request, hostsOf(area, vineyard_id)),
  ])
  return { vineyard, hosts: hosts.items }
}

/** Once it is there its starts come next: without them nobody can book it. */
export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const area = staffAreaOf(request.url)
  const whose = await vineyardOf(area, params.id)
  if (!whose.ok) return data(experienceRefusal(whose.problem), { status: 422 })
  const added = await addExperience(area, whose.value, readExperienceDraft(await request.formData()))
  if (!added.ok) return data(added.problem, { status: 422 })
  return redirect(experienceLinks(area, whose.value).availability(added.value.id))
}

export default function NewExperience({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard, hosts } = loaderData
  const { list } = experienceLinks(staffAreaOf(useLocation().pathname), vineyard.id)
  return (
    <>
      <Breadcrumb trail={[{ to: list, label: 'Experiences' }]} here="Add an experience" />
      <div className="staff-head">
        <div>
          <h1>Add an experience</h1>
          <p className="soft small">Its start times come next. Nobody can book it before it has some.</p>
        </div>
      </div>
      <ExperienceEditor
        experience={blankExperience}
        seen={null}
        hosts={hosts}
        outcome={actionData}
        preview={(written) => (
          <ExperiencePreview
            vineyard={vineyard}
            experience={{ ...written, id: '', vineyard_id: vineyard.id, currency: 'GBP', is_active: true }}
            pictures={[]}
          />
        )}
        saveLabel="Add and plan its times"
      />
    </>
  )
}

import { data, redirect, useLocation } from 'react-router'

import { staffAreaOf } from '../../../staff-client/staff-area.ts'
import { load, loadResult, vineyardAt, vineyardOf } from '../../../staff-client/load.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { vineyardsAt } from '../../../catalogue/vineyards/vineyard-save.tsx'
import { ExperiencePreview } from '../../../explore/vineyard-page/experience-preview.tsx'
import { addExperience, experienceRefusal } from '../../../catalogue/experiences/experience-actions.tsx'
import { ExperienceEditor } from '../../../catalogue/experiences/components/experience-editor.tsx'
import { blankExperience, readExperienceDraft } from '../../../catalogue/experiences/experience-form.ts'
import { readHosts } from '../../../catalogue/hosts/host-actions.tsx'
import { experienceLinks } from '../../../catalogue/experiences/experience-links.tsx'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { Route } from './+types/new.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Add an experience')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const vineyard_id = await vineyardAt(request, params.id)
  const [vineyard, hosts] = await Promise.all([
    load(request, vineyardsAt(area)[':id'].$get({ param: { id: vineyard_id } })),
    loadResult(request, readHosts(area, vineyard_id)),
  ])
  return { vineyard, hosts: hosts.items }
}

/** Adds the experience, then goes to its start times: nobody can book without them. */
export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const area = staffAreaOf(request.url)
  const vineyard = await vineyardOf(area, params.id)
  if (!vineyard.ok) return data(experienceRefusal(vineyard.problem), { status: 422 })
  const added = await addExperience(area, vineyard.value, readExperienceDraft(await request.formData()))
  if (!added.ok) return data(added.problem, { status: 422 })
  return redirect(experienceLinks(area, vineyard.value).availability(added.value.id))
}

export default function NewExperience({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard, hosts } = loaderData
  const { list } = experienceLinks(staffAreaOf(useLocation().pathname), vineyard.id)
  return (
    <>
      <StaffHead
        above={<Breadcrumb trail={[{ to: list, label: 'Experiences' }]} here="Add an experience" />}
        title="Add an experience"
        below="Next, add start times, so that visitors can book it."
      />
      <ExperienceEditor
        experience={blankExperience}
        opened={null}
        hosts={hosts}
        result={actionData}
        preview={(draft) => (
          <ExperiencePreview
            vineyard={vineyard}
            experience={{
              ...draft,
              id: '',
              vineyard_id: vineyard.id,
              currency: 'GBP',
              is_active: true,
              facts_stated_on: {},
              facts: vineyard.facts,
            }}
            pictures={[]}
          />
        )}
        saveLabel="Add and plan start times"
      />
    </>
  )
}

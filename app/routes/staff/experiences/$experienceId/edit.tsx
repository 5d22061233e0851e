import { data, useLocation } from 'react-router'

import { ExperiencePreview } from '../../../../explore/vineyard-page/experience-preview.tsx'
import { staffAreaOf } from '../../../../staff-client/staff-area.ts'
import { load, loadResult } from '../../../../staff-client/load.ts'
import { unlistedHead } from '../../../../ui/page/head.ts'
import { PictureGallery } from '../../../../catalogue/pictures/components/picture-editor.tsx'
import { picturesAt, vineyardsAt } from '../../../../catalogue/vineyards/vineyard-save.tsx'
import { ExperienceEditor } from '../../../../catalogue/experiences/components/experience-editor.tsx'
import {
  type ExperienceSaveResult,
  type ExperienceVersion,
  loadOwnExperience,
  saveExperience,
} from '../../../../catalogue/experiences/experience-actions.tsx'
import { readHosts } from '../../../../catalogue/hosts/host-actions.tsx'
import { ExperienceHead } from '../../../../catalogue/experiences/components/experience-head.tsx'
import type { Route } from './+types/edit.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedHead(`Edit ${loaderData?.experience.title ?? 'an experience'}`)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const experience = await loadOwnExperience(request, params.experienceId)
  const of = { vineyard_id: experience.vineyard_id, experience_id: experience.id, limit: '100' } as const
  const [vineyard, hosts, pictures] = await Promise.all([
    load(request, vineyardsAt(area)[':id'].$get({ param: { id: experience.vineyard_id } })),
    loadResult(request, readHosts(area, experience.vineyard_id)),
    load(request, picturesAt(area).index.$get({ query: of })),
  ])
  return { vineyard, experience, hosts: hosts.items, pictures: pictures.items }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const opened = JSON.parse(String(form.get('seen'))) as ExperienceVersion
  const result = await saveExperience(staffAreaOf(request.url), opened, form)
  // Status 422 prevents a reload, so the form keeps its input.
  return data<ExperienceSaveResult>(result, { status: result.saved_at === null ? 422 : 200 })
}

export default function EditExperience({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard, experience, hosts, pictures } = loaderData
  const area = staffAreaOf(useLocation().pathname)
  return (
    <>
      <ExperienceHead area={area} experience={experience} here="Edit" />
      <section className="picture-parts" aria-labelledby="pictures">
        <h2 id="pictures">Pictures</h2>
        <p className="soft small">
          These pictures appear with the experience on your page. They are saved straight away.
        </p>
        <PictureGallery
          area={area}
          vineyard_id={experience.vineyard_id}
          experience_id={experience.id}
          pictures={pictures}
        />
      </section>
      <ExperienceEditor
        key={experience.version}
        experience={experience}
        opened={experience}
        hosts={hosts}
        result={actionData}
        preview={(draft) => (
          <ExperiencePreview
            vineyard={vineyard}
            experience={{ ...experience, ...draft }}
            pictures={pictures}
          />
        )}
      />
    </>
  )
}

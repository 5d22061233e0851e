import { data, useLocation } from 'react-router'

import { ExperiencePreview } from '../../../../vineyard-page/experience-preview.tsx'
import { resultOf } from '../../../../staff-client/call.ts'
import { staffAreaOf } from '../../../../staff-client/staff-area.ts'
import { answered } from '../../../../staff-client/guard.tsx'
import { siteName } from '../../../../ui/head.ts'
import { PictureGallery } from '../../../../vineyards/components/picture-gallery.tsx'
import { picturesAt, vineyardsAt } from '../../../../vineyards/vineyard-save.ts'
import { ExperienceEditor } from '../../../../experiences/components/experience-editor.tsx'
import {
  experiencesAt,
  hostsOf,
  type ExperienceSaveResult,
  saveExperience,
  type ExperienceVersion,
} from '../../../../experiences/experience-save.ts'
import { ExperienceHead } from '../../../../experiences/components/experience-head.tsx'
import type { Route } from './+types/edit.ts'

export { PageFailure as ErrorBoundary } from '../../../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit ${loaderData?.experience.title ?? 'an experience'} · ${siteName}` },
]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const one = experiencesAt(area)[':id'].$get({ param: { id: params.experienceId } })
  const experience = await answered(request, resultOf(one))
  const of = { vineyard_id: experience.vineyard_id, experience_id: experience.id, limit: '100' } as const
  const [vineyard, hosts, pictures] = await Promise.all([
    answered(request, resultOf(vineyardsAt(area)[':id'].$get({ param: { id: experience.vineyard_id } }))),
    answered(request, hostsOf(area, experience.vineyard_id)),
    answered(request, resultOf(picturesAt(area).index.$get({ query: of }))),
  ])
  return { vineyard, experience, hosts: hosts.items, pictures: pictures.items }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const seen = JSON.parse(String(form.get('seen'))) as ExperienceVersion
  const over = form.get('over')
  const outcome = await saveExperience(
    staffAreaOf(request.url),
    seen,
    form,
    over === null ? null : String(over),
  )
  // A refusal loads nothing anew: what is typed stays.
  return data<ExperienceSaveResult>(outcome, { status: outcome.problem ? 422 : 200 })
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
          They stand with the experience on your page. They count at once; there is nothing to save.
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
        seen={experience}
        hosts={hosts}
        outcome={actionData}
        preview={(written) => (
          <ExperiencePreview
            vineyard={vineyard}
            experience={{ ...experience, ...written }}
            pictures={pictures}
          />
        )}
      />
    </>
  )
}

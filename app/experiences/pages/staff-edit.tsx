import { data, useLocation } from 'react-router'

import { resultOf } from '../../people/desk/call.ts'
import { deskOf } from '../../people/desk/desk.ts'
import { answered } from '../../people/desk/guard.tsx'
import { siteName } from '../../ui/head.ts'
import { ExperienceEditor } from '../experience-editor.tsx'
import { experiencesAt, hostsOf, type Outcome, saveExperience, type Seen } from '../experience-save.ts'
import { ExperienceHead } from '../staff-head.tsx'
import type { Route } from './+types/staff-edit.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit ${loaderData?.experience.title ?? 'an experience'} · ${siteName}` },
]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const desk = deskOf(request.url)
  const one = experiencesAt(desk)[':id'].$get({ param: { id: params.experienceId } })
  const experience = await answered(request, resultOf(one))
  const hosts = await answered(request, hostsOf(desk, experience.vineyard_id))
  return { experience, hosts: hosts.items }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const seen = JSON.parse(String(form.get('seen'))) as Seen
  const over = form.get('over')
  const outcome = await saveExperience(deskOf(request.url), seen, form, over === null ? null : String(over))
  // A refusal loads nothing anew: what is typed stays.
  return data<Outcome>(outcome, { status: outcome.problem ? 422 : 200 })
}

export default function EditExperience({ loaderData, actionData }: Route.ComponentProps) {
  const { experience, hosts } = loaderData
  const desk = deskOf(useLocation().pathname)
  return (
    <>
      <ExperienceHead desk={desk} experience={experience} here="Edit" />
      <ExperienceEditor
        key={experience.version}
        experience={experience}
        seen={experience}
        hosts={hosts}
        outcome={actionData}
      />
    </>
  )
}

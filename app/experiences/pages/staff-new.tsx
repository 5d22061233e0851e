import { data, redirect, useLocation } from 'react-router'

import { deskOf } from '../../people/desk/desk.ts'
import { vineyardAt } from '../../people/desk/desk-vineyard.tsx'
import { answered } from '../../people/desk/guard.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { siteName } from '../../ui/head.ts'
import { addExperience } from '../experience-acts.ts'
import { ExperienceEditor } from '../experience-editor.tsx'
import { blank, readWritten } from '../experience-form.ts'
import { hostsOf } from '../experience-save.ts'
import { experienceLinks } from '../staff-links.tsx'
import type { Route } from './+types/staff-new.ts'

export { PageFailure as ErrorBoundary } from '../../people/desk/page-failure.tsx'

export const meta: Route.MetaFunction = () => [{ title: `Add an experience · ${siteName}` }]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const desk = deskOf(request.url)
  const vineyard_id = await vineyardAt(desk, request, params.id)
  const hosts = await answered(request, hostsOf(desk, vineyard_id))
  return { vineyard_id, hosts: hosts.items }
}

/** Once it is there its starts come next: without them nobody can book it. */
export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const desk = deskOf(request.url)
  const vineyard_id = await vineyardAt(desk, request, params.id)
  const added = await addExperience(desk, vineyard_id, readWritten(await request.formData()))
  if (!added.ok) return data(added.problem, { status: 422 })
  return redirect(experienceLinks(desk, vineyard_id).availability(added.value.id))
}

export default function NewExperience({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard_id, hosts } = loaderData
  const { list } = experienceLinks(deskOf(useLocation().pathname), vineyard_id)
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
        experience={blank}
        seen={null}
        hosts={hosts}
        outcome={actionData}
        saveLabel="Add and plan its times"
      />
    </>
  )
}

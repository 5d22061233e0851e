import { data, isRouteErrorResponse, useLocation, useRouteError } from 'react-router'

import {
  fetchUnavailableReasons,
  plansFor,
  readUnavailableQuery,
} from '../../../../availability/plan-actions.tsx'
import { loadOwnExperience } from '../../../../catalogue/experiences/experience-actions.tsx'
import { ExperienceHead } from '../../../../catalogue/experiences/components/experience-head.tsx'
import { problemSentence } from '../../../../staff-client/call.ts'
import { staffAreaOf } from '../../../../staff-client/staff-area.ts'
import { load } from '../../../../staff-client/load.ts'
import { PageFailure, TryAgain } from '../../../../staff-client/page-failure.tsx'
import { isId } from '../../../../platform/ids.ts'
import { unlistedHead } from '../../../../ui/page/head.ts'
import { Notice } from '../../../../ui/page/notice.tsx'
import { changeAvailability, closuresAt } from '../../../../bookings/sessions/closure-actions.tsx'
import { AvailabilityEditor } from '../../../../bookings/sessions/components/availability-editor.tsx'
import { StaffHead } from '../../../../ui/page/staff-head.tsx'
import type { Route } from './+types/availability.ts'
import '../../../../bookings/components/staff-availability.css'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedHead(`Availability of ${loaderData?.experience?.title ?? 'an experience'}`)

export async function clientLoader({ request, params: { id, experienceId } }: Route.ClientLoaderArgs) {
  if (!isId(experienceId) || (id !== undefined && !isId(id))) return { experience: null }
  const area = staffAreaOf(request.url)
  const query = readUnavailableQuery(new URL(request.url).searchParams)
  const [experience, plan] = await Promise.all([
    loadOwnExperience(request, experienceId),
    load(request, plansFor(area)[':id'].$get({ param: { id: experienceId } })),
  ])
  const upcoming = {
    vineyard_id: experience.vineyard_id,
    from: plan.today,
    sort: 'starts_on',
    limit: '100',
  } as const
  const day = query.day ?? plan.today
  const [exceptions, unavailable] = await Promise.all([
    load(request, closuresAt(area).index.$get({ query: upcoming })),
    fetchUnavailableReasons(area, experienceId, day, query),
  ])
  return {
    experience,
    plan,
    query,
    day,
    exceptions: exceptions.items.filter(
      ({ experience_id }) => experience_id === null || experience_id === experienceId,
    ),
    answer: unavailable.ok ? unavailable.value : { refused: problemSentence(unavailable.problem) },
  }
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const form = await request.formData()
  const { outcome, refused } = await changeAvailability(staffAreaOf(request.url), params.experienceId, form)
  return data(outcome, { status: refused ? 422 : 200 })
}

export default function Availability({ loaderData }: Route.ComponentProps) {
  const area = staffAreaOf(useLocation().pathname)
  if (loaderData.experience === null)
    return <LoadProblem title="Configuration Error" message="Missing required parameters in URL." />
  return (
    <>
      <ExperienceHead area={area} experience={loaderData.experience} here="Availability" />
      <AvailabilityEditor area={area} {...loaderData} />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isWinemaker = staffAreaOf(useLocation().pathname) === 'winemaker'
  if (isWinemaker && isRouteErrorResponse(error) && error.status === 404) return <PageFailure />
  return <LoadProblem title="Availability" message="Failed to load availability calendar" />
}

function LoadProblem({ title, message }: { title: string; message: string }) {
  return (
    <>
      <StaffHead title={title} />
      <Notice tone="bad">
        <p>{message}</p>
        <TryAgain variant="line" />
      </Notice>
    </>
  )
}

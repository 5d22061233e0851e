import { useLocation } from 'react-router'

import { formatSeason, formatWeekdays } from '../../availability/pattern-words.ts'
import { plansAt } from '../../availability/plan-save.ts'
import { experiencesAt } from '../../experiences/experience-save.ts'
import { ExperienceHead } from '../../experiences/staff-head.tsx'
import { resultOf } from '../../people/call.ts'
import { deskOf } from '../../people/desk.ts'
import { answered } from '../../people/guard.tsx'
import { formatTime } from '../../platform/days.ts'
import { Empty } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'
import type { Route } from './+types/staff-availability.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Availability of ${loaderData?.experience.title ?? 'an experience'} · ${siteName}` },
]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const desk = deskOf(request.url)
  const param = { id: params.experienceId }
  const [experience, plan] = await Promise.all([
    answered(request, resultOf(experiencesAt(desk)[':id'].$get({ param }))),
    answered(request, resultOf(plansAt(desk)[':id'].$get({ param }))),
  ])
  return { experience, plan }
}

export default function Availability({ loaderData }: Route.ComponentProps) {
  const { experience, plan } = loaderData
  return (
    <>
      <ExperienceHead desk={deskOf(useLocation().pathname)} experience={experience} here="Availability" />
      <h2 className="as-h3">Start times</h2>
      {plan.patterns.length === 0 ? (
        <Empty title="No start times yet">Nobody can book it before it has some.</Empty>
      ) : (
        <ul className="plain">
          {plan.patterns.map((pattern) => (
            <li key={pattern.id}>
              <strong>{formatTime(pattern.start_time)}</strong>, {formatWeekdays(pattern.days_of_week)},{' '}
              {pattern.capacity} places. {formatSeason(pattern.valid_from, pattern.valid_until)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

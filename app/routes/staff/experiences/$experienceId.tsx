import { Form, Link, useLocation } from 'react-router'

import { problemSentence } from '../../../staff-client/call.ts'
import { staffAreaOf } from '../../../staff-client/staff-area.ts'
import { loadResult } from '../../../staff-client/load.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { loadOwnExperience, setOnSale } from '../../../catalogue/experiences/experience-actions.tsx'
import {
  experienceFields,
  experienceLabels,
  formatExperienceField,
} from '../../../catalogue/experiences/experience-form.ts'
import { readHosts } from '../../../catalogue/hosts/host-actions.tsx'
import { ExperienceHead } from '../../../catalogue/experiences/components/experience-head.tsx'
import { experienceLinks } from '../../../catalogue/experiences/experience-links.tsx'
import type { Route } from './+types/$experienceId.ts'
import '../../../catalogue/experiences/components/staff-experiences.css'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedHead(`${loaderData?.experience.title ?? 'Experience'}`)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const experience = await loadOwnExperience(request, params.experienceId)
  const hosts = await loadResult(request, readHosts(area, experience.vineyard_id))
  return { experience, hosts: hosts.items }
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const on = (await request.formData()).get('intent') === 'on'
  const switched = await setOnSale(staffAreaOf(request.url), params.experienceId, on)
  return switched.ok ? null : problemSentence(switched.problem)
}

export default function ShowExperience({ loaderData, actionData }: Route.ComponentProps) {
  const { experience, hosts } = loaderData
  const area = staffAreaOf(useLocation().pathname)
  const links = experienceLinks(area, experience.vineyard_id)
  const facts = experienceFields.flatMap((field) => {
    const text = formatExperienceField(field, experience, hosts)
    return text === '' || field === 'title' ? [] : [{ field, text }]
  })
  return (
    <>
      <ExperienceHead area={area} experience={experience} here={experience.title} />
      {actionData && <Notice tone="bad">{actionData}</Notice>}
      <Notice tone={experience.is_offered ? 'good' : 'wait'} role="status">
        <Form method="post" className="row" preventScrollReset>
          <span>
            {experience.is_offered
              ? 'On sale: visitors can book this experience.'
              : experience.is_active
                ? 'On sale as soon as the vineyard is visible.'
                : 'Off sale: visitors cannot see it. Existing bookings stay.'}
          </span>
          <Button small name="intent" value={experience.is_active ? 'off' : 'on'}>
            {experience.is_active ? 'Take off sale' : 'Put on sale'}
          </Button>
        </Form>
      </Notice>
      <dl className="offer-facts space-above">
        {facts.map(({ field, text }) => (
          <div key={field}>
            <dt>{experienceLabels[field]}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="row space-above">
        <ButtonLink to={links.edit(experience.id)}>Edit</ButtonLink>
        <Link to={`${links.availability(experience.id)}#why`}>Why can’t this be booked?</Link>
      </p>
    </>
  )
}

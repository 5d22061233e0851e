import { Form, href, Link, redirect, useLocation } from 'react-router'

import { readFormText, respond, toActionResult } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { staffAreaOf } from '../../staff-client/staff-area.ts'
import { load, vineyardAt } from '../../staff-client/load.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormButton, HiddenFields } from '../../ui/forms/form-parts.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { Toast } from '../../ui/page/toast.tsx'
import type { Experience } from '../../catalogue/experiences/experience.ts'
import { experiencesFor, setOnSale } from '../../catalogue/experiences/experience-actions.tsx'
import { summaryOf } from '../../catalogue/experiences/components/experience-head.tsx'
import { type ExperienceLinks, experienceLinks } from '../../catalogue/experiences/experience-links.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/experiences.ts'
import '../../catalogue/experiences/components/staff-experiences.css'

export const meta: Route.MetaFunction = () => unlistedHead('Experiences')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const vineyard_id = await vineyardAt(request, params.id)
  const query = { vineyard_id, limit: '100' }
  const { items } = await load(request, experiencesFor(area).index.$get({ query }))
  return { vineyard_id, experiences: items }
}

/** Copies an experience, puts it on sale or takes it off sale. Staff can undo a change of sale. */
export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const area = staffAreaOf(request.url)
  const form = await request.formData()
  const text = (name: string) => readFormText(form, name)
  const [id, title, intent] = [text('id'), text('title'), text('intent')]
  if (intent === 'copy') {
    const copied = await resultOf(experiencesFor(area)[':id'].copy.$post({ param: { id } }))
    if (!copied.ok) return respond(toActionResult(request, copied, ''))
    return redirect(experienceLinks(area, await vineyardAt(request, params.id)).edit(copied.value.id))
  }
  const on = intent === 'on'
  const message = on ? `${title} is on sale.` : `${title} is off sale. Its bookings stay.`
  const undo = { id, title, intent: on ? 'off' : 'on' }
  const result = toActionResult(request, await setOnSale(area, id, on), message, undo)
  return respond({ ...result, about: id })
}

export default function Experiences({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard_id, experiences } = loaderData
  const area = staffAreaOf(useLocation().pathname)
  const links = experienceLinks(area, vineyard_id)
  const isHidden = experiences.some(({ is_active, is_offered }) => is_active && !is_offered)
  return (
    <>
      <StaffHead title={headline(experiences, isHidden)}>
        <ButtonLink to={links.hosts} icon="people">
          Hosts
        </ButtonLink>
        <ButtonLink to={links.importList}>Import a list</ButtonLink>
        {experiences.length > 0 && (
          <ButtonLink to={links.add} variant="primary" icon="plus">
            Add an experience
          </ButtonLink>
        )}
      </StaffHead>
      {experiences.length === 0 ? (
        <Empty
          title="No experiences yet"
          action={
            <ButtonLink to={links.add} variant="primary">
              Add an experience
            </ButtonLink>
          }
        >
          Add a tour, a tasting or a lunch, with a description and price, then plan its start times. Visitors
          see it straight away.
        </Empty>
      ) : (
        <ul className="plain">
          {experiences.map((experience) => (
            <OfferRow key={experience.id} experience={experience} links={links} />
          ))}
        </ul>
      )}
      {experiences.some(({ is_offered }) => is_offered) && (
        <p className="soft small space-above">
          Visitors see the experiences on{' '}
          <Link to={href('/vineyard/:id', { id: vineyard_id })}>the vineyard’s page</Link>, cheapest first.
        </p>
      )}
      <Toast about={actionData} />
    </>
  )
}

function OfferRow({ experience, links }: { experience: Experience; links: ExperienceLinks }) {
  const { id, title, is_active, is_instant } = experience
  return (
    <li className={is_active ? 'offer' : 'offer off'}>
      <div>
        <h2>
          <Link to={links.show(id)}>{title}</Link>
        </h2>
        <p className="small soft">{summaryOf(experience)}</p>
        <p className="small soft">{is_instant ? 'Instant confirmation' : 'Confirmed by you'}</p>
      </div>
      <div className="row">
        <ButtonLink small to={links.availability(id)}>
          Availability<span className="sr"> of {title}</span>
        </ButtonLink>
        <ButtonLink small to={links.edit(id)}>
          Edit<span className="sr"> {title}</span>
        </ButtonLink>
        <RowAction experience={experience} intent="copy" label="Duplicate" />
        <RowAction
          experience={experience}
          intent={is_active ? 'off' : 'on'}
          label={is_active ? 'Take off sale' : 'Put on sale'}
        />
      </div>
    </li>
  )
}

function RowAction({
  experience: { id, title },
  intent,
  label,
}: {
  experience: Experience
  intent: string
  label: string
}) {
  return (
    <Form method="post" className="row" preventScrollReset>
      <HiddenFields values={{ id, title }} />
      <FormButton small name="intent" value={intent}>
        {label}
        <span className="sr"> {title}</span>
      </FormButton>
    </Form>
  )
}

function headline(experiences: Experience[], isHidden: boolean): string {
  const [all, on] = [experiences.length, experiences.filter(({ is_active }) => is_active).length]
  if (all === 0) return 'Experiences'
  const count = all === 1 ? 'One experience' : `${all} experiences`
  if (isHidden) return count
  if (on === all) return all === 1 ? `${count}, on sale` : `${count}, all on sale`
  return on === 0 ? `${count}, none on sale` : `${count}, ${on} on sale`
}

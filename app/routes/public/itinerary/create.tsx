import { randomUUID } from 'node:crypto'
import { data, Form, href, redirect, useLocation } from 'react-router'

import { revalidateAfterConflict } from '../../../bookings/new-bookings/offline.tsx'
import { readFilterOptions } from '../../../explore/search/filter-options.server.ts'
import { readSearchLocation } from '../../../explore/search/search-location.server.ts'
import { hashToken, isToken, makeToken } from '../../../people/sign-in/session.server.ts'
import { attempt } from '../../../platform/attempt.server.ts'
import { clock, config, database, rateLimited, log } from '../../../platform/context.ts'
import { dayOf } from '../../../platform/days.ts'
import { formPageHeaders, readForm } from '../../../platform/text/form.server.ts'
import { isId } from '../../../platform/ids.ts'
import { readLine } from '../../../platform/text/text.ts'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import type { KeptPage } from '../../../ui/page/missing-answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { headOf } from '../../../ui/page/head.ts'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { Notice, Refusal } from '../../../ui/page/notice.tsx'
import { editSentences, type ItineraryRefusal } from '../../../explore/itineraries/edit-form.ts'
import { refuse } from '../../../explore/itineraries/open-itinerary.server.ts'
import { createItinerary } from '../../../explore/itineraries/itinerary.server.ts'
import { PlanForm, PlanView } from '../../../explore/itineraries/components/plan-form.tsx'
import { PlanBooking } from '../../../explore/itineraries/components/plan-booking.tsx'
import { PlanOfDay } from '../../../explore/itineraries/components/own-itineraries.tsx'
import { sendDay } from '../../../explore/itineraries/components/stored-itinerary.tsx'
import { sendPlan } from '../../../explore/itineraries/visits/day-actions.server.ts'
import {
  planSentences,
  planFields,
  readPlanRequest,
  planTitle,
  visitsOf,
} from '../../../explore/itineraries/plan-request.ts'
import { farSentences, paceSentences, proposeDays } from '../../../explore/itineraries/proposal.server.ts'
import { travelSentences } from '../../../explore/itineraries/travel.ts'
import { findStay } from '../../../explore/itineraries/travel.server.ts'
import { measureRoads } from '../../../catalogue/stations/roads.server.ts'
import type { Route } from './+types/create.ts'
import '../../../explore/itineraries/components/itineraries.css'

export const meta = headOf({
  title: 'Plan a day among vineyards',
  description:
    'Tell us where, when and how many you are. We find two to four visits you can book right now, in an order you can drive, and book them all at once.',
  path: href('/itinerary/create'),
})

export const headers: Route.HeadersFunction = formPageHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const [sql, logger, now] = [context.get(database), context.get(log), context.get(clock)()]
  const today = dayOf(now)
  const regions = (await readFilterOptions(sql, logger))?.regions ?? []
  const fields = planFields(params)
  // `ids` are the id and key of the itinerary to be created.
  const form = { fields, regions, today, ids: { id: randomUUID() as string, key: makeToken() } }
  if (params.size === 0) return { ...form, problems: {}, plan: null }

  const { location, corrections } = await readSearchLocation(sql, logger, params, '')
  const stay = await findStay(sql, logger, fields.stay)
  const planRequest = readPlanRequest(fields, { near: location.near, stay: stay.near, regions, today })
  if (!planRequest.ok) return data({ ...form, problems: planRequest.problem, plan: null }, { status: 422 })
  const measure = measureRoads(logger, context.get(config).routing_url)
  const days = await attempt(logger, 'A day could not be planned', () =>
    proposeDays(sql, planRequest.value, measure, now),
  )
  if (!days.ok) return data({ ...form, problems: {}, plan: { failed: true as const } }, { status: 503 })
  const { guests, date } = planRequest.value
  return {
    ...form,
    problems: {},
    plan: {
      failed: false as const,
      now,
      days: days.value,
      corrections: [
        ...corrections,
        ...stay.corrections,
        ...farSentences(days.value, planRequest.value),
        ...paceSentences(days.value, planRequest.value),
      ],
      guests,
      date,
      travel: planRequest.value.travel,
      stay: JSON.stringify(planRequest.value.stay),
      title: planTitle(planRequest.value),
      visits: visitsOf(days.value),
    },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const limited = context.get(rateLimited)
  if (limited) return refuse(form, 429, limited.sentence)
  if (form.get('intent') === 'empty') return createEmpty(context, form)
  return sendPlan({ context, request }, form)
}

/** Creates a day without stops. */
async function createEmpty(context: Route.ActionArgs['context'], form: FormData) {
  const title = readLine(form.get('title'), 120)
  const [id, key] = [String(form.get('id')), String(form.get('key'))]
  if (!title.ok || !isId(id) || !isToken(key)) return refuse(form, 422, editSentences.title)
  const created = await attempt(context.get(log), 'An itinerary could not be created', () =>
    createItinerary(
      context.get(database),
      { id, title: title.value, visit_date: null, party: 2, key_hash: hashToken(key) },
      context.get(clock)(),
    ),
  )
  if (created.ok) return redirect(`${href('/itinerary/:id/edit', { id })}?key=${key}`)
  return refuse(form, 503, planSentences.not_kept)
}

/** Reloads after a conflict, so that the day is planned again with the remaining places. */
export const shouldRevalidate = revalidateAfterConflict

export const handle: KeptPage<Route.ComponentProps['loaderData']> = {
  missing: ({ plan }) => (plan?.failed ? 'failed' : null),
}

export const clientAction = (args: Route.ClientActionArgs) => sendDay(args)

export default function PlanADay({ loaderData, actionData }: Route.ComponentProps) {
  const { fields, problems, regions, today, plan, ids } = loaderData
  const refusal = actionData?.refusal ?? null
  return (
    <div className="wrap page">
      <PageHeading
        title="Plan a day among vineyards"
        lede="Tell us where, when and how many you are. Every visit in the plan has places right now, and one click books them all, or none."
      />
      <PlanForm
        {...{ fields, problems, regions, today }}
        planned={plan?.failed === false && plan.visits.length > 0}
      />
      {plan?.failed === true && <Notice tone="bad">{planSentences.not_planned}</Notice>}
      {plan?.failed === false && <Plan plan={plan} refusal={refusal} ids={ids} />}
      {plan === null && refusal?.sentence && <Notice tone="bad">{refusal.sentence}</Notice>}
      {plan === null && <EmptyDay ids={ids} title={refusal?.typed.title} />}
    </div>
  )
}

type Planned = Extract<Route.ComponentProps['loaderData']['plan'], { failed: false }>
type NewIds = Route.ComponentProps['loaderData']['ids']

function EmptyDay({ ids, title }: { ids: NewIds; title: string | undefined }) {
  return (
    <section className="empty-day" aria-labelledby="by-hand">
      <h2 id="by-hand">Or put your day together yourself</h2>
      <p className="soft">Start with an empty day and add vineyards and other stops one by one.</p>
      <Form method="post" className="row">
        <HiddenFields values={ids} />
        <TextField
          label="Give it a name"
          name="title"
          maxLength={120}
          required
          defaultValue={title}
          placeholder="Saturday in Sussex"
        />
        <Button name="intent" value="empty">
          Start
        </Button>
      </Form>
    </section>
  )
}

function Plan({ plan, refusal, ids }: { plan: Planned; refusal: ItineraryRefusal | null; ids: NewIds }) {
  const { now, days, guests, visits, title, date, corrections, travel, stay } = plan
  const { search } = useLocation()
  const part = useRefusalFocus<HTMLDivElement>(refusal)
  return (
    <div className="plan" ref={part}>
      {corrections.length > 0 && (
        <Notice tone="info">
          {corrections.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {refusal?.sentence && <Refusal>{refusal.sentence}</Refusal>}
      <PlanView days={days} guests={guests} now={now} />
      {visits.length > 0 && <p className="soft small measure">{travelSentences[travel]}</p>}
      {visits.length > 0 && <PlanOfDay date={date} />}
      {visits.length > 0 && (
        <PlanBooking
          action={href('/itinerary/create') + search}
          post={{ ...ids, title, visit_date: date, party: guests, travel, stay }}
          visits={visits}
          refusal={refusal}
          mayKeep
        />
      )}
    </div>
  )
}

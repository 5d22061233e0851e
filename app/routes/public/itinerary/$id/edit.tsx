import { data, Form, href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'

import { noFilters } from '../../../../explore/search/filters.ts'
import { exploreVineyards } from '../../../../explore/search/search.server.ts'
import { readSearch } from '../../../../explore/search/search-url.ts'
import { attempt, readOr } from '../../../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../../../platform/context.ts'
import { dayOf } from '../../../../platform/days.ts'
import { readForm } from '../../../../platform/text/form.server.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { pageHead } from '../../../../ui/page/head.ts'
import { Refusal } from '../../../../ui/page/notice.tsx'
import { useRefusalFocus } from '../../../../ui/focus.tsx'
import { DetailsFields, ItineraryEditor } from '../../../../explore/itineraries/components/edit-forms.tsx'
import { editItinerary, listChoices } from '../../../../explore/itineraries/edit-itinerary.server.ts'
import { positionOf, type Stop } from '../../../../explore/itineraries/itinerary.ts'
import {
  openAsMaker,
  refuse,
  timeDays,
  withKey,
} from '../../../../explore/itineraries/open-itinerary.server.ts'
import {
  useKeptAnswer,
  useStoredItinerary,
} from '../../../../explore/itineraries/components/stored-itinerary.tsx'
import { refusalFor, editRefusal } from '../../../../explore/itineraries/edit-form.ts'
import { measureRoads } from '../../../../catalogue/stations/roads.server.ts'
import type { Route } from './+types/edit.ts'
import '../../../../explore/itineraries/components/itineraries.css'

const mostFound = 8

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageHead({
    title: loaderData ? `Edit ${loaderData.itinerary.title}` : 'Edit an itinerary',
    description: 'Stops, their order and their times.',
    robots: 'noindex, nofollow',
    matches,
  })

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const now = context.get(clock)()
  const { itinerary, key } = await openAsMaker(args)
  const search = readSearch(new URL(request.url).searchParams)
  const [days, choices, found] = await Promise.all([
    timeDays(context, itinerary),
    readOr(context, 'The experiences of stops could not be read', [], (sql) =>
      listChoices(sql, itinerary.stops),
    ),
    search === ''
      ? null
      : readOr(context, 'The list of vineyards could not be read', null, async (sql) => {
          const near = lastPosition(itinerary.stops)
          const query = { search, filters: noFilters, page: 1, near }
          return (await exploreVineyards(sql, query, now)).vineyards.slice(0, mostFound)
        }),
  ])
  return {
    itinerary,
    key,
    days,
    search,
    today: dayOf(now),
    choices,
    found: found?.map(({ id, name, city, region }) => ({ id, name, city, region })) ?? null,
  }
}

export async function action(args: Route.ActionArgs) {
  const { context, params, request } = args
  const [sql, logger] = [context.get(database), context.get(log)]
  const form = await readForm(request)
  const { itinerary, key, key_hash } = await openAsMaker(args)
  if (Number(form.get('version')) !== itinerary.version) return refuse(form, 409, changedMeanwhile)

  const measure = measureRoads(logger, context.get(config).routing_url)
  const changed = await attempt(logger, 'An itinerary could not be changed', () =>
    editItinerary(sql, logger, measure, itinerary, key_hash, form),
  )
  if (!changed.ok) return refuse(form, 503, notSaved)
  if (changed.value === undefined) throw data({ message: 'This page cannot do that.' }, { status: 400 })
  if (!changed.value.ok) {
    const { problem } = changed.value
    if (problem === 'changed') return refuse(form, 409, changedMeanwhile)
    return data({ refusal: editRefusal(form, problem) }, { status: 422 })
  }
  return redirect(withKey(href('/itinerary/:id/edit', { id: params.id }), request, key))
}

/** Returns the position of the last stop that has one: search results near this position come first. */
function lastPosition(stops: Stop[]) {
  const last = stops.map(positionOf).findLast((position) => position !== null)
  return last ? { ...last, label: '' } : null
}

const changedMeanwhile =
  'This plan was changed in another window in the meantime. The latest version is shown below; please make your change again.'
const notSaved = 'We couldn’t save your change just now. Please try again.'

/** Reloads the page after every edit, even a refused one, to show the latest version. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined || defaultShouldRevalidate

export default function EditItinerary({ loaderData, actionData: answer }: Route.ComponentProps) {
  const actionData = useKeptAnswer(answer)
  const { itinerary, key, days, choices, search, found, today } = loaderData
  const { id, title, summary, visit_date, party, begins_at, version, stops } = itinerary
  const refusal = actionData?.refusal ?? null
  const { isStored, suffix } = useStoredItinerary(itinerary, key)
  const page = useRefusalFocus<HTMLDivElement>(refusal)
  const { typed, error } = refusalFor(refusal, 'details')
  const fixed = stops.some(({ booked }) => booked)
  return (
    <div className="wrap page" ref={page}>
      <div className="page-head">
        <h1>{title}</h1>
        <p className="row">
          <ButtonLink to={href('/itinerary/:id', { id }) + suffix}>Done</ButtonLink>
        </p>
      </div>
      {refusal?.sentence && <Refusal>{refusal.sentence}</Refusal>}
      <ItineraryEditor
        {...{ days, choices, version, refusal, search, found }}
        visitDate={visit_date}
        itinerary_key={isStored ? undefined : key}
      >
        {/* The key contains no stops, so that a change of the stops keeps what was typed here. */}
        <Form
          method="post"
          className="stack"
          key={JSON.stringify([title, summary, visit_date, party, begins_at])}
          preventScrollReset
        >
          <input type="hidden" name="version" value={version} />
          <DetailsFields details={itinerary} refusal={refusal}>
            <TextField
              label="Day"
              name="visit_date"
              type="date"
              min={today}
              readOnly={fixed}
              hint={fixed ? 'Visits are booked for this day.' : 'Leave blank for any day.'}
              defaultValue={typed('visit_date') ?? visit_date ?? ''}
              error={error('visit_date')}
            />
          </DetailsFields>
          <p>
            <Button small name="intent" value="details">
              Save
            </Button>
          </p>
        </Form>
      </ItineraryEditor>
    </div>
  )
}

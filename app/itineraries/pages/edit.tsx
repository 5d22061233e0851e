import { data, Form, href, redirect, useNavigation } from 'react-router'

import { noFilters } from '../../explore/filters.ts'
import { exploreVineyards } from '../../explore/explore.server.ts'
import { readSearch } from '../../explore/search.ts'
import { attempt } from '../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../platform/context.ts'
import { dayOf } from '../../platform/days.ts'
import { readForm } from '../../platform/form.server.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { pageHead } from '../../ui/head.ts'
import { Notice } from '../../ui/notice.tsx'
import { placeOf } from '../../vineyards/vineyard.ts'
import { AddPlace, AddVineyard } from '../add-stop.tsx'
import { listChoices, readChange } from '../edit-act.server.ts'
import { draftOf, writeItinerary } from '../edit-itinerary.server.ts'
import { editSentences } from '../editing.ts'
import { EditableDays } from '../editable-days.tsx'
import { positionOf, type Stop } from '../itinerary.ts'
import { openAsMaker, timeDays } from '../open-itinerary.server.ts'
import { useKeptItinerary } from '../own-itineraries.tsx'
import { createRouting } from '../routing.server.ts'
import type { Route } from './+types/edit.ts'
import '../itineraries.css'
import { PartyField } from '../party-field.tsx'

const mostFound = 8

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageHead({
    title: loaderData ? `Change ${loaderData.itinerary.title}` : 'Change an itinerary',
    description: 'Stops, their order and their times.',
    matches,
  }),
  { name: 'robots', content: 'noindex, nofollow' },
]

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const [sql, journal, now] = [context.get(database), context.get(log), context.get(clock)()]
  const { itinerary, key } = await openAsMaker(args)
  const search = readSearch(new URL(request.url).searchParams)
  const [days, choices, found] = await Promise.all([
    timeDays(context, itinerary),
    attempt(journal, 'The experiences of stops could not be read', () =>
      listChoices(
        sql,
        itinerary.stops.flatMap(({ vineyard }) => vineyard?.id ?? []),
      ),
    ),
    search === ''
      ? null
      : attempt(journal, 'The list of vineyards could not be read', () =>
          exploreVineyards(
            sql,
            { search, filters: noFilters, page: 1, near: lastPlace(itinerary.stops) },
            now,
          ),
        ),
  ])
  return {
    itinerary,
    key,
    days,
    search,
    today: dayOf(now),
    choices: choices.ok ? choices.value : [],
    found: found?.ok
      ? found.value.vineyards
          .slice(0, mostFound)
          .map(({ id, name, city, region }) => ({ id, name, place: placeOf({ city, region }) }))
      : null,
  }
}

export async function action(args: Route.ActionArgs) {
  const { context, params, request } = args
  const [sql, journal] = [context.get(database), context.get(log)]
  const form = await readForm(request)
  const { itinerary, key, key_hash } = await openAsMaker(args)
  const refuse = (problem: string, status: number) => data({ problem }, { status })
  if (Number(form.get('version')) !== itinerary.version) return refuse(changedMeanwhile, 409)

  const routing = createRouting(journal, context.get(config).routing_url)
  const done = await attempt(journal, 'An itinerary could not be changed', async () => {
    const change = await readChange(sql, journal, routing, itinerary, form)
    if (!change?.ok) return change
    const { title, visit_date, party, begins_at } = itinerary
    const { details = { title, visit_date, party, begins_at }, stops = itinerary.stops.map(draftOf) } =
      change.value
    return writeItinerary(sql, itinerary, key_hash, details, stops)
  })
  if (!done.ok) return refuse('That could not be saved just now. Please try again.', 503)
  if (done.value === undefined)
    throw data({ message: 'That is not something this page can do.' }, { status: 400 })
  if (!done.value.ok) {
    const { problem } = done.value
    return problem === 'changed' ? refuse(changedMeanwhile, 409) : refuse(editSentences[problem], 422)
  }
  return redirect(`${href('/itinerary/:id/edit', { id: params.id })}?key=${key}`)
}

/** What is found near the last stop is likely the next one. */
function lastPlace(stops: Stop[]) {
  const place = stops.map(positionOf).findLast((position) => position !== null)
  return place ? { ...place, label: '' } : null
}

const changedMeanwhile =
  'This was changed in another window meanwhile. Below is how it stands now; please make your change again.'

/** Whatever was refused, the page then shows how things stand. */
export const shouldRevalidate = () => true

export default function EditItinerary({ loaderData, actionData }: Route.ComponentProps) {
  const { itinerary, key, days, choices, search, found, today } = loaderData
  const { id, title, version } = itinerary
  const busy = useNavigation().state !== 'idle'
  useKeptItinerary(id, key, title)
  return (
    <div className="wrap page">
      <div className="page-head">
        <h1>{title}</h1>
        <p className="row">
          <ButtonLink to={`${href('/itinerary/:id', { id })}?key=${key}`}>Done</ButtonLink>
        </p>
      </div>
      {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
      <div className="two mt-6">
        <div>
          {days.length === 0 && <p className="soft">No stops yet. Add the first one beside or below.</p>}
          <EditableDays
            days={days}
            choices={choices}
            version={version}
            visitDate={itinerary.visit_date}
            busy={busy}
          />
        </div>
        <aside className="edit-side">
          <AddVineyard {...{ search, found, version, itinerary_key: key }} />
          <AddPlace key={version} version={version} />
          <DetailsForm itinerary={itinerary} today={today} />
        </aside>
      </div>
    </div>
  )
}

function DetailsForm({
  itinerary: { title, visit_date, party, begins_at, version, stops },
  today,
}: {
  itinerary: Route.ComponentProps['loaderData']['itinerary']
  today: string
}) {
  const fixed = stops.some(({ booked }) => booked !== null)
  return (
    <section className="panel" aria-labelledby="details">
      <h2 id="details">The day itself</h2>
      <Form method="post" className="stack" key={version} preventScrollReset>
        <input type="hidden" name="version" value={version} />
        <TextField label="Name" name="title" defaultValue={title} maxLength={120} required />
        <TextField
          label="Day"
          name="visit_date"
          type="date"
          min={today}
          defaultValue={visit_date ?? ''}
          readOnly={fixed}
          hint={fixed ? 'Visits are booked for this day.' : 'Empty for any day.'}
        />
        <PartyField party={party} />
        <TextField
          label="Setting out at"
          name="begins_at"
          type="time"
          defaultValue={begins_at.slice(0, 5)}
          required
        />
        <p>
          <Button small name="intent" value="details">
            Save
          </Button>
        </p>
      </Form>
    </section>
  )
}

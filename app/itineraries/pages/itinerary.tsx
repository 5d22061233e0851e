import { useEffect } from 'react'
import { data, Form, href, Link, redirect } from 'react-router'

import { statusFaces } from '../../bookings/booking.ts'
import { attempt } from '../../platform/attempt.server.ts'
import { config, database, log } from '../../platform/context.ts'
import { addDays, formatDay } from '../../platform/days.ts'
import { readForm } from '../../platform/form.server.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { pageHead } from '../../ui/head.ts'
import { Notice } from '../../ui/notice.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { DayRoute } from '../day-route.tsx'
import { keepItineraryOnDevice } from '../device-itineraries.ts'
import { nameOf, type Stop } from '../itinerary.ts'
import { shareItinerary } from '../itinerary.server.ts'
import { keyOf, openAsMaker, openItinerary, timeDays } from '../open-itinerary.server.ts'
import type { Route } from './+types/itinerary.ts'
import '../itineraries.css'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { itinerary, by } = loaderData
  const head = pageHead({
    title: itinerary.title,
    description: itinerary.summary ?? `${itinerary.title}: a plan of visits to vineyards.`,
    ...(itinerary.is_curated ? { path: href('/itinerary/:id', { id: itinerary.id }) } : {}),
    matches,
  })
  return itinerary.is_curated && by === 'reader'
    ? head
    : [...head, { name: 'robots', content: 'noindex, nofollow' }]
}

export async function loader(args: Route.LoaderArgs) {
  const { by, share_id, ...itinerary } = await openItinerary(args)
  const days = await timeDays(args.context, itinerary)
  const key = by === 'maker' ? (keyOf(args.request)?.key ?? null) : null
  return { itinerary, by, share_id, days, key, site: args.context.get(config).site_url }
}

export async function action(args: Route.ActionArgs) {
  const { context, params, request } = args
  const form = await readForm(request)
  await openAsMaker(args)
  const intent = form.get('intent')
  if (intent !== 'share' && intent !== 'withdraw')
    throw data({ message: 'That is not something this page can do.' }, { status: 400 })
  const changed = await attempt(context.get(log), 'An itinerary could not be shared', () =>
    shareItinerary(context.get(database), params.id, intent === 'share'),
  )
  if (changed.ok) return redirect(href('/itinerary/:id', { id: params.id }) + new URL(request.url).search)
  return data({ problem: 'That could not be done just now. Please try again.' }, { status: 503 })
}

export default function ItineraryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { itinerary, by, share_id, days, key, site } = loaderData
  const { id, title, summary, visit_date, party, stops } = itinerary
  const booked = stops.filter(({ booking }) => booking && statusFaces[booking.status].stillComing).length
  useEffect(() => {
    if (key !== null) keepItineraryOnDevice({ id, key, title })
  }, [id, key, title])
  return (
    <div className="wrap page">
      <div className="page-head">
        <h1>{title}</h1>
        {summary && <p className="lede">{summary}</p>}
        <p className="soft">
          {[visit_date ? formatDay(visit_date) : 'Any day', party === 1 ? '1 guest' : `${party} guests`].join(
            ', ',
          )}
        </p>
      </div>
      {by === 'maker' && (
        <Notice tone={booked > 0 ? 'good' : 'info'}>
          {booked > 0 && (
            <p>
              <strong>{booked === 1 ? 'One visit is booked.' : `${booked} visits are booked.`}</strong> Please
              arrive 15 minutes early at each. You pay at the vineyard.
            </p>
          )}
          <p>
            Keep this page: whoever has its address can see and change everything here. In this browser it
            stands in <Link to={href('/my-itineraries')}>My itineraries</Link>.
          </p>
        </Notice>
      )}
      {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
      {days.map(({ day, points }) => (
        <section key={day} className="plan-day">
          <h2 className={days.length === 1 && !visit_date ? 'sr' : undefined}>
            {visit_date ? formatDay(addDays(visit_date, day)) : `Day ${day + 1}`}
          </h2>
          <DayRoute
            label={`Stops of day ${day + 1}`}
            points={points.map(({ stop, passing, leg }) => ({
              key: stop.id,
              passing,
              leg,
              children: <StopView stop={stop} />,
            }))}
          />
        </section>
      ))}
      {days.length === 0 && <p>No stops yet.</p>}
      {key !== null && (
        <p className="row mt-6 no-print">
          <ButtonLink to={`${href('/itinerary/:id/edit', { id })}?key=${key}`}>Change the day</ButtonLink>
        </p>
      )}
      {by === 'maker' && (
        <Sharing
          share={share_id === null ? null : `${site}${href('/itinerary/:id', { id })}?share=${share_id}`}
        />
      )}
    </div>
  )
}

function StopView({ stop }: { stop: Stop }) {
  const { vineyard, experience, booking, note } = stop
  return (
    <>
      <h3>
        {vineyard?.is_visible ? (
          <Link to={href('/vineyard/:id', { id: vineyard.id })}>{vineyard.name}</Link>
        ) : (
          nameOf(stop)
        )}
      </h3>
      {vineyard && !vineyard.is_visible && (
        <p className="soft">It is no longer listed here. Please ask it before you go.</p>
      )}
      {experience && <p>{experience.title}</p>}
      {note && <p className="soft">{note}</p>}
      {booking ? (
        <p className="row">
          <StatusPill {...statusFaces[booking.status]} />
          <Link to={href('/booking/:id', { id: booking.id })}>Booking {booking.reference}</Link>
        </p>
      ) : (
        vineyard?.is_visible &&
        experience && (
          <p>
            <ButtonLink
              small
              to={`${href('/book-now/:id', { id: vineyard.id })}?experience=${experience.id}`}
              className="no-print"
            >
              Book Now
            </ButtonLink>
          </p>
        )
      )}
    </>
  )
}

/** A link for the others, which shows the day and nothing that lets one change or cancel it. */
function Sharing({ share }: { share: string | null }) {
  return (
    <section className="sharing no-print" aria-labelledby="sharing">
      <h2 id="sharing">Share the day</h2>
      {share === null ? (
        <>
          <p>
            A link shows the stops and their times, without names, numbers or bookings. You can withdraw it.
          </p>
          <Form method="post" preventScrollReset>
            <Button name="intent" value="share">
              Make a link
            </Button>
          </Form>
        </>
      ) : (
        <>
          <p>
            <label className="field">
              Anybody with this link sees the day
              <input
                className="in"
                readOnly
                value={share}
                onFocus={(event) => event.currentTarget.select()}
              />
            </label>
          </p>
          <Form method="post" preventScrollReset>
            <Button look="danger" name="intent" value="withdraw">
              Withdraw the link
            </Button>
          </Form>
        </>
      )}
    </section>
  )
}

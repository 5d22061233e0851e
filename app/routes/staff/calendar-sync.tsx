import { data, Link, useLocation } from 'react-router'

import { bookingLink } from '../../bookings/staff-links.tsx'
import {
  changeCalendars,
  checkPauses,
  findVineyardsByName,
  readFeedSubjects,
  readSources,
} from '../../partners/calendar-feeds/calendar-sync-actions.tsx'
import { FeedList } from '../../partners/calendar-feeds/components/feed-list.tsx'
import {
  sourceHeading,
  SourceForm,
  SourceList,
} from '../../partners/calendar-feeds/components/source-list.tsx'
import { formatMoment } from '../../platform/days.ts'
import { isShownBeside } from '../../staff-client/action-result.tsx'
import { type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import { vineyardAt } from '../../staff-client/load.ts'
import { type Column, DataTable, TwoLines } from '../../ui/lists/data-table.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { ListTools } from '../../ui/lists/list-tools.tsx'
import { NewSecret } from '../../ui/new-secret.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import { useRefreshAfter } from '../../ui/use-refresh-after.ts'
import type { Route } from './+types/calendar-sync.ts'
import type { Overlap } from '../../partners/calendar-feeds/calendar-source.shapes.ts'
import '../../partners/calendar-feeds/components/calendars.css'

export const meta: Route.MetaFunction = () => unlistedHead('Calendar sync')

/** Loads the calendars. Winemakers see their own vineyard; admins see all calendars, and the feeds of the vineyard they chose. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const { searchParams } = new URL(request.url)
  const search = searchParams.get('search')?.trim() ?? ''
  const vineyard_id = area === 'admin' ? (searchParams.get('vineyard_id') ?? '') : await vineyardAt(request)
  const [calendars, vineyard, matches] = await Promise.all([
    readSources(area, request, vineyard_id),
    vineyard_id ? readFeedSubjects(area, request, vineyard_id) : null,
    area === 'admin' && search ? findVineyardsByName(area, request, search) : null,
  ])
  return { ...calendars, vineyard, matches }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const result = await changeCalendars(request)
  return data(result, { status: result.failed ? 422 : 200 })
}

export default function CalendarSync({ loaderData, actionData }: Route.ComponentProps) {
  const { sources, overlaps, vineyard, matches } = loaderData
  const area = staffAreaOf(useLocation().pathname)
  useRefreshAfter(actionData?.is_checking && actionData, checkPauses)
  return (
    <div className="calendars">
      <StaffHead title={sourceHeading(sources)} below={vineyard?.name ?? 'All vineyards'} />
      {area === 'admin' && <VineyardSearch matches={matches} />}
      {actionData?.address && (
        <NewSecret
          key={actionData.address}
          label="New link"
          secret={actionData.address}
          hint="Add the link to the other calendar now: we will not show it again. Anyone with this link can read these bookings."
        />
      )}
      {overlaps.length > 0 && (
        <section className="panel space-above" aria-labelledby="overlaps">
          <h2 id="overlaps">
            {overlaps.length === 1
              ? 'One booking at a busy time'
              : `${overlaps.length} bookings at busy times`}
          </h2>
          <p className="soft small">
            They were booked before a calendar marked these times as busy. We do not cancel bookings for you:
            move, cancel or keep them.
          </p>
          <DataTable
            caption="Bookings at busy times"
            columns={overlapColumns(area)}
            rows={overlaps}
            sort=""
          />
        </section>
      )}
      <section className="space-above" aria-labelledby="in">
        <h2 id="in">Calendars that close slots</h2>
        {sources.length === 0 ? (
          <Empty title="No calendar yet" level="h3">
            Add a calendar you keep elsewhere: nobody can book while it says you are busy.
          </Empty>
        ) : (
          <SourceList sources={sources} showVineyard={!vineyard} />
        )}
      </section>
      {vineyard && (
        <>
          <section className="panel space-above" aria-labelledby="add">
            <h2 id="add">Add a calendar</h2>
            <SourceForm
              key={sources.length}
              vineyardId={vineyard.id}
              subjects={vineyard.subjects}
              outcome={actionData}
            />
          </section>
          <section className="space-above" aria-labelledby="out">
            <h2 id="out">Your bookings in other calendars</h2>
            <p className="soft small">
              Other calendars can show guests’ names and party sizes. The calendars read these from a secret
              link, which you can replace at any time.
            </p>
            <FeedList vineyardId={vineyard.id} subjects={vineyard.subjects} />
          </section>
        </>
      )}
      <Toast
        about={actionData}
        isShownByPage={
          Boolean(actionData?.address) ||
          Boolean(actionData?.failed && actionData.is_from_dialog) ||
          isShownBeside(actionData, 'url', 'experience_id')
        }
      />
    </div>
  )
}

/** Lets an admin choose the vineyard whose calendars are shown. */
function VineyardSearch({ matches }: { matches: Route.ComponentProps['loaderData']['matches'] }) {
  return (
    <section aria-label="One vineyard">
      <ListTools label="Find a vineyard, to see its calendars or add one" />
      {matches && (
        <p role="status" className="row">
          {matches.total === 0 && `No vineyards match “${matches.search}”.`}
          {matches.items.map(({ id, name }) => (
            <Link key={id} to={`?${new URLSearchParams({ vineyard_id: id })}`}>
              {name}
            </Link>
          ))}
          {matches.total > matches.items.length && (
            <span className="soft">Keep typing to narrow the list.</span>
          )}
        </p>
      )}
    </section>
  )
}

const overlapColumns = (area: StaffArea): Column<Overlap>[] => [
  {
    head: 'Guest',
    place: 'name',
    cell: ({ id, guest_name, reference }) => (
      <TwoLines below={reference}>
        <Link to={bookingLink(area, id)}>{guest_name}</Link>
      </TwoLines>
    ),
  },
  {
    head: 'Experience',
    cell: ({ number_of_guests, experience_title, vineyard_name }) =>
      `${number_of_guests} × ${experience_title}${area === 'admin' ? `, ${vineyard_name}` : ''}`,
  },
  { head: 'When', cell: ({ starts_at }) => formatMoment(starts_at) },
]

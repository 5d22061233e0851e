import type { InferRequestType } from 'hono/client'
import { type ReactNode, useState } from 'react'
import { Form, redirect, replace, useLocation, useNavigation } from 'react-router'

import { loadExperiences } from '../../catalogue/experiences/experience-actions.tsx'
import { type ActionResult, toActionResult, respond, ifEmailed } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { SaveCsv } from '../../staff-client/save-csv.tsx'
import { apiFor, type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import { listQuery, load, vineyardAt } from '../../staff-client/load.ts'
import { formatCount, formatTotal } from '../../platform/text/counts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useAsking } from '../../ui/dialog.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { DayFilter, ListFilter, ListOrder, ListTabs, ListTools, Pager } from '../../ui/lists/list-tools.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import { channelLabels } from '../../bookings/booking-channel.ts'
import type { bookingApi } from '../../bookings/booking.api.ts'
import {
  type BookingListView,
  bookingViews,
  isBookingFilter,
  isBookingSearch,
  viewDetails,
  viewFor,
  viewOfStatus,
} from '../../bookings/booking-list.ts'
import {
  aboutGroupHold,
  actOnGroupHold,
  loadGroupHolds,
} from '../../bookings/group-holds/group-hold-actions.tsx'
import { GroupHolds } from '../../bookings/group-holds/components/group-holds.tsx'
import { NoBookings } from '../../bookings/components/no-bookings.tsx'
import { CancelDialog } from '../../bookings/changes/components/cancel-dialog.tsx'
import { BookingsTable } from '../../bookings/components/bookings-table.tsx'
import { importBookingsLink, newBookingLink } from '../../bookings/staff-links.tsx'
import { actOnListedBooking, loadNewBooking, createBookingAction } from '../../bookings/booking-actions.tsx'
import { NewBooking, NewBookingVineyard } from '../../bookings/new-bookings/components/new-booking.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/bookings.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Bookings')

const bookingsAt = (area: StaffArea) => apiFor<typeof bookingApi>(area, '/api/bookings')
type BookingQuery = NonNullable<InferRequestType<ReturnType<typeof bookingsAt>['index']['$get']>['query']>

const filters = [
  'view',
  'channel',
  'email',
  'experience_id',
  'vineyard_id',
  'from',
  'until',
  'guest_email',
] as const

/**
 * Loads the list, or the form for a new booking if the URL has `new`. The URL may name one vineyard, as a
 * filter or because the list is one of that vineyard's pages.
 */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const url = new URL(request.url)
  if (url.searchParams.has('new')) return loadNewBooking(request)
  const status = url.searchParams.get('status')
  if (status !== null) throw redirectOnce(url, withoutStatus(url, status))
  const bookings = bookingsAt(area)
  const asked = listQuery<BookingQuery>(request, filters)
  const searched = isBookingSearch(asked)
  const view = viewFor(asked)
  const query = { ...asked, view, ...(params.id && { vineyard_id: params.id }) }
  const sort = asked.sort ?? (asked.search && view === 'all' ? 'nearest' : viewDetails[view].sort)
  const { page: _page, sort: _sort, ...activeFilters } = query
  const ofOne = area === 'winemaker' || query.vineyard_id !== undefined
  const [list, counts, experiences, groupHolds] = await Promise.all([
    load(request, bookings.index.$get({ query: { ...query, sort } })),
    load(request, bookings.counts.$get({ query: activeFilters })),
    findExperiences(request, query.vineyard_id),
    ofOne && (view === 'upcoming' || (view === 'all' && asked.search))
      ? vineyardAt(request, query.vineyard_id).then((id) => loadGroupHolds(request, id, asked.search))
      : [],
  ])
  return {
    kind: 'list' as const,
    area,
    list,
    counts,
    experiences,
    groupHolds,
    query,
    sort,
    view,
    searched,
    ofOne,
    activeFilters,
  }
}

/** Returns the URL of the same list with a view instead of the status. Only older links have a status. */
function withoutStatus(url: URL, status: string): string {
  const query = new URLSearchParams(url.search)
  query.delete('status')
  if (status in viewOfStatus) query.set('view', viewOfStatus[status as keyof typeof viewOfStatus])
  return `${url.pathname}?${query}`
}

/** Redirects so that Back does not return to `from`. Replaces the history entry if `from` is already shown. */
function redirectOnce(from: URL, to: string): Response {
  const isShown = location.pathname + location.search === from.pathname + from.search
  return isShown ? replace(to) : redirect(to)
}

/** Returns the experiences to filter by. Admins get them only for a vineyard in the URL: all experiences would be too many. */
async function findExperiences(request: Request, vineyardId: string | undefined) {
  const area = staffAreaOf(request.url)
  if (area === 'admin' && vineyardId === undefined) return []
  return loadExperiences(request, await vineyardAt(request, vineyardId))
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  if (form.has('idempotency_key'))
    return respond({ ...(await createBookingAction(request, form)), is_from_dialog: false })
  const group = await actOnGroupHold(request, form)
  if (group) return respond({ ...group, overbooking: null })
  const listed = await actOnListedBooking(request, form)
  if (listed) return respond(listed)
  const single = form.get('one')
  const ids = (single === null ? form.getAll('chosen') : [single]).map(String)
  const done = await resultOf(bookingsAt(staffAreaOf(request.url)).confirmations.$post({ json: { ids } }))
  const result = toActionResult(request, done, done.ok ? confirmedSentence(done.value) : '')
  return respond({ ...result, overbooking: null, is_from_dialog: false })
}

function confirmedSentence({ confirmed, left }: { confirmed: string[]; left: string[] }): string {
  const done =
    confirmed.length === 1
      ? `Confirmed. ${ifEmailed('The guest is emailed in 30 seconds, unless you undo it.')}`
      : `${confirmed.length} bookings are confirmed. ${ifEmailed('Each guest is emailed in 30 seconds, unless you undo it.')}`
  if (left.length === 0) return done
  const rest =
    left.length === 1
      ? 'One booking had already changed and was left as it is.'
      : `${left.length} bookings had already changed and were left as they are.`
  return confirmed.length === 0 ? rest : `${done} ${rest}`
}

export default function StaffBookings({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'list') return <BookingList {...loaderData} result={actionData} />
  if (loaderData.kind === 'where') return <NewBookingVineyard {...loaderData} />
  return <NewBooking {...loaderData} refusal={actionData} />
}

type Loaded = Extract<Awaited<ReturnType<typeof clientLoader>>, { kind: 'list' }>

function BookingList({
  result,
  ...loaded
}: Loaded & { result: (ActionResult & { is_from_dialog: boolean }) | undefined }) {
  const { asking, refused, ask, close } = useAsking<Loaded['list']['items'][number], ActionResult>(result)
  const { area, list, counts, experiences, groupHolds, query, sort, view, searched, ofOne, activeFilters } =
    loaded
  const { items, total, page, limit } = list
  const isNarrowed = Object.keys(query).some((name) => isBookingFilter(name) && name !== 'vineyard_id')
  const all = counts.upcoming + counts.past + counts.cancelled
  const tabs = bookingViews.map((each) => ({
    // Without a search, the list opens on Upcoming.
    value: each === 'upcoming' && !searched ? '' : each,
    label: viewDetails[each].label,
    count: each === 'all' ? all : counts[each],
  }))
  return (
    <>
      <StaffHead title={headline(view, total, counts.waiting)}>
        {ofOne && <ButtonLink to={importBookingsLink(area, query.vineyard_id)}>Import a list</ButtonLink>}
        <SaveCsv name="bookings.csv" download={() => bookingsAt(area).file.$get({ query: activeFilters })} />
        <ButtonLink
          variant="primary"
          icon="plus"
          to={newBookingLink(area, { vineyard_id: query.vineyard_id })}
        >
          Add a booking
        </ButtonLink>
      </StaffHead>
      <ListTabs
        label="Bookings"
        name="view"
        value={view === 'upcoming' && !searched ? '' : view}
        tabs={tabs}
        without={['sort']}
      />
      <ListTools label="Name, phone, email or reference" keep={['view', 'vineyard_id', 'guest_email']}>
        {experiences.length > 0 && (
          <ListFilter
            label="Experience"
            name="experience_id"
            options={Object.fromEntries(experiences.map(({ id, title }) => [id, title]))}
          />
        )}
        <ListFilter label="Booked through" name="channel" options={channelLabels} />
        <ListFilter label="Email" name="email" options={{ failed: 'Email failed' }} />
        <DayFilter label="From" name="from" />
        <DayFilter label="To" name="until" />
        <ListOrder value={sort} orders={orders} narrow />
      </ListTools>
      <GroupHolds holds={groupHolds} outcome={aboutGroupHold(result)} />
      {items.length === 0 ? (
        <NoBookings area={area} view={view} isNarrowed={isNarrowed} all={all} />
      ) : (
        <ConfirmForm key={items.map(({ id, status }) => id + status).join()}>
          {(choose) => (
            <BookingsTable
              area={area}
              ofOne={ofOne}
              rows={items}
              sort={sort}
              choose={choose}
              onCancel={ask}
            />
          )}
        </ConfirmForm>
      )}
      <Pager page={page} limit={limit} total={total} />
      <CancelDialog booking={asking} refusal={refused?.message} onClose={close} />
      <Toast about={result?.failed && result.is_from_dialog ? undefined : result} />
    </>
  )
}

const orders = {
  nearest: 'Nearest to today',
  starts_at: 'Earliest day',
  '-starts_at': 'Latest day',
  '-created_at': 'Newest booking',
  guest_name: 'Guest',
  '-number_of_guests': 'Most guests',
  '-total_price': 'Largest total',
}

type Choose = { chosen: ReadonlySet<string>; toggle: (ids: string[], on: boolean) => void }

/** Shows the list as a form. Each row has a button to confirm its booking; a button below confirms all ticked bookings. */
function ConfirmForm({ children }: { children: (choose: Choose) => ReactNode }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { search } = useLocation()
  const busy = useNavigation().formMethod === 'POST'
  const toggle = (ids: string[], on: boolean) =>
    setChosen(on ? chosen.union(new Set(ids)) : chosen.difference(new Set(ids)))
  return (
    <Form method="post" action={search} preventScrollReset aria-busy={busy}>
      {children({ chosen, toggle })}
      {chosen.size > 0 && (
        <p className="chosen-bar row">
          <span>{chosen.size} selected</span>
          <Button variant="primary" disabled={busy}>
            {busy ? 'Confirming …' : chosen.size === 1 ? 'Confirm booking' : `Confirm all ${chosen.size}`}
          </Button>
        </p>
      )}
    </Form>
  )
}

function headline(view: BookingListView, total: number, waiting: number): string {
  const [before, after] = headings[view]
  const found =
    total === 1
      ? `One ${before}booking${after}`
      : `${total === 0 ? 'No' : formatTotal(total)} ${before}bookings${after}`
  if (view === 'waiting' || view === 'past' || view === 'cancelled' || waiting === 0) return found
  return waiting === 1
    ? `${found}, one needs confirming`
    : `${found}, ${formatCount(waiting)} need confirming`
}

/** The words of each heading before and after 'bookings'. */
const headings: Record<BookingListView, [before: string, after: string]> = {
  today: ['', ' today'],
  upcoming: ['upcoming ', ''],
  waiting: ['', ' to confirm'],
  past: ['past ', ''],
  cancelled: ['cancelled ', ''],
  all: ['', ''],
}
